package dev.evenkeel.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Reads exports with the JDK and Jackson, and compares all that their manifests say. */
final class ExportedFiles {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final S3Client s3;

  ExportedFiles(S3Client s3) {
    this.s3 = s3;
  }

  List<String> keys(String bucket) {
    return s3.listObjectsV2Paginator(r -> r.bucket(bucket)).contents().stream()
        .map(S3Object::key)
        .toList();
  }

  byte[] bytes(String bucket, String key) {
    return s3.getObjectAsBytes(r -> r.bucket(bucket).key(key)).asByteArray();
  }

  /** Reads an export, and compares all that its manifests say. */
  List<Map<String, AttributeValue>> read(String bucket, ExportDescription done) throws IOException {
    byte[] summaryBytes = manifest(bucket, done.exportManifest());
    JsonNode summary = JSON.readTree(summaryBytes);
    byte[] files = manifest(bucket, summary.get("manifestFilesS3Key").textValue());
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    int last = -1;
    for (String line : new String(files, StandardCharsets.UTF_8).lines().toList()) {
      JsonNode file = JSON.readTree(line);
      byte[] bytes = bytes(bucket, file.get("dataFileS3Key").textValue());
      List<String> lines = lines(bytes);
      assertThat(file.get("md5Checksum").textValue()).isEqualTo(md5(bytes));
      assertThat(file.get("itemCount").intValue()).isEqualTo(lines.size());
      assertThat(file.get("etag").textValue()).isNotEmpty();
      lines.forEach(text -> items.add(item(text)));
      last = lines.size();
    }
    assertThat(last).as("items of the last file").isZero();
    assertThat(summary.get("itemCount").intValue()).isEqualTo(items.size());
    return items;
  }

  byte[] manifest(String bucket, String key) {
    byte[] manifest = bytes(bucket, key);
    byte[] checksum = bytes(bucket, key.replace(".json", ".checksum"));
    assertThat(new String(checksum, StandardCharsets.UTF_8)).isEqualTo(md5(manifest));
    return manifest;
  }

  static List<String> lines(byte[] gzip) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(new ByteArrayInputStream(gzip)), StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }

  /** An item of the types that {@link ExportSteps#fill} has. */
  static Map<String, AttributeValue> item(String line) {
    try {
      JsonNode item = JSON.readTree(line).get("Item");
      assertThat(item.get("m").toString())
          .isIn(
              "{\"M\":{\"l\":{\"L\":[{\"BOOL\":true}]},\"z\":{\"NULL\":true}}}",
              "{\"M\":{\"z\":{\"NULL\":true},\"l\":{\"L\":[{\"BOOL\":true}]}}}");
      return Map.of(
          "pk", AttributeValue.fromS(item.get("pk").get("S").textValue()),
          "n", AttributeValue.fromN(item.get("n").get("N").textValue()),
          "b",
              AttributeValue.fromB(
                  SdkBytes.fromByteArray(
                      Base64.getDecoder().decode(item.get("b").get("B").textValue()))),
          "m",
              AttributeValue.fromM(
                  Map.of(
                      "l", AttributeValue.fromL(List.of(AttributeValue.fromBool(true))),
                      "z", AttributeValue.fromNul(true))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String md5(byte[] bytes) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
