package dev.evenkeel.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.Jar.Ended;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Some days of two series, which the jar looks after. Time goes fast, or each kill would cost a
 * lease of half a minute.
 */
final class TablesLife implements AutoCloseable {
  private static final String CONFIGURATION =
      """
      controlTable: evenkeel-control
      tables:
        - tableName: clicks
          time: {attribute: at}
          period: day
          since: 2025-03-10
          prebuild: 3d
          template:
            partitionKey: {name: page}
            sortKey: {name: at}
            provisioned: {readUnits: 20, writeUnits: 100}
            globalIndexes:
              - {indexName: by-user, partitionKey: {name: user}, provisioned: {readUnits: 5, writeUnits: 50}}
            timeToLive: gone
            deletionProtection: true
          tiers:
            - {age: 0s, provisioned: {readUnits: 5, writeUnits: 1}}
          retention: {age: 2d}
          archive: {bucket: {bucket: %s, prefix: old}, age: 36h, segments: 3, fileBytes: 1024, readUnitsPerSecond: 8}
        - tableName: visits
          time: {attribute: at, format: epochMillis}
          period: month
          since: 2025-03-01
          template: {partitionKey: {name: user}, sortKey: {name: at, type: N}}
      lifecycle: {deletes: 2, budget: 12h, leaseLength: 30s}
      """;

  static final String CONTROL = "evenkeel-control";
  static final String DAY = "clicks_2025-03-10";

  /** A step: its time, its number of kills, its command. Nothing more is due for eleven hours. */
  record Step(String at, int kills, List<String> command) {}

  static final List<Step> STEPS =
      List.of(
          new Step("2025-03-10T02:00:00Z", 2, List.of("apply")),
          new Step("2025-03-12T02:00:00Z", 1, List.of("apply")),
          new Step("2025-03-13T14:00:00Z", 5, List.of("archive")),
          new Step("2025-03-14T02:00:00Z", 2, List.of("apply", "--delete")),
          new Step("2025-03-15T02:00:00Z", 5, List.of("restore", DAY)));

  private static final int SPEED = 120;
  static final int ITEMS = 120;
  private static final Pattern IN_THE_WAY = Pattern.compile("(?i)table '([^']+)' is in the way");

  private final Fixture fixture;
  private Instant now = Instant.EPOCH;
  private long since = System.nanoTime();

  /**
   * @param region a namespace of its own on the server
   */
  TablesLife(LocalDynamoDb server, LocalS3 objects, Path folder, String region) throws IOException {
    fixture = new Fixture(server, objects, folder, region);
    Files.writeString(fixture.config, CONFIGURATION.formatted(fixture.bucket));
  }

  private String[] arguments(Step step) {
    List<String> arguments = new ArrayList<>(List.of("tables"));
    arguments.addAll(step.command());
    arguments.addAll(List.of("--output", "json"));
    return arguments.toArray(String[]::new);
  }

  private void turn() {
    Duration passed = Duration.ofNanos(System.nanoTime() - since).multipliedBy(SPEED);
    fixture.jar.properties(
        Map.of("evenkeel.clock", now.plus(passed).toString(), "evenkeel.clock.speed", SPEED));
  }

  private void begin(Step step) {
    now = Instant.parse(step.at());
    since = System.nanoTime();
    turn();
  }

  /** Takes a step undisturbed, and returns its number of requests. */
  int take(Step step) throws IOException, InterruptedException {
    begin(step);
    int requests =
        new RepeatedKills(fixture.jar, fixture.wire, new Random()).undisturbed(arguments(step));
    afterwards(step);
    return requests;
  }

  /** Takes a step that is killed so many times, at random among so many requests. */
  void take(Step step, int kills, Random random, int requests)
      throws IOException, InterruptedException {
    begin(step);
    new RepeatedKills(fixture.jar, fixture.wire, random)
        .kill(kills, requests, this::turn, this::adopt, arguments(step));
    afterwards(step);
  }

  /**
   * Adopts the table that the run names as not its own: DynamoDB Local has no tags to prove the
   * ownership of a table whose creation was not noted.
   */
  private boolean adopt(Ended ended) throws IOException, InterruptedException {
    Matcher matcher = IN_THE_WAY.matcher(ended.out());
    boolean isThere = matcher.find();
    if (isThere) {
      turn();
      Ended adopting = fixture.jar.run("tables", "adopt", matcher.group(1));
      assertThat(adopting.code()).as(adopting.err()).isZero();
    }
    return isThere;
  }

  /**
   * Runs once more for the actions that the first run made possible; after the first step, writes
   * the items of three days.
   */
  private void afterwards(Step step) throws IOException, InterruptedException {
    if (step.command().contains("apply")) {
      turn();
      Ended next = fixture.jar.run(arguments(step));
      assertThat(next.code()).as(next.err()).isZero();
    }
    if (step.equals(STEPS.get(0))) {
      for (String day : List.of("2025-03-10", "2025-03-11", "2025-03-12")) {
        for (int from = 0; from < ITEMS; from += 25) {
          List<WriteRequest> clicks =
              IntStream.range(from, Math.min(ITEMS, from + 25))
                  .mapToObj(id -> put(day, id))
                  .toList();
          fixture.client.batchWriteItem(r -> r.requestItems(Map.of("clicks_" + day, clicks)));
        }
      }
    }
  }

  private static WriteRequest put(String day, int id) {
    Random random = new Random(id);
    Map<String, AttributeValue> item =
        Map.of(
            "page", AttributeValue.fromS("/page/" + id % 7),
            "at", AttributeValue.fromS("%sT%02d:00:00.%04dZ".formatted(day, id % 24, id)),
            "user", AttributeValue.fromS("user-" + id % 5),
            "millis", AttributeValue.fromN(Integer.toString(random.nextInt(10_000))),
            "agent", AttributeValue.fromS(new BigInteger(700, random).toString(36)));
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
  }

  /** Everything that is there now, comparable with that of another life. */
  FinalState remains() throws IOException {
    return FinalState.of(
        fixture.client,
        CONTROL,
        new ArchiveFiles(fixture.s3, fixture.bucket).of(fixture.client, CONTROL, "clicks"));
  }

  @Override
  public void close() throws IOException {
    fixture.close();
  }
}
