package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;

/** Runs of sweeps over a table whose values are in chunks and in a bucket. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
abstract class SweepRuns {
  static final String CONFIGURATION =
      """
      chunking:
        - tableName: replies
          partitionKey: {name: Id}
          attributes: {Message: CHUNKS, Picture: OBJECT}
          chunkTable: {tableName: reply-chunks}
          bucket: {bucket: BUCKET, prefix: live}
          intentTable: {tableName: reply-intents}
          grace: 15m
      """;

  @TempDir Path folder;
  Path config;
  CommandRunner typed;
  DynamoDbClient plain;
  S3Client s3;
  String bucket;
  Configuration configuration;

  @BeforeEach
  void begin(LocalDynamoDb server, LocalS3 objects) throws IOException {
    LocalDynamoDb own = server.isolated();
    typed = CommandRunner.on(own, objects);
    plain = own.client();
    s3 = objects.client();
    bucket = objects.newBucket();
    config = folder.resolve("evenkeel.yaml");
    Files.writeString(config, CONFIGURATION.replace("BUCKET", bucket));
    configuration = ConfigurationReader.read(config);
    create("replies", "Id", "S");
    create("reply-chunks", "Id", "S");
    create("reply-intents", "Bucket", "N", "Due", "S");
    write();
    assertThat(run("--take-ownership").out()).contains("replies");
  }

  /** Keys and their types. */
  void create(String table, String... keys) {
    KeyedTables.create(plain, table, keys);
  }

  /** Three items; then the values of the first are replaced, and the third goes behind our back. */
  void write() {
    ChunkingDynamoDbClient client = client();
    for (String id : List.of("replaced", "kept", "expired")) {
      client.putItem(put -> put.tableName("replies").item(item(id, "before")));
    }
    client.putItem(put -> put.tableName("replies").item(item("replaced", "after")));
    plain.deleteItem(
        delete -> delete.tableName("replies").key(Map.of("Id", AttributeValue.fromS("expired"))));
    typed.now = Instant.now().plus(Duration.ofHours(1));
  }

  ChunkingDynamoDbClient client() {
    return ChunkingDynamoDbClient.builder(plain)
        .s3(s3)
        .table(configuration.chunking().get(0))
        .build();
  }

  static Map<String, AttributeValue> item(String id, String text) {
    return Map.of(
        "Id", AttributeValue.fromS(id),
        "Message", AttributeValue.fromS(text.repeat(100_000)),
        "Picture", AttributeValue.fromS(text.repeat(110_000)));
  }

  Result run(String... more) {
    List<String> arguments = new ArrayList<>(List.of("sweep", "-c", config.toString()));
    arguments.addAll(List.of(more));
    return typed.run(arguments.toArray(String[]::new));
  }

  long chunks() {
    return plain.scanPaginator(scan -> scan.tableName("reply-chunks")).items().stream().count();
  }

  /** The number of objects, without the one that names their owner. */
  int objects() {
    return s3.listObjectsV2(list -> list.bucket(bucket)).keyCount() - 1;
  }

  void assertLiveItemsAreWhole() {
    Map.of("replaced", "after", "kept", "before")
        .forEach(
            (id, text) ->
                assertThat(
                        client()
                            .getItem(
                                get ->
                                    get.tableName("replies")
                                        .key(Map.of("Id", AttributeValue.fromS(id))))
                            .item())
                    .isEqualTo(item(id, text)));
  }
}
