package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.internal.live.LayoutTimes;
import dev.evenkeel.sharding.internal.live.Pausing;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

/** Changes of a layout that meet what other clients do. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class LiveChangeTest {
  private final LiveTable table;
  private final LayoutEditor editor;

  LiveChangeTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.editor = table.editor();
  }

  @AfterEach
  void close() {
    table.close();
  }

  /** A request that never ends, the first of a store; others pass. */
  private static final class Hanging implements ExecutionInterceptor {
    private final AtomicBoolean isFirst = new AtomicBoolean(true);

    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes attributes) {
      if (isFirst.getAndSet(false)) {
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw AbortedException.create("interrupted", e);
        }
      }
    }
  }

  @Tag("deep")
  @Test
  void call_requestOfItsStoreHangs_isSentAllTheSame() {
    LayoutStore store = table.store(table.sending(new Hanging()));
    ShardingDynamoDbClient client = table.client(store, LayoutGuard.create());
    LiveTable.put(client, "hot", "a");
    assertThat(
            client
                .getItem(get -> get.tableName(LiveTable.TABLE).key(LiveTable.key("hot", "a")))
                .hasItem())
        .isTrue();
  }

  /** Pauses the writes of the hot key, and waits until the one client acts on that. */
  private void pause() throws InterruptedException {
    editor.ready();
    long version =
        Pausing.begin(
            LiveTable.spec(table.store()),
            new LayoutTimes(LiveTable.LEASE, LiveTable.LATE),
            table.plain,
            LiveTable.HOT);
    while (editor.clients().stream().noneMatch(client -> client.acknowledged() == version)) {
      Thread.sleep(10);
    }
  }

  private static QueryRequest page(@Nullable Map<String, AttributeValue> startKey) {
    return QueryRequest.builder()
        .tableName(LiveTable.TABLE)
        .indexName("byValue")
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", LiveTable.HOT))
        .exclusiveStartKey(startKey)
        .limit(1)
        .build();
  }

  @Tag("deep")
  @Test
  void query_ofAnIndexInAPause_goesOnFromAStartKeyOfBefore() throws Exception {
    ShardingDynamoDbClient client = table.client();
    for (String sort : List.of("a", "b", "c")) {
      Map<String, AttributeValue> item = new HashMap<>(LiveTable.key("hot", sort));
      item.put("v", AttributeValue.fromS("same"));
      client.putItem(put -> put.tableName(LiveTable.TABLE).item(item));
    }
    QueryResponse first = client.query(page(null));
    pause();
    QueryResponse second = client.query(page(first.lastEvaluatedKey()));
    editor.abort();
    QueryResponse third = client.query(page(second.lastEvaluatedKey()));
    assertThat(Stream.of(first, second, third).map(each -> each.items().get(0).get("sk").s()))
        .containsExactlyInAnyOrder("a", "b", "c");
    assertThat(second.lastEvaluatedKey()).containsOnlyKeys("pk", "sk", "v");
  }

  @Tag("deep")
  @Test
  void transactGetItems_ofMoreItemsThanFitTwiceInAPause_waits() throws Exception {
    ShardingDynamoDbClient client = table.client();
    LiveTable.put(client, "hot", "s7");
    pause();
    CompletableFuture<TransactGetItemsResponse> reading =
        CompletableFuture.supplyAsync(() -> client.transactGetItems(manyReads()));
    client.getItem(get -> get.tableName(LiveTable.TABLE).key(LiveTable.key("hot", "s7")));
    editor.abort();
    assertThat(reading.join().responses()).hasSize(60);
    assertThat(reading.join().responses().get(7).item()).isEqualTo(LiveTable.key("hot", "s7"));
  }

  private static TransactGetItemsRequest manyReads() {
    return TransactGetItemsRequest.builder()
        .transactItems(IntStream.range(0, 60).mapToObj(i -> read("hot", "s" + i)).toList())
        .build();
  }

  private static TransactGetItem read(String partition, String sort) {
    return TransactGetItem.builder()
        .get(get -> get.tableName(LiveTable.TABLE).key(LiveTable.key(partition, sort)))
        .build();
  }

  @Test
  void transactGetItems_ofAKeyThatCannotBe_isRefusedAsWithoutARecord() {
    TransactGetItemsRequest request =
        TransactGetItemsRequest.builder().transactItems(read("", "a")).build();
    assertThatThrownBy(() -> table.client().transactGetItems(request))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageStartingWith("TransactGetItems on 'clicks' refused: transactItems[0].get: ");
  }

  @Tag("deep")
  @Test
  void ready_rowOfAClientThatHasDied_isDeleted() {
    LiveTable.put(table.client(), "hot", "a");
    editor.ready();
    editor.settle();
    for (String id : List.of("dead", "bare")) {
      Map<String, AttributeValue> row =
          new HashMap<>(
              Map.of(
                  "pk",
                  AttributeValue.fromS(
                      LiveTable.TABLE + "#clients#" + Math.floorMod(id.hashCode(), 16)),
                  "sk",
                  AttributeValue.fromS(id)));
      if (id.equals("dead")) {
        row.put("beat", AttributeValue.fromN("7"));
      }
      table.plain.putItem(put -> put.tableName("evenkeel-layouts").item(row));
    }
    editor.ready();
    assertThat(editor.clients()).as("clients that act").hasSize(1);
  }

  @Tag("deep")
  @Test
  void addPiece_lookAlikeIsWrittenBeforeAllAreRegistered_isRefused() throws Exception {
    ShardingDynamoDbClient client = table.client();
    LiveTable.put(client, "hot", "a");
    CompletableFuture<?> adding =
        CompletableFuture.supplyAsync(() -> editor.addPiece(LiveTable.HOT, 4));
    while (!editor.show().state().equals("READY")) {
      Thread.sleep(10); // the shards were found free before
    }
    LiveTable.put(client, "hot.2", "a");
    assertThatThrownBy(adding::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .asInstanceOf(InstanceOfAssertFactories.type(LayoutChangeException.class))
        .returns(Reason.SHARDS_NOT_FREE, LayoutChangeException::reason)
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .hasMessageContaining("1 of the 4 partition keys of the new shards hold items already");
    assertThat(editor.show().state()).isEqualTo("READY");
    assertThat(
            table
                .plain
                .getItem(get -> get.tableName(LiveTable.TABLE).key(LiveTable.key("hot.2", "a")))
                .hasItem())
        .isTrue();
  }
}
