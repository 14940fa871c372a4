package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

@ExtendWith(LocalDynamoDbExtension.class)
class ShardedKeysTest {
  private static ShardingSpec.Builder orders() {
    return ShardingSpec.builder("orders").partitionKey("day").sortKey("id").shards(200);
  }

  private static Map<String, AttributeValue> key(String day, String id) {
    return Map.of("day", fromS(day), "id", fromS(id));
  }

  @Test
  void toPhysical_calculatedShard_isTheKeyUnderWhichTheClientStoresIt(DynamoDbClient plain) {
    ShardingSpec spec = orders().build();
    PhysicalTables.create(plain, spec);
    DynamoDbClient sharded = ShardingDynamoDbClient.builder(plain).table(spec).build();
    Map<String, AttributeValue> item =
        Map.of("day", fromS("2014-07-09"), "id", fromS("o-1"), "total", fromN("7"));
    sharded.putItem(put -> put.tableName("orders").item(item));

    List<Map<String, AttributeValue>> physical = ShardedKeys.of(spec).toPhysical(item);

    assertThat(physical).hasSize(1);
    Map<String, AttributeValue> stored =
        plain.getItem(get -> get.tableName("orders").key(physical.get(0))).item();
    assertThat(stored).isNotEmpty().isNotEqualTo(item);
    assertThat(ShardedKeys.of(spec).toLogical(stored)).isEqualTo(item);
  }

  /** "2014-07-09.1, 2014-07-09.2 and so on through 2014-07-09.200". */
  @Test
  void toPhysical_drawnShard_isEveryShard() {
    ShardingSpec spec =
        orders()
            .selector(ShardSelector.random())
            .uniqueSortKeys()
            .suffixFormat(SuffixFormat.DEFAULT.startingAt(1))
            .build();
    assertThat(ShardedKeys.of(spec).toPhysical(key("2014-07-09", "o-1")))
        .isEqualTo(
            IntStream.rangeClosed(1, 200).mapToObj(i -> key("2014-07-09." + i, "o-1")).toList());
  }

  @Test
  void toPhysical_determinantBesideTheKey_tellsTheShardAndIsNotPartOfTheKey() {
    ShardingSpec spec = orders().selector(ShardSelector.hashOf("source")).build();
    Map<String, AttributeValue> withSource =
        Map.of("day", fromS("d"), "id", fromS("1"), "source", fromS("web"));
    assertThat(ShardedKeys.of(spec).toPhysical(withSource))
        .hasSize(1)
        .allSatisfy(key -> assertThat(key).containsOnlyKeys("day", "id"));
    assertThat(ShardedKeys.of(spec).toPhysical(key("d", "1"))).hasSize(200);
  }

  @Test
  void bothWays_keyRulesAndNumbers_roundTrip() {
    ShardingSpec spec =
        ShardingSpec.builder("orders")
            .partitionKey("day", ScalarAttributeType.N)
            .sortKey("id")
            .shards(1)
            .shards(KeyRule.exactly(fromN("7"), 20))
            .build();
    ShardedKeys keys = ShardedKeys.of(spec);
    for (String day : List.of("7", "8")) {
      Map<String, AttributeValue> logical = Map.of("day", fromN(day), "id", fromS("1"));
      Map<String, AttributeValue> physical = keys.toPhysical(logical).get(0);
      assertThat(physical.get("day").s()).startsWith(day);
      assertThat(keys.toLogical(physical)).isEqualTo(logical);
    }
  }

  @Test
  void toLogical_foreignOrKeylessAttributes_areReturnedAsTheyAre() {
    ShardedKeys keys = ShardedKeys.of(orders().build());
    assertThat(keys.toLogical(key("2014-07-09", "1"))).isEqualTo(key("2014-07-09", "1"));
    assertThat(keys.toLogical(Map.of("total", fromN("1")))).isEqualTo(Map.of("total", fromN("1")));
  }

  @Test
  void toPhysical_incompleteKey_isRefused() {
    ShardedKeys keys = ShardedKeys.of(orders().build());
    assertThatThrownBy(() -> keys.toPhysical(Map.of("id", fromS("1"))))
        .isInstanceOf(SdkException.class)
        .hasMessageContaining("'day' is missing");
    assertThatThrownBy(() -> keys.toPhysical(Map.of("day", fromS("d"))))
        .isInstanceOf(SdkException.class)
        .hasMessageContaining("'id' is missing");
  }

  @Test
  void bothWays_oneShard_changeNothing() {
    ShardedKeys keys = ShardedKeys.of(orders().shards(1).build());
    assertThat(keys.toPhysical(key("d", "1"))).containsExactly(key("d", "1"));
    assertThat(keys.toLogical(key("d.0", "1"))).isEqualTo(key("d.0", "1"));
  }
}
