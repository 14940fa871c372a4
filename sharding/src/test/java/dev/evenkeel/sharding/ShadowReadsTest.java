package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.LayoutStore.ShadowReads;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** A share of reads is compared while items move, and counted without values. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class ShadowReadsTest {
  private static final QueryRequest QUERY =
      QueryRequest.builder()
          .tableName(LiveTable.TABLE)
          .keyConditionExpression("pk = :pk")
          .expressionAttributeValues(Map.of(":pk", LiveTable.HOT))
          .consistentRead(true)
          .build();

  private final LiveTable table;
  private final LayoutStore store;
  private final Resharder resharder;

  ShadowReadsTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.store =
        LayoutStore.builder(table.plain)
            .times(LiveTable.LEASE, LiveTable.LATE)
            .shadowReads(1)
            .build();
    this.resharder =
        Resharder.of(LiveTable.spec(table.store()), table.sending(LayoutGuard.create()));
  }

  @AfterEach
  void close() {
    store.close();
    table.close();
  }

  private static GetItemRequest get(String sort) {
    return GetItemRequest.builder()
        .tableName(LiveTable.TABLE)
        .key(LiveTable.key("hot", sort))
        .consistentRead(true)
        .build();
  }

  private static PutItemRequest put(String sort) {
    return PutItemRequest.builder()
        .tableName(LiveTable.TABLE)
        .item(LiveTable.key("hot", sort))
        .build();
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void readsOfBothLayouts_areCounted_alsoWhereTheNewOneHoldsAnotherItem(Kind kind) {
    try (ClientUnderTest client =
        ShardedClients.guarded(kind, table.local, LiveTable.spec(store))) {
      assertCounted(client);
    }
  }

  private void assertCounted(ClientUnderTest client) {
    List.of("a", "b", "c").forEach(sort -> client.call(put(sort)));
    client.call(get("a"));
    assertThat(store.shadowReads()).as("nothing moves").isEqualTo(new ShadowReads(0, 0, 0));
    resharder.start(LiveTable.HOT, 4);
    client.call(put("a")); // moves it

    assertThat(client.call(QUERY).items())
        .extracting(item -> item.get("sk").s())
        .containsExactly("a", "b", "c");
    assertThat(store.shadowReads()).isEqualTo(new ShadowReads(1, 2, 0));
    client.call(get("b"));
    client.call(get("a"));
    assertThat(store.shadowReads()).isEqualTo(new ShadowReads(2, 3, 0));

    Map<String, AttributeValue> other =
        new HashMap<>(
            ShardedKeys.of(LiveTable.spec(store), table.editor().show())
                .toPhysical(LiveTable.key("hot", "b"))
                .get(1));
    other.put("v", AttributeValue.fromS("another"));
    table.plain.putItem(put -> put.tableName(LiveTable.TABLE).item(other));
    client.call(get("b"));
    client.call(QUERY);
    assertThat(store.shadowReads()).isEqualTo(new ShadowReads(3, 4, 2));
  }

  @Tag("deep")
  @Test
  void queriesOfAGlobalIndex_areNotCompared_forItMayFollowInAnyOrder() {
    ShardingSpec spec =
        ShardingSpec.builder(LiveTable.TABLE)
            .partitionKey("pk")
            .sortKey("sk")
            .globalIndex("byValue", "v")
            .shards(1)
            .layoutFrom(store)
            .build();
    ShardingDynamoDbClient global =
        ShardingDynamoDbClient.builder(table.sending(LayoutGuard.create())).table(spec).build();
    Map<String, AttributeValue> item = new HashMap<>(LiveTable.key("hot", "a"));
    item.put("v", AttributeValue.fromS("x"));
    global.putItem(put -> put.tableName(LiveTable.TABLE).item(item));
    resharder.start(LiveTable.HOT, 4);

    assertThat(
            global
                .query(
                    query ->
                        query
                            .tableName(LiveTable.TABLE)
                            .indexName("byValue")
                            .keyConditionExpression("pk = :pk")
                            .expressionAttributeValues(Map.of(":pk", LiveTable.HOT)))
                .items())
        .hasSize(1);
    assertThat(store.shadowReads()).isEqualTo(new ShadowReads(0, 0, 0));
  }
}
