package dev.evenkeel.benchmarks.moves;

import dev.evenkeel.benchmarks.canned.CannedClients;
import dev.evenkeel.benchmarks.figure.Comparison;
import dev.evenkeel.benchmarks.figure.Comparison.Plan;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The CPU time of calls while items are moved, by that of a plain call, and by that of the same
 * requests by hand: the least that the protocol allows.
 */
final class MovingOverheadFigures {
  private final Plan plan;
  private final FigureReport report;
  private final CannedMove table;
  private final List<PutItemRequest> puts;
  private final List<GetItemRequest> gets;

  private MovingOverheadFigures(
      SpreadTable moved, CannedMove table, Plan plan, FigureReport report) {
    this.plan = plan;
    this.report = report;
    this.table = table;
    this.puts =
        IntStream.range(0, plan.callsPerBlock())
            .mapToObj(i -> PutItemRequest.builder().tableName(moved.name()).item(moved.item(i)))
            .map(PutItemRequest.Builder::build)
            .toList();
    this.gets =
        puts.stream()
            .map(put -> Map.of("pk", put.item().get("pk"), "sk", put.item().get("sk")))
            .map(key -> GetItemRequest.builder().tableName(moved.name()).key(key))
            .map(get -> get.consistentRead(true).build())
            .toList();
  }

  static void measure(LocalDynamoDb dynamoDb, Scale scale, FigureReport report) {
    report.note("put_overhead_moving ...");
    SpreadTable moved = SpreadTable.filled(dynamoDb, "overhead", 1, 1, 200, 1).begunOne(8);
    CannedMove table =
        new CannedMove(
            "{\"Item\":{\"pk\":{\"S\":\"key0\"},\"sk\":{\"S\":\"s000000\"},\"body\":{\"S\":\"%s\"}}}"
                .formatted("x".repeat(200)));
    try (DynamoDbClient control = moved.client(table)) {
      control.getItem(moved.record());
    }
    table.isKeptIn(moved.control());
    Plan plan = scale == Scale.FULL ? new Plan(200, 200, 80) : Plan.of(scale);
    try (DynamoDbClient plain = CannedClients.sync(table, Duration.ZERO);
        DynamoDbClient sends = CannedClients.sync(table, Duration.ZERO, LayoutGuard.create());
        LayoutStore store = moved.store(plain)) {
      DynamoDbClient moving =
          ShardingDynamoDbClient.builder(sends)
              .table(moved.spec().shards(1).layoutFrom(store).build())
              .build();
      new MovingOverheadFigures(moved, table, plan, report).measure(plain, moving);
    }
  }

  private void measure(DynamoDbClient plain, DynamoDbClient moving) {
    table.isAt("\"key0.");
    compare(
        "put_overhead_moving",
        i -> plain.putItem(puts.get(i)),
        i -> {
          plain.getItem(gets.get(i));
          plain.putItem(puts.get(i));
        },
        i -> moving.putItem(puts.get(i)));
    compare(
        "get_overhead_moving_absent",
        i -> plain.getItem(gets.get(i)),
        i -> {
          plain.getItem(gets.get(i));
          plain.getItem(there(gets.get(i)));
        },
        i -> moving.getItem(gets.get(i)));
    table.isAt("\"key0\"");
    compare(
        "get_overhead_moving",
        i -> plain.getItem(gets.get(i)),
        i -> plain.getItem(gets.get(i)),
        i -> moving.getItem(gets.get(i)));
    compare(
        "put_overhead_moving_first",
        i -> plain.putItem(puts.get(i)),
        i -> moveAndPut(plain, i),
        i -> moving.putItem(puts.get(i)));
  }

  /** What the protocol sends for an item that is still at its old place. */
  private void moveAndPut(DynamoDbClient plain, int i) {
    GetItemRequest get = gets.get(i);
    plain.getItem(get);
    Map<String, AttributeValue> copy = new HashMap<>(puts.get(i).item());
    copy.putAll(there(get).key());
    plain.transactWriteItems(
        transaction ->
            transaction.transactItems(
                TransactWriteItem.builder()
                    .conditionCheck(
                        old ->
                            old.tableName(get.tableName())
                                .key(get.key())
                                .conditionExpression("attribute_exists(pk)"))
                    .build(),
                TransactWriteItem.builder()
                    .put(
                        put ->
                            put.tableName(get.tableName())
                                .item(copy)
                                .conditionExpression("attribute_not_exists(pk)"))
                    .build()));
    plain.deleteItem(delete -> delete.tableName(get.tableName()).key(get.key()));
    plain.putItem(puts.get(i));
  }

  private static GetItemRequest there(GetItemRequest get) {
    Map<String, AttributeValue> key =
        Map.of("pk", AttributeValue.fromS("key0.3"), "sk", get.key().get("sk"));
    return get.toBuilder().key(key).build();
  }

  private void compare(
      String name, IntConsumer plain, IntConsumer sameRequests, IntConsumer moving) {
    report.put(name, Comparison.of(plan, plain, moving).ratio());
    report.put(name + "_vs_requests", Comparison.of(plan, sameRequests, moving).ratio());
    table.takeRequests();
    moving.accept(0);
    report.put(name + "_requests", table.takeRequests());
  }
}
