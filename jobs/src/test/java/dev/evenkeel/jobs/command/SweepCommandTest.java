package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.iam.Rights;
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
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.s3.S3Client;

@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class SweepCommandTest {
  private static final String CONFIGURATION =
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

  private static final Condition<String> NOTES =
      new Condition<>(what -> what.startsWith("notes of what goes"), "notes");

  @TempDir private Path folder;
  private Path config;
  private CommandRunner typed;
  private DynamoDbClient plain;
  private S3Client s3;
  private String bucket;
  private Configuration configuration;

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
  private void create(String table, String... keys) {
    List<AttributeDefinition> definitions = new ArrayList<>();
    List<KeySchemaElement> schema = new ArrayList<>();
    for (int i = 0; i < keys.length; i += 2) {
      definitions.add(
          AttributeDefinition.builder().attributeName(keys[i]).attributeType(keys[i + 1]).build());
      schema.add(
          KeySchemaElement.builder()
              .attributeName(keys[i])
              .keyType(i == 0 ? "HASH" : "RANGE")
              .build());
    }
    plain.createTable(
        request ->
            request
                .tableName(table)
                .attributeDefinitions(definitions)
                .keySchema(schema)
                .billingMode("PAY_PER_REQUEST"));
  }

  /** Three items; then the values of the first are replaced, and the third goes behind our back. */
  private void write() {
    ChunkingDynamoDbClient client = client();
    for (String id : List.of("replaced", "kept", "expired")) {
      client.putItem(put -> put.tableName("replies").item(item(id, "before")));
    }
    client.putItem(put -> put.tableName("replies").item(item("replaced", "after")));
    plain.deleteItem(
        delete -> delete.tableName("replies").key(Map.of("Id", AttributeValue.fromS("expired"))));
    typed.now = Instant.now().plus(Duration.ofHours(1));
  }

  private ChunkingDynamoDbClient client() {
    return ChunkingDynamoDbClient.builder(plain)
        .s3(s3)
        .table(configuration.chunking().get(0))
        .build();
  }

  private static Map<String, AttributeValue> item(String id, String text) {
    return Map.of(
        "Id", AttributeValue.fromS(id),
        "Message", AttributeValue.fromS(text.repeat(100_000)),
        "Picture", AttributeValue.fromS(text.repeat(110_000)));
  }

  private Result run(String... more) {
    List<String> arguments = new ArrayList<>(List.of("sweep", "-c", config.toString()));
    arguments.addAll(List.of(more));
    return typed.run(arguments.toArray(String[]::new));
  }

  private long chunks() {
    return plain.scanPaginator(scan -> scan.tableName("reply-chunks")).items().stream().count();
  }

  /** The number of objects, without the one that names their owner. */
  private int objects() {
    return s3.listObjectsV2(list -> list.bucket(bucket)).keyCount() - 1;
  }

  private void assertLiveItemsAreWhole() {
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

  @Test
  void sweep_withoutATable_saysWhichIsNotThere() {
    plain.deleteTable(r -> r.tableName("reply-chunks"));
    Result failed = run("--deep");

    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.err() + failed.out()).contains("reply-chunks");
  }

  @Test
  void sweep_unlessToldToDelete_writesNothing() throws IOException {
    long before = chunks();
    Result dry = run();

    assertThat(dry.err()).doesNotContain("evenkeel:");
    assertThat(dry.code()).isZero();
    Golden.check("sweep-dry.txt", dry.out());
    assertThat(chunks()).isEqualTo(before);
    assertThat(objects()).isEqualTo(4);
  }

  @Test
  void sweep_toldToDelete_removesWhatNoItemHas() throws IOException {
    long before = chunks();
    Result swept = run("--delete", "-o", "json");

    assertThat(swept.code()).isZero();
    Golden.check("sweep.json", swept.out());
    assertThat(chunks()).isLessThan(before);
    assertThat(objects()).isEqualTo(3);
    assertLiveItemsAreWhole();
    assertThat(run("--delete", "-o", "json").json().path("intents").path("seen").asInt()).isZero();
  }

  /** Another application's values may be there. */
  @Test
  void deepSweep_ofValuesThatNobodyOwns_isRefusedWithTheCommandThatHelps() {
    s3.deleteObject(delete -> delete.bucket(bucket).key("live/v1/replies/owner"));

    Result refused = run("--deep", "--delete");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains("their owner is not recorded", "evenkeel sweep --take-ownership");
    assertThat(run("--take-ownership", "--deep").err()).contains("all that is done");
  }

  @Test
  void deepSweep_inSlices_goesOnWhereItStoppedAndFindsTheRest() throws IOException {
    String cursor = folder.resolve("cursor.json").toString();
    run("--delete");
    int runs = 0;
    Result slice;
    do {
      slice = run("--deep", "--delete", "--cursor-file", cursor, "--for", "0s", "-o", "json");
      assertThat(slice.code()).isZero();
      assertThat(slice.json().path("steps").asInt()).isEqualTo(1);
      assertThat(Files.exists(Path.of(cursor)))
          .isNotEqualTo(slice.json().path("through").asBoolean());
      runs++;
    } while (!slice.json().path("through").asBoolean());

    assertThat(runs).isGreaterThan(1);
    typed.now = typed.now.plus(Duration.ofHours(1));
    assertThat(run("--delete", "-o", "json").json().path("payloads").path("chunkedRemoved").asInt())
        .isEqualTo(1);
    assertThat(objects()).isEqualTo(2);
    assertLiveItemsAreWhole();
  }

  @Test
  void deepSweep_asAJobOfThreeWorkers_findsWhatIsThere() {
    run("--delete");
    assertThat(run("--deep", "--delete", "--job", "deep").err()).contains("--control-table");
    assertThat(work("deep").err()).contains("'evenkeel-jobs', which has a partition key pk");
    create("evenkeel-jobs", "pk", "S", "sk", "S");
    assertThat(work("deep").out()).isEqualTo("No job 'deep' is under way: nothing to do.\n");
    Result stopped = deepJob("--for", "0s");
    assertThat(stopped.code()).isEqualTo(1);
    assertThat(stopped.out()).contains("Job 'deep': 0 of 8 segments", "Not through yet");

    List<Result> workers =
        List.of("0", "1").parallelStream().map(index -> work("deep", "--index", index)).toList();
    Result whole = deepJob();

    assertThat(workers).allMatch(result -> result.code() == 0);
    assertThat(workers.get(1).json().path("worker").asInt()).isEqualTo(1);
    assertThat(workers.get(1).json().path("done").asBoolean()).isTrue();
    assertThat(whole.code()).isZero();
    assertThat(whole.out()).contains("objects noted for removal           1", "Everything was");
    typed.now = typed.now.plus(Duration.ofHours(1));
    long before = chunks();
    assertThat(run("--delete").code()).isZero();
    assertThat(chunks()).isEqualTo(before / 3 * 2);
    assertThat(objects()).isEqualTo(2);
    assertLiveItemsAreWhole();
    assertThat(deepJob("--forget").out()).startsWith("Job 'deep' is forgotten.");
    assertThat(work("deep").out()).contains("nothing to do");
  }

  private Result deepJob(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("--deep", "--delete", "--job", "deep", "--control-table", "evenkeel-jobs"));
    arguments.addAll(List.of("--cut", "6"));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  private Result work(String job, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("work", "-c", config.toString(), "--job", job));
    arguments.addAll(List.of("--control-table", "evenkeel-jobs"));
    arguments.addAll(List.of(more));
    if (more.length > 0) {
      arguments.addAll(List.of("-o", "json"));
    }
    return typed.run(arguments.toArray(String[]::new));
  }

  /** Whoever begins or shares it knows what it reads before it does. */
  @Test
  void deepSweep_inAnyWay_tellsItsCostsBeforeItReads() throws IOException {
    create("evenkeel-jobs", "pk", "S", "sk", "S");
    String cursor = folder.resolve("cursor.json").toString();
    List<String> job = List.of("--deep", "--control-table", "evenkeel-jobs", "--job");
    for (List<String> way :
        List.of(
            Stream.concat(job.stream(), Stream.of("dry")).toList(),
            List.of("--deep", "--cursor-file", cursor, "--delete"),
            Stream.concat(job.stream(), Stream.of("real", "--delete")).toList())) {
      Result swept =
          run(Stream.concat(way.stream(), Stream.of("-o", "json")).toArray(String[]::new));

      assertThat(swept.code()).as("%s", way).isZero();
      assertThat(swept.err())
          .as("%s", way)
          .startsWith("sweep: reads everything. Costs: under 0.0001 once, and what is unknown");
      assertThat(swept.json().at("/costs/lines/0/what").asText()).isEqualTo("reply-chunks, scan");
      assertThat(swept.json().at("/costs/lines").findValuesAsText("what"))
          .as("what the first real one has noted, the second finds in hand: %s", way)
          .haveExactly(way.contains("real") ? 0 : 1, NOTES);
    }
  }

  @Test
  void deepSweep_asAJob_refusesWhatDoesNotFit() {
    assertThat(run("--job", "deep").err()).contains("Add --deep");
    assertThat(run("--deep", "--cut", "3").err()).contains("need --job NAME");
    assertThat(run("--deep", "--job", "verify").err()).contains("is a pass of a move");
    assertThat(deepJob("--segments", "0").err()).contains("at least 1 lane");
    create("evenkeel-jobs", "pk", "S", "sk", "S");
    deepJob("--for", "0s");
    assertThat(run("--deep", "--job", "deep", "--control-table", "evenkeel-jobs").err())
        .contains("Job 'deep' is 'deep sweep of chunks reply-chunks");
  }

  @Test
  void deepSweep_dry_notesNothing() {
    Result dry = run("--deep", "-o", "json");

    assertThat(dry.code()).isZero();
    assertThat(dry.json().path("through").asBoolean()).isTrue();
    assertThat(dry.json().path("chunkedNoted").asInt()).isEqualTo(1);
    assertThat(dry.json().path("objectsNoted").asInt()).isEqualTo(1);
    assertThat(dry.json().at("/costs/lines/0/what").asText()).isEqualTo("reply-chunks, scan");
    assertThat(dry.json().at("/costs/lines/0/amount").asDouble()).isPositive();
    assertThat(dry.json().at("/costs/partial").asBoolean()).isTrue();
    assertThat(dry.err()).contains("sweep: reads everything. Costs: under 0.0001 once, and");
    assertThat(run("--deep").out())
        .contains("values in chunks noted for removal  1", "A dry run: nothing was written.")
        .contains("notes of what goes, and their removal  4 write units")
        .contains("unknown: deletes of chunks: the values' sizes were not read");
  }

  @Test
  void deepSweep_fromTheCursorOfADryRun_isRefused() throws IOException {
    Path cursor = folder.resolve("cursor.json");
    run("--deep", "--cursor-file", cursor.toString(), "--for", "0s");

    assertThat(run("--deep", "--delete", "--cursor-file", cursor.toString()).err())
        .isEqualTo(
            "evenkeel: %s cannot be continued: it is that of a dry run, which has done nothing where it passed. Name another file, or remove it to start over.%n",
            cursor);
    Files.writeString(cursor, "{\"format\": 1}");
    assertThat(run("--deep", "--cursor-file", cursor.toString()).err())
        .contains("it is no cursor of this version of evenkeel");
    Files.writeString(cursor, "{\"format\": 1, \"dryRun\": true, \"cursor\": \"none\"}");
    assertThat(run("--deep", "--cursor-file", cursor.toString()).err())
        .contains("evenkeel: The cursor is none of a sweep over these tables: ")
        .endsWith(". Begin anew without it.%n".formatted());
    Files.writeString(cursor, "cursor");
    assertThat(run("--deep", "--cursor-file", cursor.toString()).err()).contains("it is no JSON");
  }

  @Test
  void sweep_ofAConfigurationWithoutChunking_saysSo() throws IOException {
    Files.writeString(
        config,
        """
        controlTable: control
        tables:
          - tableName: hits
            time: {attribute: at}
            period: day
            since: 2026-11-01
            template: {partitionKey: {name: at}}
        """);

    assertThat(run().err())
        .isEqualTo(
            "evenkeel: %s: there is no 'chunking' in it, so there is nothing to sweep. Add a table.%n",
            config);
    Files.writeString(config, CONFIGURATION.replace("BUCKET", bucket));
    assertThat(typed.run("tables", "plan", "-c", config.toString()).err())
        .isEqualTo(
            "evenkeel: %s: there are no 'tables' in it, so there is nothing to run. Add a series.%n",
            config);
  }

  /** A writer that dies between its chunks and its item, and one that dies within an upload. */
  private void die() {
    DynamoDbClient dying =
        new DelegatingDynamoDbClient(plain) {
          private boolean dead;

          @Override
          protected <T extends DynamoDbRequest, R> R invokeOperation(
              T request, Function<T, R> operation) {
            dead |= request instanceof TransactWriteItemsRequest;
            if (dead) {
              throw new AssertionError("killed");
            }
            return operation.apply(request);
          }
        };
    ChunkingDynamoDbClient writer =
        ChunkingDynamoDbClient.builder(dying).s3(s3).table(configuration.chunking().get(0)).build();
    assertThatThrownBy(
            () -> writer.putItem(put -> put.tableName("replies").item(item("lost", "unborn"))))
        .hasStackTraceContaining("killed");
    String key =
        s3.listObjectsV2(list -> list.bucket(bucket)).contents().stream()
            .map(object -> object.key())
            .filter(name -> !name.endsWith("/owner"))
            .findFirst()
            .orElseThrow();
    s3.createMultipartUpload(upload -> upload.bucket(bucket).key(key));
  }

  @Test
  void whatIsSent_byAllSweeps_isWhatThePolicyAllows() {
    die();
    typed.now = Instant.now().plus(Duration.ofHours(1));
    run("--delete");
    run("--deep");
    run("--deep", "--delete");
    typed.now = typed.now.plus(Duration.ofHours(1));
    run("--delete");

    Rights.check(configuration, typed.calls.sent(), Set.of("dynamodb:BatchGetItem"));
  }
}
