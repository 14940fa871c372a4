package dev.evenkeel.timeseries.archive;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Reads an archive as others would, with the JDK and Jackson's trees and none of Evenkeel's
 * classes: {@link #items} as ImportTable, which takes every object under {@code data/} and refuses
 * what has not the format, and {@link #listedItems} as readers of native exports, by the manifests.
 * Both compare all that is said twice, and fail with an {@link AssertionError}.
 */
public final class NativeExportReader {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final S3Client s3;
  private final String bucket;
  private final String folder;

  /**
   * A reader of one archive.
   *
   * @param summaryKey the key of its {@code manifest-summary.json}
   */
  public NativeExportReader(S3Client s3, String bucket, String summaryKey) {
    require(summaryKey.endsWith("/manifest-summary.json"), "no summary: " + summaryKey);
    this.s3 = s3;
    this.bucket = bucket;
    this.folder = summaryKey.substring(0, summaryKey.lastIndexOf('/') + 1);
  }

  /** The items of every object under {@code data/}, which are exactly those of the manifest. */
  public List<Map<String, AttributeValue>> items() {
    Set<String> keys = new TreeSet<>();
    s3
        .listObjectsV2Paginator(request -> request.bucket(bucket).prefix(folder + "data/"))
        .contents()
        .stream()
        .map(S3Object::key)
        .forEach(keys::add);
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (String key : keys) {
      items.addAll(file(key, bytes(key)));
    }
    requireEqual(new TreeSet<>(listed().keySet()), keys, "data files");
    requireEqual(summary().get("itemCount").longValue(), (long) items.size(), "items in all");
    return items;
  }

  /** The items of the files that the manifest lists, in its order. */
  public List<Map<String, AttributeValue>> listedItems() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    listed()
        .forEach(
            (key, listed) -> {
              byte[] bytes = bytes(key);
              List<Map<String, AttributeValue>> file = file(key, bytes);
              requireEqual(listed.get("itemCount").longValue(), (long) file.size(), key);
              requireEqual(listed.get("md5Checksum").textValue(), md5(bytes), key);
              items.addAll(file);
            });
    requireEqual(summary().get("itemCount").longValue(), (long) items.size(), "items in all");
    return items;
  }

  /** The summary, once it matches its checksum and is one of a full export. */
  public JsonNode summary() {
    JsonNode summary = tree(manifest("manifest-summary"));
    requireEqual("2020-06-30", summary.get("version").textValue(), "version");
    requireEqual("DYNAMODB_JSON", summary.get("outputFormat").textValue(), "outputFormat");
    requireEqual(bucket, summary.get("s3Bucket").textValue(), "s3Bucket");
    requireEqual(
        folder + "manifest-files.json",
        summary.get("manifestFilesS3Key").textValue(),
        "manifestFilesS3Key");
    return summary;
  }

  /** The lines of the list of files by key, once the list matches its checksum. */
  private Map<String, JsonNode> listed() {
    Map<String, JsonNode> files = new LinkedHashMap<>();
    for (String line : manifest("manifest-files").lines().toList()) {
      JsonNode file = tree(line);
      String key = file.get("dataFileS3Key").textValue();
      require(files.put(key, file) == null, "listed twice: " + key);
    }
    return files;
  }

  private String manifest(String name) {
    byte[] manifest = bytes(folder + name + ".json");
    requireEqual(text(bytes(folder + name + ".checksum")).strip(), md5(manifest), name);
    return text(manifest);
  }

  private static List<Map<String, AttributeValue>> file(String key, byte[] bytes) {
    require(key.endsWith(".json.gz"), "no data file: " + key);
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (String line : text(inflate(bytes)).split("\n", 0)) {
      if (!line.isEmpty()) {
        JsonNode tree = tree(line);
        require(tree.size() == 1 && tree.has("Item"), "no item in a line of " + key);
        items.add(TypedJson.attributes(tree.get("Item")));
      }
    }
    return items;
  }

  private byte[] bytes(String key) {
    return s3.getObjectAsBytes(request -> request.bucket(bucket).key(key)).asByteArray();
  }

  private static byte[] inflate(byte[] gzip) {
    try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError("no gzip", e);
    }
  }

  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fails on bytes that are no UTF-8. */
  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new AssertionError("no UTF-8", e);
    }
  }

  private static String md5(byte[] bytes) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void requireEqual(Object expected, Object actual, String what) {
    require(expected.equals(actual), "%s: %s and %s".formatted(what, expected, actual));
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new AssertionError(message);
    }
  }
}
