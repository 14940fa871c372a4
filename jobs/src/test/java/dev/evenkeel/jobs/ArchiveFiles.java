package dev.evenkeel.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Reads what archives hold, by their manifests, with none of Evenkeel's classes. */
final class ArchiveFiles {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final S3Client s3;
  private final String bucket;

  ArchiveFiles(S3Client s3, String bucket) {
    this.s3 = s3;
    this.bucket = bucket;
  }

  /** The items of each archive of a catalogue; all objects of the bucket belong to one of them. */
  SortedMap<String, Set<JsonNode>> of(DynamoDbClient client, String controlTable, String series)
      throws IOException {
    SortedMap<String, Set<JsonNode>> archives = new TreeMap<>();
    Set<String> keys = new HashSet<>();
    s3.listObjectsV2Paginator(r -> r.bucket(bucket)).contents().stream()
        .map(S3Object::key)
        .forEach(keys::add);
    for (Map<String, AttributeValue> archive : catalogue(client, controlTable, series)) {
      String folder = text(archive, "prefix") + "AWSDynamoDB/" + text(archive, "export") + "/";
      archives.put(text(archive, "sk"), items(folder, keys));
      keys.removeIf(key -> key.startsWith(folder) && !key.startsWith(folder + "data/"));
    }
    assertThat(keys).as("objects of no archive").isEmpty();
    return archives;
  }

  private static List<Map<String, AttributeValue>> catalogue(
      DynamoDbClient client, String controlTable, String series) {
    return client
        .query(
            r ->
                r.tableName(controlTable)
                    .keyConditionExpression("pk = :series")
                    .expressionAttributeValues(
                        Map.of(":series", AttributeValue.fromS(series + "#archives"))))
        .items();
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name), name).s();
  }

  /** Takes the files that it reads out of the keys. */
  private Set<JsonNode> items(String folder, Set<String> keys) throws IOException {
    List<JsonNode> items = new ArrayList<>();
    String manifest = new String(bytes(folder + "manifest-files.json"), StandardCharsets.UTF_8);
    for (String line : manifest.lines().toList()) {
      String key = JSON.readTree(line).path("dataFileS3Key").asText();
      assertThat(keys.remove(key)).as(key).isTrue();
      try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes(key)))) {
        String lines = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        for (String item : lines.lines().toList()) {
          items.add(JSON.readTree(item).path("Item"));
        }
      }
    }
    assertThat(items).doesNotHaveDuplicates();
    return new HashSet<>(items);
  }

  private byte[] bytes(String key) {
    return s3.getObjectAsBytes(r -> r.bucket(bucket).key(key)).asByteArray();
  }

  /** Items of texts and numbers as an archive has them. */
  static Set<JsonNode> json(Set<Map<String, AttributeValue>> items) {
    return items.stream().map(ArchiveFiles::json).collect(Collectors.toSet());
  }

  private static JsonNode json(Map<String, AttributeValue> item) {
    ObjectNode json = JSON.createObjectNode();
    item.forEach(
        (name, value) ->
            json.putObject(name)
                .put(value.s() == null ? "N" : "S", value.s() == null ? value.n() : value.s()));
    return json;
  }
}
