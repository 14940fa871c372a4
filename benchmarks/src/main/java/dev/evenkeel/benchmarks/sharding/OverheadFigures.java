package dev.evenkeel.benchmarks.sharding;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.evenkeel.benchmarks.canned.CannedAnswers;
import dev.evenkeel.benchmarks.canned.CannedClients;
import dev.evenkeel.benchmarks.canned.CannedTable;
import dev.evenkeel.benchmarks.canned.IdSet;
import dev.evenkeel.benchmarks.figure.Comparison;
import dev.evenkeel.benchmarks.figure.Comparison.Plan;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.sharding.ShardedKeys;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * The cost of a decorated call beside the SDK's own: CPU time and allocation of the calling thread,
 * over an HTTP client that answers at once. The plain call is given the physical key, so that both
 * send the same bytes; finding the shard and translating the answer is the decorated call's to pay.
 */
final class OverheadFigures {
  private static final String ITEM =
      "{\"Item\":{\"day\":{\"S\":\"%s\"},\"at\":{\"S\":\"%s\"},\"body\":{\"S\":\"%s\"}}}";
  private static final String PLAIN_TABLE = "plain";

  private final Plan plan;
  private final FigureReport report;
  private final ShardingSpec spec = Events.spec(ShardingFigures.SHARDS);
  private final List<Map<String, AttributeValue>> logicalItems;
  private final List<Map<String, AttributeValue>> physicalItems;

  private OverheadFigures(Scale scale, FigureReport report) {
    this.plan = Plan.of(scale);
    this.report = report;
    CannedTable table = Events.plain(new IdSet(1), plan.callsPerBlock());
    this.logicalItems =
        IntStream.range(0, plan.callsPerBlock()).mapToObj(i -> table.row(Events.DAY, i)).toList();
    this.physicalItems = logicalItems.stream().map(this::onShard).toList();
  }

  static void measure(Scale scale, FigureReport report) {
    new OverheadFigures(scale, report).measure();
  }

  private Map<String, AttributeValue> onShard(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> physical = new HashMap<>(item);
    physical.putAll(ShardedKeys.of(spec).toPhysical(item).get(0));
    return physical;
  }

  private void measure() {
    report.put("overhead_item_bytes", CannedTable.ROW_BYTES);
    report.put("overhead_calls_per_block", plan.callsPerBlock());
    report.put("overhead_rounds", plan.rounds());
    put();
    get();
    unmanaged();
  }

  private static DynamoDbClient answeredWith(String body) {
    return CannedClients.sync(CannedAnswers.with(body.getBytes(US_ASCII)), Duration.ZERO);
  }

  private DynamoDbClient sharded(DynamoDbClient plain) {
    return ShardingDynamoDbClient.builder(plain).table(spec).build();
  }

  private void put() {
    report.note("overhead_put ...");
    List<PutItemRequest> physical = physicalItems.stream().map(OverheadFigures::put).toList();
    List<PutItemRequest> logical = logicalItems.stream().map(OverheadFigures::put).toList();
    try (DynamoDbClient plain = answeredWith("{}")) {
      DynamoDbClient sharded = sharded(plain);
      print(
          "put",
          Comparison.of(
              plan, i -> plain.putItem(physical.get(i)), i -> sharded.putItem(logical.get(i))));
    }
  }

  private void get() {
    report.note("overhead_get ...");
    List<GetItemRequest> physical =
        physicalItems.stream().map(item -> get(CannedTable.NAME, item)).toList();
    List<GetItemRequest> logical =
        logicalItems.stream().map(item -> get(CannedTable.NAME, item)).toList();
    try (DynamoDbClient plain = answeredWith(answer(physicalItems.get(0)))) {
      DynamoDbClient sharded = sharded(plain);
      print(
          "get",
          Comparison.of(
              plan, i -> plain.getItem(physical.get(i)), i -> sharded.getItem(logical.get(i))));
    }
  }

  private void print(String call, Comparison comparison) {
    report.put("overhead_" + call, comparison.ratio());
    report.put("overhead_" + call + "_plain_ns", comparison.plainNanos());
    report.put("overhead_" + call + "_extra_ns", comparison.extraNanos());
    report.put("overhead_" + call + "_extra_bytes", comparison.extraBytes());
  }

  private void unmanaged() {
    report.note("unmanaged_extra ...");
    List<GetItemRequest> gets = logicalItems.stream().map(item -> get(PLAIN_TABLE, item)).toList();
    try (DynamoDbClient plain = answeredWith(answer(logicalItems.get(0)))) {
      DynamoDbClient sharded = sharded(plain);
      Comparison comparison =
          Comparison.of(plan, i -> plain.getItem(gets.get(i)), i -> sharded.getItem(gets.get(i)));
      report.put("unmanaged_extra_ns", comparison.extraNanos());
      report.put("unmanaged_extra_bytes", comparison.extraBytes());
      report.put("unmanaged_plain_ns", comparison.plainNanos());
    }
  }

  private static PutItemRequest put(Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(CannedTable.NAME).item(item).build();
  }

  private static GetItemRequest get(String table, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key =
        Map.of(
            CannedTable.PARTITION_KEY, item.get(CannedTable.PARTITION_KEY),
            CannedTable.SORT_KEY, item.get(CannedTable.SORT_KEY));
    return GetItemRequest.builder().tableName(table).key(key).build();
  }

  private static String answer(Map<String, AttributeValue> item) {
    return ITEM.formatted(
        CannedTable.string(item, CannedTable.PARTITION_KEY),
        CannedTable.string(item, CannedTable.SORT_KEY),
        CannedTable.string(item, CannedTable.BODY));
  }
}
