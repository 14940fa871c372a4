package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.jobs.KeyedTables;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;

/** Runs of the doctor over series, values and a sharded table. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
abstract class DoctorRuns {
  private static final String[] SPEC = {
    "--table", "hits", "--partition-key", "day", "--sort-key", "at", "--shards", "4"
  };

  private static final String CONFIGURATION =
      """
      controlTable: control
      tables:
        - tableName: clicks
          time: {attribute: at}
          period: day
          since: TODAY
          template: {partitionKey: {name: page}, sortKey: {name: at}}
      chunking:
        - tableName: replies
          partitionKey: {name: Id}
          attributes: {Message: CHUNKS, Picture: OBJECT}
          chunkTable: {tableName: reply-chunks}
          bucket: {bucket: BUCKET, prefix: live}
          intentTable: {tableName: reply-intents}
      """;

  @TempDir Path folder;
  CommandRunner typed;
  DynamoDbClient plain;
  S3Client s3;
  String bucket;
  Path config;

  @BeforeEach
  void begin(LocalDynamoDb server, LocalS3 objects) throws IOException {
    LocalDynamoDb own = server.isolated();
    typed = CommandRunner.on(own, objects);
    typed.now = Instant.now();
    plain = own.client();
    s3 = objects.client();
    bucket = objects.newBucket();
    config = folder.resolve("evenkeel.yaml");
    Files.writeString(config, CONFIGURATION.replace("BUCKET", bucket).replace("TODAY", today()));
  }

  String today() {
    return typed.now.atZone(ZoneOffset.UTC).toLocalDate().toString();
  }

  /** Keys and their types. */
  void create(String table, String... keys) {
    KeyedTables.create(plain, table, keys);
  }

  /**
   * A configuration whose tables are all as they should be, with values in chunks and in a bucket.
   */
  Configuration healthy() {
    create("replies", "Id", "S");
    create("reply-chunks", "Id", "S");
    create("reply-intents", "Bucket", "N", "Due", "S");
    assertThat(typed.run("tables", "apply", "-c", config.toString()).code()).isZero();
    Configuration configuration = ConfigurationReader.read(config);
    ChunkingDynamoDbClient client =
        ChunkingDynamoDbClient.builder(plain).s3(s3).table(configuration.chunking().get(0)).build();
    client.putItem(
        put ->
            put.tableName("replies")
                .item(
                    Map.of(
                        "Id", AttributeValue.fromS("1"),
                        "Message", AttributeValue.fromS("m".repeat(500_000)),
                        "Picture", AttributeValue.fromS("p".repeat(500_000)))));
    click(typed.now.toString());
    return configuration;
  }

  void click(String at) {
    plain.putItem(
        put ->
            put.tableName("clicks_" + today())
                .item(
                    Map.of(
                        "page", AttributeValue.fromS("secret"), "at", AttributeValue.fromS(at))));
  }

  Result examine() {
    return typed.run("doctor", "-c", config.toString(), "-o", "json");
  }

  static String check(Result result, String what) {
    for (JsonNode check : result.json().path("checks")) {
      if (check.path("what").asText().equals(what)) {
        return check.path("state").asText() + ": " + check.path("detail").asText();
      }
    }
    return "";
  }

  static List<String> wrong(Result result) {
    return result.json().path("checks").findParents("state").stream()
        .filter(check -> check.path("state").asText().equals("wrong"))
        .map(check -> check.path("what").asText())
        .toList();
  }

  static String[] sharded(String... more) {
    List<String> line = new ArrayList<>(List.of("doctor"));
    line.addAll(List.of(SPEC));
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }
}
