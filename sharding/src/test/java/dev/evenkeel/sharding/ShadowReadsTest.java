package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.LayoutStore.ShadowReads;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A share of reads is compared while items move, and counted without values. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class ShadowReadsTest {
  private final LiveTable table;
  private final LayoutStore store;
  private final ShardingDynamoDbClient client;
  private final Resharder resharder;

  ShadowReadsTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.store =
        LayoutStore.builder(table.plain)
            .times(LiveTable.LEASE, LiveTable.LATE)
            .shadowReads(1)
            .build();
    this.client = table.client(store, LayoutGuard.create());
    this.resharder =
        Resharder.of(LiveTable.spec(table.store()), table.sending(LayoutGuard.create()));
  }

  @AfterEach
  void close() {
    store.close();
    table.close();
  }

  private void get(String sort) {
    client.getItem(get -> get.tableName(LiveTable.TABLE).key(LiveTable.key("hot", sort)));
  }

  @Tag("deep")
  @Test
  void readsOfBothLayouts_areCounted_alsoWhereTheNewOneHoldsAnotherItem() {
    for (String sort : new String[] {"a", "b", "c"}) {
      LiveTable.put(client, "hot", sort);
    }
    get("a");
    assertThat(store.shadowReads()).as("nothing moves").isEqualTo(new ShadowReads(0, 0, 0));
    resharder.start(LiveTable.HOT, 4);
    LiveTable.put(client, "hot", "a"); // moves it

    assertThat(LiveTable.hotSorts(client)).containsExactly("a", "b", "c");
    assertThat(store.shadowReads()).isEqualTo(new ShadowReads(1, 2, 0));
    get("b");
    get("a");
    assertThat(store.shadowReads()).isEqualTo(new ShadowReads(2, 3, 0));

    Map<String, AttributeValue> other =
        new HashMap<>(
            ShardedKeys.of(LiveTable.spec(store), table.editor().show())
                .toPhysical(LiveTable.key("hot", "b"))
                .get(1));
    other.put("v", AttributeValue.fromS("another"));
    table.plain.putItem(put -> put.tableName(LiveTable.TABLE).item(other));
    get("b");
    LiveTable.hotSorts(client);
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

  @Test
  void shareOutsideOfZeroToOne_isRefused() {
    for (double share : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> LayoutStore.builder(table.plain).shadowReads(share).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("0 to 1");
    }
  }
}
