package dev.evenkeel.sharding.internal.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The stored keys that compare with a value in another way than their logical keys do. */
class StoredKeysTest {
  @Test
  void exceptions_valueLongerThanAnyKey_looksOnlyAtKeysThatCanBe() {
    Set<String> looked = new HashSet<>();
    ShardingSpec spec =
        ShardingSpec.builder("table")
            .partitionKey("pk")
            .sortKey("sk")
            .shards(2)
            .shards(KeyRule.of("all", 2, key -> looked.add(key.s()) ? 2 : 0))
            .build();
    AttributeValue value = AttributeValue.fromS(".".repeat(20_000));
    assertThat(new ShardedTable(spec).storedKeys().exceptions(value, stored -> false)).isEmpty();
    assertThat(looked).isNotEmpty().hasSizeLessThan(KeySchema.PARTITION_KEY_BYTES_MAX + 10);
  }
}
