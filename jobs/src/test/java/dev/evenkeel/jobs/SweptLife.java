package dev.evenkeel.jobs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.OrphanSweeper;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Items with large values, what writers left of others, and sweeps by the jar some hours later. */
final class SweptLife implements AutoCloseable {
  private static final String CONFIGURATION =
      """
      chunking:
        - tableName: replies
          partitionKey: {name: Id}
          attributes: {Message: CHUNKS, Picture: OBJECT}
          chunkTable: {tableName: reply-chunks}
          bucket: {bucket: %s, prefix: live}
          intentTable: {tableName: reply-intents}
      """;

  /** A sweep: its time after the writes, its number of kills, its command. */
  record Step(int hours, int kills, List<String> command) {}

  private static final String CURSOR = "cursor.json";

  static final List<Step> STEPS =
      List.of(
          new Step(1, 3, List.of()),
          new Step(2, 2, List.of("--deep", "--cursor-file", CURSOR)),
          new Step(3, 0, List.of()));

  private static final int ITEMS = 12;

  private final Fixture fixture;
  private final ChunkingSpec spec;
  private final Instant written = Instant.now();

  SweptLife(LocalDynamoDb server, LocalS3 objects, Path folder, String region) throws IOException {
    fixture = new Fixture(server, objects, folder, region);
    Files.writeString(fixture.config, CONFIGURATION.formatted(fixture.bucket));
    ChunkingSpec configured = ConfigurationReader.read(fixture.config).chunking().get(0);
    spec =
        configured.toBuilder()
            .itemBytesMax(1000)
            .chunkTable(requireNonNull(configured.chunkTable()).withChunkBytes(1000))
            .build();
    fixture.create("replies", "Id", "S");
    fixture.create("reply-chunks", "Id", "S");
    fixture.create("reply-intents", "Bucket", "N", "Due", "S");
    write();
    OrphanSweeper.builder(fixture.client)
        .s3(fixture.s3)
        .table(spec)
        .dryRun(false)
        .build()
        .takeOwnership();
  }

  /** Some items, of which some are replaced, some go behind our back, and some never come. */
  private void write() {
    ChunkingDynamoDbClient writer = over(fixture.client);
    for (int id = 0; id < ITEMS; id++) {
      put(writer, item("item-" + id, id));
    }
    for (int id = 0; id < ITEMS; id += 3) {
      put(writer, item("item-" + id, id + ITEMS));
    }
    for (int id = 1; id < ITEMS; id += 3) {
      Map<String, AttributeValue> key = Map.of("Id", AttributeValue.fromS("item-" + id));
      fixture.client.deleteItem(delete -> delete.tableName("replies").key(key));
    }
    for (int id = 0; id < ITEMS / 3; id++) {
      Map<String, AttributeValue> unborn = item("unborn-" + id, id);
      assertThatThrownBy(() -> put(over(dying()), unborn)).hasStackTraceContaining("killed");
    }
  }

  private static void put(DynamoDbClient writer, Map<String, AttributeValue> item) {
    writer.putItem(put -> put.tableName("replies").item(item));
  }

  private ChunkingDynamoDbClient over(DynamoDbClient client) {
    return ChunkingDynamoDbClient.builder(client).s3(fixture.s3).table(spec).build();
  }

  /** The client of a writer that dies between its values and its item. */
  private DynamoDbClient dying() {
    return new DelegatingDynamoDbClient(fixture.client) {
      @Override
      protected <T extends DynamoDbRequest, R> R invokeOperation(
          T request, Function<T, R> operation) {
        if (request instanceof TransactWriteItemsRequest) {
          throw new AssertionError("killed");
        }
        return operation.apply(request);
      }
    };
  }

  private static Map<String, AttributeValue> item(String id, int seed) {
    Random random = new Random(seed);
    return Map.of(
        "Id", AttributeValue.fromS(id),
        "Message", AttributeValue.fromS(new BigInteger(20_000, random).toString(36)),
        "Picture", AttributeValue.fromS(new BigInteger(20_000, random).toString(36)));
  }

  private String[] arguments(Step step) {
    List<String> arguments = new ArrayList<>(List.of("sweep", "--delete"));
    for (String configured : step.command()) {
      arguments.add(
          configured.equals(CURSOR) ? fixture.home.resolve(CURSOR).toString() : configured);
    }
    return arguments.toArray(String[]::new);
  }

  private void begin(Step step) {
    Instant now = written.plus(Duration.ofHours(step.hours()));
    fixture.jar.properties(Map.of("evenkeel.clock", now.toString()));
  }

  /** Takes a step undisturbed, and returns its number of requests. */
  int take(Step step) throws IOException, InterruptedException {
    begin(step);
    return new RepeatedKills(fixture.jar, fixture.wire, new Random()).undisturbed(arguments(step));
  }

  /** Takes a step that is killed so many times, at random among so many requests. */
  void take(Step step, int kills, Random random, int requests)
      throws IOException, InterruptedException {
    begin(step);
    new RepeatedKills(fixture.jar, fixture.wire, random)
        .kill(kills, requests, () -> {}, ended -> false, arguments(step));
  }

  /** The numbers of payloads and intents, whose names differ between any two lives. */
  SortedMap<String, Integer> payloads() {
    SortedMap<String, Integer> counts = new TreeMap<>();
    for (String table : List.of("reply-chunks", "reply-intents")) {
      counts.put(
          table,
          (int)
              fixture.client.scanPaginator(scan -> scan.tableName(table)).items().stream().count());
    }
    counts.put(
        "objects",
        (int)
            fixture.s3.listObjectsV2(list -> list.bucket(fixture.bucket)).contents().stream()
                .filter(object -> !object.key().endsWith("/owner"))
                .count());
    return counts;
  }

  /** Fails unless every item that is alive is read whole. */
  void requireWhole() {
    List<Map<String, AttributeValue>> alive =
        IntStream.range(0, ITEMS)
            .filter(id -> id % 3 != 1)
            .mapToObj(id -> item("item-" + id, id % 3 == 0 ? id + ITEMS : id))
            .toList();
    for (Map<String, AttributeValue> item : alive) {
      Map<String, AttributeValue> key = Map.of("Id", requireNonNull(item.get("Id")));
      Map<String, AttributeValue> found =
          over(fixture.client).getItem(get -> get.tableName("replies").key(key)).item();
      if (!item.equals(found)) {
        throw new AssertionError(key + " is not what was written");
      }
    }
  }

  @Override
  public void close() throws IOException {
    fixture.close();
  }
}
