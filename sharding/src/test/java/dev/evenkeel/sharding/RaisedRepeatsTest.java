package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.RaisedFixture.HOT;
import static dev.evenkeel.sharding.RaisedFixture.found;
import static dev.evenkeel.sharding.RaisedFixture.item;
import static dev.evenkeel.sharding.RaisedFixture.ofKey;
import static dev.evenkeel.sharding.RaisedFixture.ofState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Writes and pages that begin before a count is raised, and come again after it. */
@Tag("deep")
@ExtendWith(LocalDynamoDbExtension.class)
class RaisedRepeatsTest {
  private final RaisedFixture tables;

  RaisedRepeatsTest(LocalDynamoDb local) {
    this.tables = new RaisedFixture(local);
  }

  @AfterEach
  void close() {
    tables.close();
  }

  private void raiseItems() {
    LayoutEditor.of(tables.drawn(), tables.plain).raise(8);
    awaitRenewals();
  }

  private void raiseIndex() {
    LayoutEditor.of(tables.indexed(2), tables.plain).raiseIndex("byState", 64);
    awaitRenewals();
  }

  /** Until the clients of the test have learned of a raise. */
  private static void awaitRenewals() {
    try {
      Thread.sleep(1_500);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static TransactWriteItemsRequest.Builder transaction() {
    return TransactWriteItemsRequest.builder()
        .transactItems(
            IntStream.range(0, 10)
                .mapToObj(
                    i ->
                        TransactWriteItem.builder()
                            .put(put -> put.tableName("items").item(item(i)))
                            .build())
                .toList());
  }

  private int stored() {
    return tables.plain.scan(scan -> scan.tableName("items")).count();
  }

  @Test
  void transaction_duringARaise_writesNoShardThatReadersMayNotKnow() {
    tables.createItems();
    ShardingDynamoDbClient client = tables.client(tables.drawn());
    LayoutEditor editor = LayoutEditor.of(tables.drawn(), tables.plain);
    CompletableFuture<Void> raise = CompletableFuture.runAsync(() -> editor.raise(16));
    int i = 0;
    while (!raise.isDone()) {
      Map<String, AttributeValue> item = item(i++);
      client.transactWriteItems(
          write ->
              write.transactItems(
                  TransactWriteItem.builder()
                      .put(put -> put.tableName("items").item(item))
                      .build()));
    }
    raise.join();
    assertThat(tables.physical("items", "pk"))
        .isSubsetOf(AttributeValue.fromS("hot.0"), AttributeValue.fromS("hot.1"));
  }

  @Test
  void transaction_repeatedWithItsTokenAfterARaise_isTheSameRequest() {
    tables.createItems();
    ShardingDynamoDbClient client = tables.client(tables.drawn());
    TransactWriteItemsRequest request = transaction().clientRequestToken("once").build();
    client.transactWriteItems(request);
    raiseItems();
    client.transactWriteItems(request);
    assertThat(stored()).isEqualTo(10);
  }

  @Test
  void transaction_repeatedWithItsTokenAfterARaiseOfAnIndex_isTheSameRequest() {
    tables.createIndexed();
    ShardingDynamoDbClient client = tables.client(tables.indexed(2));
    TransactWriteItemsRequest request = transaction().clientRequestToken("once").build();
    client.transactWriteItems(request);
    raiseIndex();
    client.transactWriteItems(request);
    assertThat(found(client, ofState())).hasSize(10);
  }

  @Test
  void transaction_withoutAnswerWhileACountIsRaised_isStoredOnce() {
    tables.createItems();
    ShardingDynamoDbClient client = tables.client(tables.drawn());
    tables.afterNextWrite.set(this::raiseItems);
    client.transactWriteItems(transaction().build());
    assertThat(stored()).isEqualTo(10);
  }

  @Test
  void put_withoutAnswerWhileACountIsRaised_isNotDrawnAnew() {
    tables.createItems();
    ShardingDynamoDbClient client = tables.client(tables.drawn());
    tables.afterNextWrite.set(this::raiseItems);
    assertThatThrownBy(() -> client.putItem(put -> put.tableName("items").item(item(1))))
        .isInstanceOfSatisfying(
            LayoutUnknownException.class, e -> assertThat(e.mayHaveWritten()).isTrue());
    assertThat(stored()).isEqualTo(1);
    assertThat(found(client, ofKey())).hasSize(1);
  }

  @Test
  void put_withoutAnswerWhileTheTableIsMadeReady_isNotDrawnAnew() {
    tables.createItems();
    ShardingDynamoDbClient client = tables.client(tables.drawn());
    tables.afterNextWrite.set(
        () -> {
          LayoutEditor.of(tables.drawn(), tables.plain).ready();
          awaitRenewals();
        });
    assertThatThrownBy(() -> client.putItem(put -> put.tableName("items").item(item(1))))
        .isInstanceOf(LayoutUnknownException.class);
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void batch_withoutAnswerWhileACountIsRaised_isNotStoredTwice() {
    tables.createItems();
    ShardingDynamoDbClient client = tables.client(tables.drawn());
    List<WriteRequest> puts = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Map<String, AttributeValue> item = item(i);
      puts.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
    }
    tables.afterNextWrite.set(this::raiseItems);
    assertThatThrownBy(
            () -> client.batchWriteItem(write -> write.requestItems(Map.of("items", puts))))
        .isInstanceOf(LayoutUnknownException.class);
    assertThat(stored()).isEqualTo(10);
  }

  @Test
  void addition_withoutAnswerWhileACountIsRaised_countsOnce() {
    tables.createCounters();
    ShardingDynamoDbClient client = tables.client(tables.counters());
    tables.afterNextWrite.set(
        () -> {
          LayoutEditor.of(tables.counters(), tables.plain).raise(8);
          awaitRenewals();
        });
    assertThatThrownBy(
            () ->
                client.updateItem(
                    update ->
                        update
                            .tableName("votes")
                            .key(Map.of("pk", HOT))
                            .updateExpression("ADD n :one")
                            .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))))
        .isInstanceOf(LayoutUnknownException.class);
    assertThat(client.getItem(get -> get.tableName("votes").key(Map.of("pk", HOT))).item().get("n"))
        .isEqualTo(AttributeValue.fromN("1"));
  }

  /** A caller handles the items of a page before the next one. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pages_ofAnIndexAcrossARaise_showEachItem(boolean deletes) {
    tables.createIndexed();
    ShardingDynamoDbClient client = tables.client(tables.indexed(2));
    for (int i = 0; i < 60; i++) {
      Map<String, AttributeValue> item = item(i);
      client.putItem(put -> put.tableName("items").item(item));
    }
    Set<String> seen = new TreeSet<>();
    QueryResponse page = client.query(ofState().toBuilder().limit(7).build());
    raiseIndex();
    while (true) {
      for (Map<String, AttributeValue> item : page.items()) {
        seen.add(item.get("sk").s());
        if (deletes) {
          client.deleteItem(
              delete -> delete.tableName("items").key(Map.of("pk", HOT, "sk", item.get("sk"))));
        } else {
          Map<String, AttributeValue> handled = new HashMap<>(item);
          handled.put("handled", HOT);
          client.putItem(put -> put.tableName("items").item(handled));
        }
      }
      if (!page.hasLastEvaluatedKey() || page.lastEvaluatedKey().isEmpty()) {
        break;
      }
      page =
          client.query(
              ofState().toBuilder().limit(7).exclusiveStartKey(page.lastEvaluatedKey()).build());
    }
    assertThat(seen).hasSize(60);
  }

  @Test
  void raise_ofAnIndexByAnOldSpec_hidesNothing() {
    tables.createIndexed();
    ShardingDynamoDbClient client = tables.client(tables.indexed(20));
    for (int i = 0; i < 40; i++) {
      Map<String, AttributeValue> item = item(i);
      client.putItem(put -> put.tableName("items").item(item));
    }
    LayoutEditor.of(tables.indexed(2), tables.plain).raiseIndex("byState", 5);
    awaitRenewals();
    assertThat(found(client, ofState())).hasSize(40);
  }

  @Test
  void restore_intoATableWithAnotherRecord_isRefused() {
    tables.createItems();
    ShardingSpec copy = tables.drawn().forTable("copy");
    tables.createItems("copy");
    ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(tables.guarded).table(tables.drawn()).table(copy).build();
    raiseItems();
    client.putItem(put -> put.tableName("items").item(item(1)));
    assertThatThrownBy(
            () ->
                client.restoreTableToPointInTime(
                    RestoreTableToPointInTimeRequest.builder()
                        .sourceTableName("items")
                        .targetTableName("copy")
                        .useLatestRestorableTime(true)
                        .build()))
        .hasMessageContaining("layout record");
  }
}
