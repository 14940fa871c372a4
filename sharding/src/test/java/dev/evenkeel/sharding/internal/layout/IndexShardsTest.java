package dev.evenkeel.sharding.internal.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class IndexShardsTest {
  private static ShardedIndexSpec index(int shards) {
    return ShardedIndexSpec.multiAttribute("i" + shards, "x", shards);
  }

  private static AttributeValue value(ScalarAttributeType type, String text) {
    return switch (type) {
      case N -> AttributeValue.fromN(text);
      case B -> AttributeValue.fromB(SdkBytes.fromByteArray(HexFormat.of().parseHex(text)));
      default -> AttributeValue.fromS(text);
    };
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/vectors/v1/index-shards.csv", numLinesToSkip = 1)
  void shardOf_goldenKeys_isFrozen(
      ScalarAttributeType partitionType,
      String partition,
      ScalarAttributeType sortType,
      String sort,
      int of2,
      int of16,
      int of1024) {
    ShardingSpec.Builder spec =
        ShardingSpec.builder("t").partitionKey("pk", partitionType).shards(1);
    Map<String, AttributeValue> key = new HashMap<>();
    key.put("pk", value(partitionType, partition));
    if (sortType != null) {
      spec.sortKey("sk", sortType);
      key.put("sk", value(sortType, sort));
    }
    IndexShards shards = new ShardedTable(spec.shardedIndex(index(2)).build()).indexShards();
    assertThat(shards.shardOf(index(2), key)).isEqualTo(OptionalInt.of(of2));
    assertThat(shards.shardOf(index(16), key)).isEqualTo(OptionalInt.of(of16));
    assertThat(shards.shardOf(index(1024), key)).isEqualTo(OptionalInt.of(of1024));
  }

  @Test
  void of_keyThatIsNotWhole_isNone() {
    ShardingSpec spec =
        ShardingSpec.builder("t")
            .partitionKey("pk")
            .sortKey("sk", ScalarAttributeType.N)
            .shards(1)
            .shardedIndex(index(2))
            .build();
    IndexShards shards = new ShardedTable(spec).indexShards();
    AttributeValue text = AttributeValue.fromS("a");
    assertThat(shards.of(Map.of("pk", text))).isEmpty();
    assertThat(shards.of(Map.of("pk", text, "sk", text))).isEmpty();
    assertThat(shards.of(Map.of("pk", text, "sk", AttributeValue.fromN("x")))).isEmpty();
    assertThat(shards.of(Map.of("pk", text, "sk", AttributeValue.fromN("1"))))
        .containsOnlyKeys("evenkeel.i2");
  }
}
