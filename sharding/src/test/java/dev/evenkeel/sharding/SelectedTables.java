package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Tables of four kinds of selectors. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
abstract class SelectedTables {
  private static final ShardingSpec KEYED = spec("keyed").build();
  private static final ShardingSpec OUTSIDE =
      spec("outside").selector(ShardSelector.hashOf("id")).build();
  private static final ShardingSpec RANDOM =
      spec("random").selector(ShardSelector.random()).uniqueSortKeys().build();
  static final ShardingSpec WIDE =
      spec("wide").selector(ShardSelector.rotating()).uniqueSortKeys().shards(120).build();

  DynamoDbClient plain;

  static ShardingSpec.Builder spec(String table) {
    return ShardingSpec.builder(table).partitionKey("pk").sortKey("sk").shards(12);
  }

  static ClientUnderTest open(Kind kind, LocalDynamoDb local) {
    return ShardedClients.open(kind, local, KEYED, OUTSIDE, RANDOM, WIDE);
  }

  @BeforeAll
  void create(DynamoDbClient plain) {
    this.plain = plain;
    List.of(KEYED, OUTSIDE, RANDOM, WIDE).forEach(spec -> PhysicalTables.create(plain, spec));
  }

  static PutItemRequest.Builder put(String table, Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(table).item(item);
  }

  static GetItemRequest.Builder get(String table, Map<String, AttributeValue> key) {
    return GetItemRequest.builder().tableName(table).key(key);
  }
}
