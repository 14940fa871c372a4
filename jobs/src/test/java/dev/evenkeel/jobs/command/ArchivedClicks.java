package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** A series of clicks with a table for each day and an archive, and commands over it. */
final class ArchivedClicks {
  /** The day on which the commands' clock begins. */
  static final String DAY = "clicks_2026-11-20";

  static final int CLICKS = 20;

  final CommandRunner typed;
  final DynamoDbClient client;
  final String configuration;
  final String config;
  private final LocalS3 s3;
  private final String bucketName;

  /**
   * @param folder gets the configuration
   * @param parquet the columns of copies, as YAML; empty for no copies
   */
  ArchivedClicks(LocalDynamoDb server, LocalS3 s3, Path folder, String parquet) throws IOException {
    LocalDynamoDb own = server.isolated();
    typed = CommandRunner.on(own, s3);
    client = own.client();
    this.s3 = s3;
    bucketName = s3.newBucket();
    configuration =
        """
        controlTable: evenkeel-control
        tables:
          - tableName: clicks
            time: {attribute: at}
            period: day
            since: 2026-11-20
            template: {partitionKey: {name: page}, sortKey: {name: at}}
            retention: {age: 2d}
            archive: {bucket: {bucket: %s, prefix: clicks}}
        %slifecycle: {deletes: 1}
        """
            .formatted(bucketName, parquet.isEmpty() ? "" : "    parquet: %s\n".formatted(parquet));
    config = folder.resolve("evenkeel.yaml").toString();
    write(configuration);
  }

  void write(String text) throws IOException {
    Files.writeString(Path.of(config), text);
  }

  Result tables(String command, String... more) {
    return run("tables " + command, more);
  }

  Result work(String job, String... more) {
    return run("work --index 2 --job " + job, more);
  }

  private Result run(String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of("-c", config));
    return typed.run(arguments.toArray(String[]::new));
  }

  /**
   * Works on a job as long as a command waits for it.
   *
   * @return how many items were written or verified
   */
  int workedOn(String job, CompletableFuture<Result> command) {
    int items = 0;
    while (!command.isDone()) {
      Result worked = work(job, "-o", "json");
      assertThat(worked.code()).as("%s", worked).isZero();
      items += worked.json().path("items").asInt();
    }
    return items;
  }

  /** The tables of a day are built, and it is written to and over. */
  void pass() {
    assertThat(tables("apply").code()).isZero();
    List<WriteRequest> clicks = IntStream.range(0, CLICKS).mapToObj(ArchivedClicks::click).toList();
    client.batchWriteItem(batch -> batch.requestItems(Map.of(DAY, clicks)));
    end();
  }

  void end() {
    typed.now = Instant.parse("2026-11-21T01:10:00Z");
  }

  private static WriteRequest click(int id) {
    Map<String, AttributeValue> item =
        Map.of(
            "page", AttributeValue.fromS("/page/" + id % 3),
            "at", AttributeValue.fromS("2026-11-20T12:00:%02dZ".formatted(id)));
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
  }

  /** Marks the first archive as given up; the catalogue goes on to have it. */
  void giveUpFirstArchive() {
    try (S3Client bucket = s3.client()) {
      String first =
          bucket
              .listObjectsV2(all -> all.bucket(bucketName).prefix("clicks/"))
              .contents()
              .get(0)
              .key();
      String mark = first.replaceFirst("(AWSDynamoDB/[^/]+/).*", "$1_given-up");
      bucket.putObject(put -> put.bucket(bucketName).key(mark), RequestBody.fromString("{}"));
    }
  }

  /** As somebody does who cleans a bucket up. */
  void loseAFile() {
    try (S3Client bucket = s3.client()) {
      String file =
          bucket.listObjectsV2(all -> all.bucket(bucketName).prefix("clicks/")).contents().stream()
              .map(S3Object::key)
              .filter(key -> key.contains("/data/"))
              .findFirst()
              .orElseThrow();
      bucket.deleteObject(delete -> delete.bucket(bucketName).key(file));
    }
  }

  List<Map<String, AttributeValue>> rows(String table) {
    return client.scan(scan -> scan.tableName(table)).items();
  }
}
