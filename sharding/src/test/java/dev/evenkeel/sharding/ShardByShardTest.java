package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Shard by shard, pages of any limit hold every row once, wherever a filter hides rows. */
@ExtendWith(LocalDynamoDbExtension.class)
class ShardByShardTest {
  private static final ShardingSpec SPEC =
      ShardingSpec.builder("exported")
          .partitionKey("day")
          .sortKey("at")
          .shards(4)
          .order(ScatterOrder.SHARD_BY_SHARD)
          .build();

  @BeforeAll
  static void fill(DynamoDbClient plain) {
    PhysicalTables.create(plain, SPEC);
    DynamoDbClient sharded = ShardingDynamoDbClient.builder(plain).table(SPEC).build();
    for (int i = 0; i < 20; i++) {
      String at = "%04d".formatted(i);
      String f = Integer.toString(i % 5);
      sharded.putItem(
          put ->
              put.tableName("exported")
                  .item(Map.of("day", fromS("monday"), "at", fromS(at), "f", fromN(f))));
    }
  }

  private static QueryRequest query(int f, int limit, boolean forward) {
    return QueryRequest.builder()
        .tableName("exported")
        .keyConditionExpression("#day = :day AND #at >= :from")
        .filterExpression("#f = :f")
        .expressionAttributeNames(Map.of("#day", "day", "#at", "at", "#f", "f"))
        .expressionAttributeValues(
            Map.of(
                ":day", fromS("monday"),
                ":from", fromS("0000"),
                ":f", fromN(Integer.toString(f))))
        .limit(limit)
        .scanIndexForward(forward)
        .build();
  }

  private static List<String> drain(ClientUnderTest client, QueryRequest query, int limit) {
    List<String> rows = new ArrayList<>();
    int evaluated = 0;
    QueryResponse page = client.call(query);
    while (true) {
      page.items().forEach(item -> rows.add(item.get("at").s()));
      assertThat(page.count()).as("rows on a page").isLessThanOrEqualTo(limit);
      evaluated += page.scannedCount();
      if (page.lastEvaluatedKey().isEmpty()) {
        assertThat(evaluated).as("each row is evaluated once").isEqualTo(20);
        return rows;
      }
      page = client.call(query.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build());
    }
  }

  @KindsInTurn
  void query_filterHidesTheRowsAtAShardsEnd_losesNone(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest client = ShardedClients.open(kind, local, SPEC)) {
      for (int f = 0; f <= 5; f++) {
        int wanted = f;
        List<String> matching =
            IntStream.range(0, 20)
                .filter(i -> i % 5 == wanted)
                .mapToObj("%04d"::formatted)
                .toList();
        for (int limit : new int[] {1, 2, 3, 4, 5, 7, 20, 21}) {
          for (boolean forward : List.of(true, false)) {
            assertThat(drain(client, query(f, limit, forward), limit))
                .as("f = %d, limit %d, forward %s", f, limit, forward)
                .containsExactlyInAnyOrderElementsOf(matching);
          }
        }
      }
    }
  }
}
