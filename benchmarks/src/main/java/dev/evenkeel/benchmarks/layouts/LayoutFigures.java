package dev.evenkeel.benchmarks.layouts;

import dev.evenkeel.benchmarks.canned.CannedAnswers;
import dev.evenkeel.benchmarks.canned.CannedClients;
import dev.evenkeel.benchmarks.figure.Comparison;
import dev.evenkeel.benchmarks.figure.Comparison.Plan;
import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.LocalServers;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.Setting;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The figures of layouts that change while clients work. */
public final class LayoutFigures implements FigureProgram {
  static final String TABLE = "clicks";
  static final AttributeValue HOT = AttributeValue.fromS("hot");

  private static final int OLD_ITEMS = 500;

  @Override
  public String name() {
    return "layouts";
  }

  @Override
  public String description() {
    return "what layout records cost, how long a change holds writers up and a hot key lasts";
  }

  @Override
  public void measure(Setting setting, FigureReport report) throws InterruptedException {
    Scale scale = setting.scale();
    report.put("cores", Runtime.getRuntime().availableProcessors());
    report.put("jdk", Runtime.version().toString());
    settledOverhead(scale, report);
    try (LocalDynamoDb dynamoDb = LocalServers.dynamoDb(scale)) {
      oldRange(dynamoDb.isolated(), report);
      PauseFigures.measure(dynamoDb.isolated(), scale, report);
      HeatFigures.measure(dynamoDb.isolated(), scale, report);
    }
  }

  static ShardingSpec.Builder spec() {
    return ShardingSpec.builder(TABLE).partitionKey("pk").sortKey("sk");
  }

  static void createTable(DynamoDbClient plain) {
    plain.createTable(
        TableFixture.named(TABLE)
            .partitionKey("pk", ScalarAttributeType.S)
            .sortKey("sk", ScalarAttributeType.S)
            .request());
  }

  static Map<String, AttributeValue> item(int i) {
    return Map.of(
        "pk", HOT,
        "sk", AttributeValue.fromS(time(i)),
        "body", AttributeValue.fromS("x".repeat(200)));
  }

  private static String time(int i) {
    return "t%09d".formatted(i);
  }

  /** A table of 16 shards, with a record that says nothing more and without one. */
  private static void settledOverhead(Scale scale, FigureReport report) {
    report.note("settled_overhead ...");
    Plan plan = Plan.of(scale);
    List<PutItemRequest> puts =
        IntStream.range(0, plan.callsPerBlock())
            .mapToObj(i -> PutItemRequest.builder().tableName(TABLE).item(item(i)).build())
            .toList();
    List<GetItemRequest> gets =
        IntStream.range(0, plan.callsPerBlock())
            .mapToObj(i -> Map.of("pk", HOT, "sk", AttributeValue.fromS(time(i))))
            .map(key -> GetItemRequest.builder().tableName(TABLE).key(key).build())
            .toList();
    CannedAnswers nothing = CannedAnswers.with("{}".getBytes(StandardCharsets.US_ASCII));
    try (DynamoDbClient plain = CannedClients.sync(nothing, Duration.ZERO);
        DynamoDbClient guarded = CannedClients.sync(nothing, Duration.ZERO, LayoutGuard.create());
        LayoutStore store = LayoutStore.builder(plain).build()) {
      DynamoDbClient without =
          ShardingDynamoDbClient.builder(plain).table(spec().shards(16).build()).build();
      DynamoDbClient with =
          ShardingDynamoDbClient.builder(guarded)
              .table(spec().shards(16).layoutFrom(store).build())
              .build();
      print(
          report,
          "put",
          Comparison.of(plan, i -> without.putItem(puts.get(i)), i -> with.putItem(puts.get(i))));
      print(
          report,
          "get",
          Comparison.of(plan, i -> without.getItem(gets.get(i)), i -> with.getItem(gets.get(i))));
    }
  }

  private static void print(FigureReport report, String call, Comparison comparison) {
    report.put("settled_overhead_" + call, comparison.ratio());
    report.put("settled_overhead_" + call + "_extra_ns", comparison.extraNanos());
    report.put("settled_overhead_" + call + "_extra_bytes", comparison.extraBytes());
  }

  /** A query that lies in the plain piece below one of 16 shards, by the plain SDK's. */
  private static void oldRange(LocalDynamoDb dynamoDb, FigureReport report) {
    report.note("old_range_units_ratio ...");
    try (DynamoDbClient plain = dynamoDb.client()) {
      createTable(plain);
      IntStream.range(0, OLD_ITEMS)
          .forEach(i -> plain.putItem(put -> put.tableName(TABLE).item(item(i))));
      String from = time(OLD_ITEMS);
      DynamoDbClient adopted =
          ShardingDynamoDbClient.builder(plain)
              .table(spec().shards(Pieces.shards(1).from(from, 16)).build())
              .build();
      IntStream.range(OLD_ITEMS, 2 * OLD_ITEMS)
          .forEach(i -> adopted.putItem(put -> put.tableName(TABLE).item(item(i))));
      report.put("old_range_units_ratio", units(adopted, from) / units(plain, from));
    }
  }

  private static double units(DynamoDbClient client, String before) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(TABLE)
            .keyConditionExpression("pk = :pk AND sk < :before")
            .expressionAttributeValues(Map.of(":pk", HOT, ":before", AttributeValue.fromS(before)))
            .limit(OLD_ITEMS)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    return client.query(query).consumedCapacity().capacityUnits();
  }
}
