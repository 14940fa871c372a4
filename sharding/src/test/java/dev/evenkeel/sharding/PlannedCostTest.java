package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.sharding.planning.KeyLoad;
import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.sharding.planning.ShardCountPlanner;
import dev.evenkeel.sharding.planning.ShardPlan;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** The planned cost of reads, against the capacity that the client consumes on DynamoDB Local. */
@ExtendWith(LocalDynamoDbExtension.class)
class PlannedCostTest {
  private static final int ITEMS = 1_500;
  private static final int ITEM_BYTES = 300;

  private static final ShardPlan PLAN = ShardCountPlanner.create().plan(load().build());

  private static final ShardingSpec CALCULATED = spec("calculated").build();
  private static final ShardingSpec RANDOM =
      spec("random").selector(ShardSelector.random()).uniqueSortKeys().build();

  private final DynamoDbClient plain;

  PlannedCostTest(DynamoDbClient plain) {
    this.plain = plain;
  }

  /** For which the planner finds twelve shards. */
  private static KeyLoad.Builder load() {
    return KeyLoad.builder().writesPerSecond(8_800).itemBytes(ITEM_BYTES);
  }

  private static ShardingSpec.Builder spec(String table) {
    return ShardingSpec.builder(table).partitionKey("day").sortKey("id").shards(PLAN.shards());
  }

  private static ShardingDynamoDbClient client(DynamoDbClient plain) {
    return ShardingDynamoDbClient.builder(plain).table(CALCULATED).table(RANDOM).build();
  }

  @BeforeAll
  static void fill(DynamoDbClient plain) {
    PhysicalTables.create(plain, CALCULATED);
    PhysicalTables.create(plain, RANDOM);
    DynamoDbClient sharded = client(plain);
    for (int i = 0; i < ITEMS; i++) {
      Map<String, AttributeValue> item = item(i);
      sharded.putItem(put -> put.tableName("calculated").item(item));
    }
    sharded.putItem(put -> put.tableName("random").item(item(7)));
  }

  private static Map<String, AttributeValue> key(int i) {
    return Map.of("day", fromS("monday"), "id", fromS("order-%06d".formatted(i)));
  }

  /** An item of the planned stored size, with a suffix of two or three bytes. */
  private static Map<String, AttributeValue> item(int i) {
    int padding = (int) (ITEM_BYTES - ItemSize.bytes(key(i)) - "pad".length() - ".1".length());
    return Map.of(
        "day", fromS("monday"), "id", key(i).get("id"), "pad", fromS("x".repeat(padding)));
  }

  /** Fewer rows than the shards hold, so that each fills what it was asked for. */
  @Tag("deep")
  @ParameterizedTest
  @CsvSource({"1,EVENTUAL", "25,EVENTUAL", "100,EVENTUAL", "100,STRONG", "400,STRONG"})
  void queryPageUnits_firstPage_areWhatTheClientConsumes(int rows, ReadCapacity reads) {
    ShardPlan plan =
        ShardCountPlanner.create().plan(load().queryPageRows(rows).reads(reads).build());
    ConsumedCapacity consumed =
        client(plain)
            .query(
                query ->
                    query
                        .tableName("calculated")
                        .keyConditionExpression("#d = :d")
                        .expressionAttributeNames(Map.of("#d", "day"))
                        .expressionAttributeValues(Map.of(":d", fromS("monday")))
                        .consistentRead(reads == ReadCapacity.STRONG)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .limit(rows))
            .consumedCapacity();
    double refill = plan.queryPageUnits().asDouble() / plan.shards();
    assertThat(consumed.capacityUnits())
        .isBetween(plan.queryPageUnits().asDouble(), plan.queryPageUnits().asDouble() + 2 * refill);
  }

  @Test
  void getUnits_calculatedShard_areWhatTheClientConsumes() {
    assertThat(consumedByGet("calculated")).isEqualTo(PLAN.getUnits().asDouble());
  }

  /** DynamoDB Local charges a BatchGetItem nothing for items that do not exist. */
  @Test
  void getUnits_randomShard_areAProbeOfWhichLocalChargesTheHit() {
    ShardPlan random =
        ShardCountPlanner.builder().selection(Selection.RANDOM).build().plan(load().build());
    double misses = 0.5 * (random.shards() - 1);
    assertThat(consumedByGet("random") + misses).isEqualTo(random.getUnits().asDouble());
  }

  private double consumedByGet(String table) {
    return client(plain)
        .getItem(
            get ->
                get.tableName(table)
                    .key(key(7))
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .capacityUnits();
  }
}
