package dev.evenkeel.testkit.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The objects of a full export in DynamoDB JSON, as the developer guide has them ("DynamoDB table
 * export output format"), written with nothing but the JDK and Jackson's trees.
 */
final class ExportFiles {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final S3Client s3;
  private final ExportJob job;
  private final String folder;
  private final List<byte[]> files;
  private final List<Integer> counts;
  private final List<String> names;

  /**
   * The files of an export.
   *
   * @param names of its data files; the items are spread over all but the last, which is empty
   */
  ExportFiles(S3Client s3, ExportJob job, List<String> names) {
    this.s3 = s3;
    this.job = job;
    this.folder = folder(job.truth().s3Prefix(), job.id());
    this.names = names;
    this.files = new ArrayList<>();
    this.counts = new ArrayList<>();
    for (List<Map<String, AttributeValue>> part : parts(job, names.size())) {
      files.add(gzip(part));
      counts.add(part.size());
    }
  }

  /** A prefix is joined by one slash, whether it ends with one or not (observed). */
  private static String folder(@Nullable String prefix, String id) {
    String start = prefix == null ? "" : prefix;
    String slash = start.isEmpty() || start.endsWith("/") ? "" : "/";
    return start + slash + "AWSDynamoDB/" + id + "/";
  }

  /** A file has the items of one partition, hence all of a partition key. */
  private static List<List<Map<String, AttributeValue>>> parts(ExportJob job, int count) {
    List<List<Map<String, AttributeValue>>> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(new ArrayList<>());
    }
    for (Map<String, AttributeValue> item : job.items()) {
      int hash =
          job.table().keySchema().stream()
              .filter(key -> key.keyType() == KeyType.HASH)
              .map(key -> String.valueOf(item.get(key.attributeName())))
              .toList()
              .hashCode();
      parts.get(count == 1 ? 0 : Math.floorMod(hash, count - 1)).add(item);
    }
    return parts;
  }

  /** Writes the first half of the data files. */
  void writePart() {
    put("_started", new byte[0]);
    for (int i = 0; i < files.size() / 2; i++) {
      put("data/" + names.get(i), files.get(i));
    }
  }

  /**
   * Writes everything.
   *
   * @return the key of the summary
   */
  String write(ExportDescription done) {
    put("_started", new byte[0]);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < files.size(); i++) {
      String etag = put("data/" + names.get(i), files.get(i));
      lines.append(text(listed(i, etag))).append('\n');
    }
    manifest("manifest-files", lines.toString());
    manifest("manifest-summary", text(summary(done)));
    return folder + "manifest-summary.json";
  }

  private ObjectNode listed(int file, String etag) {
    return JSON.createObjectNode()
        .put("itemCount", counts.get(file))
        .put("md5Checksum", md5(files.get(file)))
        .put("etag", etag)
        .put("dataFileS3Key", folder + "data/" + names.get(file));
  }

  private ObjectNode summary(ExportDescription done) {
    return JSON.createObjectNode()
        .put("version", "2020-06-30")
        .put("exportArn", done.exportArn())
        .put("startTime", time(done.startTime()))
        .put("endTime", time(done.endTime()))
        .put("tableArn", done.tableArn())
        .put("tableId", done.tableId())
        .put("exportTime", time(done.exportTime()))
        .put("s3Bucket", done.s3Bucket())
        .put("s3Prefix", done.s3Prefix())
        .put("s3SseAlgorithm", done.s3SseAlgorithmAsString())
        .put("s3SseKmsKeyId", done.s3SseKmsKeyId())
        .put("manifestFilesS3Key", folder + "manifest-files.json")
        .put("billedSizeBytes", done.billedSizeBytes())
        .put("itemCount", done.itemCount())
        .put("outputFormat", done.exportFormatAsString());
  }

  private static String time(Instant time) {
    return MILLIS.format(time);
  }

  private void manifest(String name, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    put(name + ".json", bytes);
    put(name + ".checksum", md5(bytes).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the entity tag, without the quotes around it. */
  private String put(String name, byte[] bytes) {
    return s3.putObject(
            request -> request.bucket(job.truth().s3Bucket()).key(folder + name),
            RequestBody.fromBytes(bytes))
        .eTag()
        .replace("\"", "");
  }

  private static byte[] gzip(List<Map<String, AttributeValue>> items) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      for (Map<String, AttributeValue> item : items) {
        ObjectNode line = JSON.createObjectNode().set("Item", tree(item));
        gzip.write((text(line) + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static ObjectNode tree(Map<String, AttributeValue> entries) {
    ObjectNode tree = JSON.createObjectNode();
    entries.forEach((name, value) -> tree.set(name, tree(value)));
    return tree;
  }

  private static JsonNode tree(AttributeValue value) {
    ObjectNode tree = JSON.createObjectNode();
    return switch (value.type()) {
      case S -> tree.put("S", value.s());
      case N -> tree.put("N", value.n());
      case B -> tree.put("B", base64(value.b()));
      case BOOL -> tree.put("BOOL", value.bool());
      case NUL -> tree.put("NULL", value.nul());
      case SS -> tree.set("SS", texts(value.ss()));
      case NS -> tree.set("NS", texts(value.ns()));
      case BS -> tree.set("BS", texts(value.bs().stream().map(ExportFiles::base64).toList()));
      case L -> {
        ArrayNode elements = tree.putArray("L");
        value.l().forEach(element -> elements.add(tree(element)));
        yield tree;
      }
      case M -> tree.set("M", tree(value.m()));
      case UNKNOWN_TO_SDK_VERSION -> throw new IllegalArgumentException("a value of no known type");
    };
  }

  private static ArrayNode texts(List<String> texts) {
    ArrayNode array = JSON.createArrayNode();
    texts.forEach(array::add);
    return array;
  }

  private static String base64(SdkBytes bytes) {
    return Base64.getEncoder().encodeToString(bytes.asByteArrayUnsafe());
  }

  private static String text(JsonNode tree) {
    try {
      return JSON.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String md5(byte[] bytes) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
