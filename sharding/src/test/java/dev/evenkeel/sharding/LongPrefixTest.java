package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * The smallest value past a prefix of 1,024 bytes can have 1,025, one more than a sort key may. A
 * page that ends among ties must not send that value.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class LongPrefixTest {
  /** U+007F is one byte, the next code point two. */
  private static final String LONGEST = "x".repeat(1023) + "\u007f";

  private static final ShardingSpec SPEC =
      ShardingSpec.builder("long")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(8)
          .selector(ShardSelector.hashOf("id"))
          .build();

  @Test
  void query_tiesUnderTheLongestPrefix_pagesThroughThemAll(
      LocalDynamoDb local, DynamoDbClient plain) {
    PhysicalTables.create(plain, SPEC);
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, SPEC)) {
      for (int i = 0; i < 12; i++) {
        client.call(put(LONGEST, i));
      }
      client.call(put("y", 0));
      int tied = plain.scan(scan -> scan.tableName("long")).count() - 1;
      assertThat(tied).as("shards that hold the sort key").isGreaterThan(2);
      for (boolean forward : new boolean[] {true, false}) {
        assertThat(pages(client, forward)).hasSize(tied).containsOnly(fromS(LONGEST));
      }
    }
  }

  private static PutItemRequest put(String sortKey, int id) {
    return PutItemRequest.builder()
        .tableName("long")
        .item(Map.of("pk", fromS("a"), "sk", fromS(sortKey), "id", fromS("id" + id)))
        .build();
  }

  private static List<AttributeValue> pages(ClientUnderTest client, boolean forward) {
    List<AttributeValue> found = new ArrayList<>();
    QueryRequest next =
        QueryRequest.builder()
            .tableName("long")
            .keyConditionExpression("pk = :pk AND begins_with(sk, :prefix)")
            .expressionAttributeValues(Map.of(":pk", fromS("a"), ":prefix", fromS(LONGEST)))
            .scanIndexForward(forward)
            .consistentRead(true)
            .limit(1)
            .build();
    while (true) {
      QueryResponse page = client.call(next);
      page.items().forEach(item -> found.add(item.get("sk")));
      if (page.lastEvaluatedKey().isEmpty()) {
        return found;
      }
      assertThat(found).as("paging ends").hasSizeLessThan(100);
      next = next.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    }
  }
}
