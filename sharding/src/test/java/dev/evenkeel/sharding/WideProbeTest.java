package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Without maxProbe single items are found on as many shards as the key has, at a known cost. */
@ExtendWith(LocalDynamoDbExtension.class)
class WideProbeTest {

  /** DynamoDB Local charges nothing for a key that has no item; so the units are the plan's. */
  @Tag("deep")
  @ParameterizedTest
  @CsvSource({"SYNC, 22, 11", "ASYNC, 22, 11", "SYNC, 1024, 512", "ASYNC, 1024, 512"})
  void get_drawnShardsAndNoBound_findsTheItemAtHalfAUnitAShard(
      Kind kind, int shards, long units, LocalDynamoDb local, DynamoDbClient plain) {
    String table = "wide-" + kind + shards;
    ShardingSpec spec =
        ShardingSpec.builder(table)
            .partitionKey("pk")
            .sortKey("sk")
            .shards(shards)
            .selector(ShardSelector.random())
            .uniqueSortKeys()
            .build();
    PhysicalTables.create(plain, spec);
    Map<String, AttributeValue> item = with(key("a", "1"), "v", s("x"));
    try (ClientUnderTest client = ShardedClients.open(kind, local, spec)) {
      client.call(PutItemRequest.builder().tableName(table).item(item).build());
      GetItemRequest get = GetItemRequest.builder().tableName(table).key(key("a", "1")).build();
      assertThat(client.call(get).item()).isEqualTo(item);
      assertThat(ShardingDynamoDbClient.builder(plain).table(spec).build().explain(get).unitsMin())
          .isEqualTo(ReadWriteUnits.ofReads(CapacityUnits.of(units)));
      client.call(DeleteItemRequest.builder().tableName(table).key(key("a", "1")).build());
      assertThat(client.call(get).hasItem()).isFalse();
    }
  }
}
