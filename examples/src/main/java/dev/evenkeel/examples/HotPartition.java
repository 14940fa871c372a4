package dev.evenkeel.examples;

import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * AWS's own example, three ways: all orders of a day go to one partition key value, until it is
 * given suffixes that are calculated, random or rotating. Requests and answers stay the same.
 */
public final class HotPartition {
  private static final int ORDERS = 600;
  private static final int SHARDS = 6;
  private static final String DAY = "2014-07-09";

  private final PrintStream out;
  private final DynamoDbClient plain;

  private HotPartition(PrintStream out, DynamoDbClient plain) {
    this.out = out;
    this.plain = plain;
  }

  public static void main(String[] arguments) {
    run(System.out);
  }

  static void run(PrintStream out) {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client()) {
      HotPartition example = new HotPartition(out, plain);
      example.spread("calculated", spec("orders_calculated").selector(ShardSelector.hashOf("id")));
      example.spread(
          "random", spec("orders_random").selector(ShardSelector.random()).uniqueSortKeys());
      example.spread(
          "rotating", spec("orders_rotating").selector(ShardSelector.rotating()).uniqueSortKeys());
    }
  }

  /** Suffixes 1 to 6: {@code 2014-07-09.1} and so on. */
  private static ShardingSpec.Builder spec(String table) {
    return ShardingSpec.builder(table)
        .partitionKey("day")
        .sortKey("id")
        .shards(SHARDS)
        .suffixFormat(SuffixFormat.DEFAULT.startingAt(1));
  }

  private void spread(String selector, ShardingSpec.Builder builder) {
    ShardingSpec spec = builder.build();
    Tables.create(plain, spec.tableName(), spec.partitionKey(), "id");
    ShardingDynamoDbClient sharded = ShardingDynamoDbClient.builder(plain).table(spec).build();
    for (int i = 0; i < ORDERS; i++) {
      Map<String, AttributeValue> order = key("order-%04d".formatted(i));
      sharded.putItem(put -> put.tableName(spec.tableName()).item(order));
    }
    out.printf("%s: %s%n", selector, itemsPerPhysicalKey(spec.tableName()));
    QueryRequest newest =
        QueryRequest.builder()
            .tableName(spec.tableName())
            .keyConditionExpression("#day = :day")
            .expressionAttributeNames(Map.of("#day", "day"))
            .expressionAttributeValues(Map.of(":day", AttributeValue.fromS(DAY)))
            .scanIndexForward(false)
            .limit(3)
            .build();
    out.printf("  asked: %s%n", sharded.explain(newest).firstRound());
    out.printf(
        "  newest three: %s%n",
        sharded.query(newest).items().stream()
            .map(HotPartition::id)
            .collect(Collectors.joining(", ")));
  }

  private static Map<String, AttributeValue> key(String id) {
    return Map.of("day", AttributeValue.fromS(DAY), "id", AttributeValue.fromS(id));
  }

  private static String id(Map<String, AttributeValue> item) {
    AttributeValue id = item.get("id");
    return id == null ? "?" : id.s();
  }

  /** Reads the table as it is stored. */
  private Map<String, Long> itemsPerPhysicalKey(String table) {
    return plain.scanPaginator(scan -> scan.tableName(table)).items().stream()
        .map(item -> item.getOrDefault("day", AttributeValue.fromS("?")).s())
        .collect(Collectors.groupingBy(day -> day, TreeMap::new, Collectors.counting()));
  }
}
