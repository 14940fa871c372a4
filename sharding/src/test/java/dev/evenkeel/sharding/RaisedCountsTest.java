package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.RaisedFixture.HOT;
import static dev.evenkeel.sharding.RaisedFixture.byState;
import static dev.evenkeel.sharding.RaisedFixture.found;
import static dev.evenkeel.sharding.RaisedFixture.item;
import static dev.evenkeel.sharding.RaisedFixture.ofKey;
import static dev.evenkeel.sharding.RaisedFixture.ofState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.Layout.Raised;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Counts of drawn shards, counters and indexes are raised while clients read and write. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class RaisedCountsTest {
  private final RaisedFixture tables;
  private final DynamoDbClient plain;

  RaisedCountsTest(LocalDynamoDb local) {
    this.tables = new RaisedFixture(local);
    this.plain = tables.plain;
  }

  @AfterEach
  void close() {
    tables.close();
  }

  /** Runs an action of several clients over and over while something is done. */
  private static void during(Runnable change, List<Runnable> actions) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicBoolean stop = new AtomicBoolean();
    List<Future<?>> work = new ArrayList<>();
    for (Runnable action : actions) {
      work.add(
          threads.submit(
              () -> {
                while (!stop.get()) {
                  action.run();
                }
              }));
    }
    try {
      change.run();
    } finally {
      stop.set(true);
      threads.shutdown();
    }
    for (Future<?> each : work) {
      each.get();
    }
  }

  /** Waits until writers have learned of a raise. */
  private void awaitSpread(String table, String attribute, int values) {
    try {
      for (int i = 0; i < 3000 && tables.physical(table, attribute).size() < values; i++) {
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Runnable writing(ShardingDynamoDbClient writer, AtomicInteger next, Set<String> written) {
    return () -> {
      Map<String, AttributeValue> item = item(next.incrementAndGet());
      writer.putItem(put -> put.tableName("items").item(item));
      written.add(item.get("sk").s());
    };
  }

  private Runnable reading(ShardingDynamoDbClient reader, QueryRequest query, Set<String> written) {
    return () -> {
      Set<String> before = Set.copyOf(written);
      assertThat(found(reader, query)).containsAll(before);
    };
  }

  @Tag("deep")
  @Test
  void raise_ofDrawnShards_underLoad_hidesNothing() throws Exception {
    ShardingDynamoDbClient reader = tables.client(tables.drawn());
    tables.createItems();
    AtomicInteger next = new AtomicInteger();
    Set<String> written = new ConcurrentSkipListSet<>();
    LayoutEditor editor = LayoutEditor.of(tables.drawn(), plain);
    during(
        () -> {
          editor.raise(5);
          editor.raise(9);
          awaitSpread("items", "pk", 9);
        },
        List.of(
            writing(tables.client(tables.drawn()), next, written),
            writing(tables.client(tables.drawn()), next, written),
            reading(reader, ofKey(), written)));
    assertThat(found(reader, ofKey())).isEqualTo(written);
    assertThat(tables.physical("items", "pk")).hasSize(9);
    assertThat(editor.show().raised()).containsExactly(new Raised("items", List.of(2, 5, 9), true));
    assertThat(editor.clients()).as("nobody has to be registered").isEmpty();
    assertThat(ShardedKeys.of(tables.drawn(), editor.show()).toPhysical(item(1))).hasSize(9);
  }

  @Test
  void raise_ofAnIndex_underLoad_hidesNothing() throws Exception {
    ShardingDynamoDbClient reader = tables.client(tables.indexed(2));
    tables.createIndexed();
    AtomicInteger next = new AtomicInteger();
    Set<String> written = new ConcurrentSkipListSet<>();
    LayoutEditor editor = LayoutEditor.of(tables.indexed(2), plain);
    during(
        () -> {
          editor.raiseIndex("byState", 7);
          awaitSpread("items", "evenkeel.byState", 7);
        },
        List.of(
            writing(tables.client(tables.indexed(2)), next, written),
            reading(reader, ofState(), written)));
    assertThat(found(reader, ofState())).isEqualTo(written);
    assertThat(tables.physical("items", "evenkeel.byState")).hasSize(7);
    assertThat(paged(reader)).as("page by page").containsExactlyInAnyOrderElementsOf(written);
    assertThat(editor.show().raised())
        .containsExactly(new Raised("index byState", List.of(2, 7), true));
  }

  private static List<String> paged(DynamoDbClient client) {
    List<String> found = new ArrayList<>();
    client
        .queryPaginator(ofState().toBuilder().limit(5).build())
        .items()
        .forEach(item -> found.add(item.get("sk").s()));
    return found;
  }

  @Tag("deep")
  @Test
  void raise_ofCounters_underLoad_losesNoAddition() throws Exception {
    ShardingDynamoDbClient reader = tables.client(tables.counters());
    tables.createCounters();
    AtomicInteger added = new AtomicInteger();
    List<Runnable> actions = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ShardingDynamoDbClient writer = tables.client(tables.counters());
      actions.add(
          () -> {
            writer.updateItem(
                update ->
                    update
                        .tableName("votes")
                        .key(Map.of("pk", HOT))
                        .updateExpression("ADD n :one")
                        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
            added.incrementAndGet();
          });
    }
    actions.add(
        () -> {
          int before = added.get();
          assertThat(sum(reader)).isGreaterThanOrEqualTo(before);
        });
    LayoutEditor editor = LayoutEditor.of(tables.counters(), plain);
    during(
        () -> {
          editor.raise(6);
          awaitSpread("votes", "pk", 6);
        },
        actions);
    assertThat(sum(reader)).isEqualTo(added.get());
    assertThat(tables.physical("votes", "pk")).hasSize(6);
  }

  private static int sum(DynamoDbClient client) {
    Map<String, AttributeValue> counter =
        client
            .getItem(get -> get.tableName("votes").key(Map.of("pk", HOT)).consistentRead(true))
            .item();
    return counter.containsKey("n") ? Integer.parseInt(counter.get("n").n()) : 0;
  }

  @Test
  void raise_thatWouldHideItems_isRefusedBeforeAnythingIsSent() {
    LayoutEditor calculated = LayoutEditor.of(tables.items().shards(4).build(), tables.guarded);
    assertThatThrownBy(() -> calculated.raise(8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("calculates shards");
    LayoutEditor byToken =
        LayoutEditor.of(
            tables.items().shards(4).selector(ShardSelector.byToken("t")).uniqueSortKeys().build(),
            tables.guarded);
    assertThatThrownBy(() -> byToken.raise(8)).hasMessageContaining("by a token");
    LayoutEditor inPieces =
        LayoutEditor.of(
            tables
                .items()
                .shards(Pieces.shards(2).from("t5", 4))
                .selector(ShardSelector.random())
                .uniqueSortKeys()
                .build(),
            tables.guarded);
    assertThatThrownBy(() -> inPieces.raise(8)).hasMessageContaining("has pieces");
    LayoutEditor drawn = LayoutEditor.of(tables.drawn(), plain);
    assertThatThrownBy(() -> drawn.raise(2)).hasMessageContaining("above that of its spec, 2");
    LayoutEditor bounded = LayoutEditor.of(tables.drawn().toBuilder().maxProbe(3).build(), plain);
    assertThatThrownBy(() -> bounded.raise(4)).hasMessageContaining("maxProbe");
    assertThatThrownBy(() -> drawn.raise(1025)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> drawn.raiseIndex("none", 8)).hasMessageContaining("no sharded index");
    assertThatThrownBy(() -> drawn.addPiece(HOT, 4)).hasMessageContaining("Raise its count");
    assertThatThrownBy(() -> LayoutEditor.of(tables.counters(), plain).addPiece(HOT, 4))
        .hasMessageContaining("have no pieces");
    assertThatThrownBy(() -> calculated.planRaise(8)).hasMessageContaining("calculates shards");
    tables.createItems();
    assertThat(drawn.planRaise(4)).isTrue();
    assertThat(drawn.show().version()).isEqualTo(1);
    drawn.raise(4);
    assertThat(drawn.planRaise(4)).isFalse();
    assertThatThrownBy(() -> drawn.raise(3)).isInstanceOf(LayoutChangeException.class);
    assertThatThrownBy(() -> drawn.planRaise(3)).isInstanceOf(LayoutChangeException.class);
    drawn.raise(4); // again: it is there
  }

  @Test
  @Tag("deep")
  void raise_ofWhatSharesANumberOrMayBePlain_isRefused() {
    KeyAttribute shared = KeyAttribute.ofNumber("shard");
    ShardingSpec two =
        tables
            .items()
            .shards(1)
            .shardedIndex(byState(2).shardAttribute(shared.name(), shared.type()))
            .shardedIndex(
                ShardedIndexSpec.numberFirst("byKind", "kind", 2)
                    .shardAttribute(shared.name(), shared.type()))
            .build();
    assertThatThrownBy(() -> LayoutEditor.of(two, tables.plain).raiseIndex("byState", 9))
        .hasMessageContaining("share a shard attribute");
    CounterSpec lookAlike =
        CounterSpec.builder("votes")
            .partitionKey("pk")
            .shards(2)
            .shards(KeyRule.exactly("hot.5", 1))
            .summed("n")
            .layoutFrom(tables.store())
            .build();
    assertThatThrownBy(() -> LayoutEditor.of(lookAlike, tables.plain).raise(8))
        .hasMessageContaining("plain keys");
  }
}
