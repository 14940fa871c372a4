package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The passes of a move: planned, stopped, gone on with, verified. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class MovePassesTest {
  private static final int ITEMS = 60;

  private final LiveTable table;
  private final ShardingSpec spec;
  private final Resharder resharder;

  MovePassesTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.spec = LiveTable.spec(table.store());
    this.resharder = another();
    for (int i = 0; i < ITEMS; i++) {
      put(i, "x".repeat(1500));
    }
  }

  private Resharder another() {
    return Resharder.of(spec, table.sending(LayoutGuard.create()));
  }

  private void put(int number, String text) {
    Map<String, AttributeValue> item = new HashMap<>(LiveTable.key("hot", "s" + (100 + number)));
    item.put("text", AttributeValue.fromS(text));
    item.put("set", AttributeValue.fromSs(List.of("b", "a", "c")));
    table.plain.putItem(put -> put.tableName(LiveTable.TABLE).item(item));
  }

  @AfterEach
  void close() {
    table.close();
  }

  @Tag("deep")
  @Test
  void plan_ofAKey_isWhatTheMoveCosts() {
    MovePlan plan = resharder.plan(LiveTable.HOT, 4, MovePace.gentle());

    assertThat(plan.items()).isBetween(1L, (long) ITEMS);
    assertThat(plan.writeUnits()).isEqualTo(plan.items() * 5 * 2.0);
    assertThat(plan.moving().toMillis()).isCloseTo((long) (3 * plan.writeUnits()), within(1L));
    assertThat(plan.counted()).isTrue();
    assertThat(plan.unfit()).isZero();
    resharder.start(LiveTable.HOT, 4);
    assertThat(resharder.left()).isEqualTo(plan.items());
    assertThat(resharder.run()).isEqualTo(plan.items());
    assertThatThrownBy(() -> resharder.plan(LiveTable.HOT, 8, MovePace.gentle()))
        .hasMessageContaining("are being moved");
  }

  @Tag("deep")
  @Test
  void run_stopped_goesOnWhereItWas() {
    resharder.start(LiveTable.HOT, 4);
    long all = resharder.left();
    AtomicInteger looks = new AtomicInteger();
    MovePace slow = MovePace.gentle().unitsPerSecond(80).segments(1);

    long first = resharder.run(slow.until(() -> looks.incrementAndGet() > 3));

    MoveStatus.Pass stopped = resharder.status().run();
    assertThat(first).isPositive().isLessThan(all).isEqualTo(stopped.moved());
    assertThat(stopped.isDone()).isFalse();
    assertThat(stopped.unitsPerSecond()).isEqualTo(80);
    assertThat(another().run(MovePace.gentle().share(1))).isEqualTo(all - first);
    assertThat(resharder.status().run().moved()).isEqualTo(all);
    assertThat(resharder.left()).isZero();
  }

  @Tag("deep")
  @Test
  void run_twoProcessesAtATime_moveEachItemOnce() {
    resharder.start(LiveTable.HOT, 4);
    long all = resharder.left();

    CompletableFuture<Long> other = CompletableFuture.supplyAsync(() -> another().run());
    long moved = resharder.run();

    assertThat(moved + other.join()).isEqualTo(all);
    assertThat(resharder.verify().isUnchanged()).isTrue();
  }

  @Tag("deep")
  @Test
  void run_itemThatCannotBeMoved_movesTheOthersAndSaysWhy() {
    resharder.start(LiveTable.HOT, 4);
    long all = resharder.left();
    Map<String, AttributeValue> other = movedPlace();
    table.plain.putItem(put -> put.tableName(LiveTable.TABLE).item(other));

    for (int again = 0; again < 2; again++) {
      assertRefused(Reason.SHARDS_NOT_FREE, resharder::run);
      assertThat(resharder.left()).isEqualTo(1);
      assertThat(resharder.status().run().moved()).isEqualTo(again == 0 ? all - 1 : 0);
    }
    table.plain.deleteItem(delete -> delete.tableName(LiveTable.TABLE).key(other));
    assertThat(resharder.run()).isEqualTo(1);
    assertThat(resharder.verify().isUnchanged()).isTrue();
  }

  /** Where an item will be that moves. */
  private Map<String, AttributeValue> movedPlace() {
    ShardedKeys keys = ShardedKeys.of(spec, LayoutEditor.of(spec, table.plain).show());
    for (int i = 0; i < ITEMS; i++) {
      List<Map<String, AttributeValue>> places =
          keys.toPhysical(LiveTable.key("hot", "s" + (100 + i)));
      if (places.size() > 1) {
        return places.get(1);
      }
    }
    throw new AssertionError("no item moves");
  }

  @Tag("deep")
  @Test
  void run_rowsTakenAwayMeanwhile_isRefusedByReason() {
    resharder.start(LiveTable.HOT, 4);
    String control = LiveTable.spec(table.store()).layoutSource().table();
    MovePace slow = MovePace.gentle().unitsPerSecond(5);

    CompletableFuture<Long> run = CompletableFuture.supplyAsync(() -> resharder.run(slow));
    while (resharder.status().workers() == 0) {
      Thread.onSpinWait();
    }
    rows(control).forEach(key -> table.plain.deleteItem(del -> del.tableName(control).key(key)));

    assertThatThrownBy(run::join)
        .cause()
        .isInstanceOfSatisfying(
            LayoutChangeException.class, e -> assertThat(e.reason()).isEqualTo(Reason.OVERTAKEN));
  }

  /** The keys of the rows of the pass that moves. */
  private List<Map<String, AttributeValue>> rows(String control) {
    return table.plain.scan(scan -> scan.tableName(control)).items().stream()
        .map(row -> Map.of("pk", row.get("pk"), "sk", row.get("sk")))
        .filter(key -> key.get("pk").s().contains("#move#"))
        .toList();
  }

  @Test
  void verify_quietTable_provesTheItems_busyTable_thePlaces() {
    resharder.start(LiveTable.HOT, 4);
    resharder.run();
    MoveStatus quiet = resharder.verify();
    assertThat(quiet.isProved()).isTrue();
    assertThat(quiet.isUnchanged()).isTrue();
    assertThat(quiet.verified().items()).isEqualTo(ITEMS);
    resharder.finish();
    assertThat(resharder.status().verified().segments()).isZero();

    resharder.start(LiveTable.HOT, 6);
    try (ShardingDynamoDbClient client = table.client()) {
      LiveTable.put(client, "hot", "zzz");
    }
    resharder.run();
    MoveStatus busy = resharder.verify();
    assertThat(busy.isProved()).isTrue();
    assertThat(busy.isUnchanged()).isFalse();
    resharder.finish();
  }

  /** As a process leaves it that dies while it takes the rows of a pass away. */
  @Tag("deep")
  @Test
  void finish_afterRowsOfTheProofAreGone_isRefused() {
    resharder.start(LiveTable.HOT, 4);
    assertThat(resharder.verify().verified().left()).isPositive();
    assertThat(proof(row -> Integer.parseInt(row.get("left").n()) > 0)).isPositive();

    assertThat(resharder.status().isProved()).isFalse();
    assertThatThrownBy(resharder::finish)
        .isInstanceOfSatisfying(
            LayoutChangeException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.NOT_VERIFIED));
    assertThat(resharder.verify().verified().left()).isPositive();
    resharder.run();
    resharder.verify();
    resharder.finish();
  }

  /** Deletes rows of segments of the verifying pass, and says how many. */
  private int proof(Predicate<Map<String, AttributeValue>> which) {
    int gone = 0;
    for (Map<String, AttributeValue> row :
        table.plain.scan(scan -> scan.tableName(table.store().table())).items()) {
      if (row.get("pk").s().contains("#verify")
          && row.get("sk").s().startsWith("segment#")
          && which.test(row)) {
        table.plain.deleteItem(
            delete ->
                delete
                    .tableName(table.store().table())
                    .key(Map.of("pk", row.get("pk"), "sk", row.get("sk"))));
        gone++;
      }
    }
    return gone;
  }

  @Test
  void verify_ofAWholeTable_thereAndBack_provesTheItems() {
    LiveTable.put(table.plain, "cold", "a");
    for (int shards : List.of(3, 1)) {
      resharder.start(shards);
      resharder.run();
      MoveStatus status = resharder.verify();
      assertThat(status.isUnchanged()).as("%d shards: %s", shards, status).isTrue();
      assertThat(status.verified().items()).isEqualTo(ITEMS + 1);
      resharder.finish();
    }
  }

  @Tag("deep")
  @Test
  void verify_itemsLeft_isRefusedAndBegunAnewAfterTheNextRun() {
    resharder.start(LiveTable.HOT, 4);

    MoveStatus early = resharder.verify();

    assertThat(early.isProved()).isFalse();
    assertThat(early.verified().left()).isEqualTo(resharder.left());
    assertRefused(Reason.ITEMS_LEFT);
    resharder.run();
    assertRefused(Reason.NOT_VERIFIED);
    assertThat(resharder.verify().isProved()).isTrue();
    resharder.finish();
  }

  @Tag("deep")
  @Test
  void verify_strayItem_isFoundAndMended() {
    resharder.start(LiveTable.HOT, 4);
    resharder.run();
    Map<String, AttributeValue> stray = stray();
    table.plain.putItem(put -> put.tableName(LiveTable.TABLE).item(stray));

    assertThat(resharder.verify().verified().misplaced()).isEqualTo(1);
    assertRefused(Reason.ITEMS_UNFIT);
    table.plain.deleteItem(delete -> delete.tableName(LiveTable.TABLE).key(stray));
    assertThat(resharder.verify().isProved()).isTrue();
    resharder.finish();
  }

  /** A place of the key where neither layout looks for that sort key. */
  private Map<String, AttributeValue> stray() {
    ShardedKeys keys = ShardedKeys.of(spec, LayoutEditor.of(spec, table.plain).show());
    List<Map<String, AttributeValue>> right = keys.toPhysical(LiveTable.key("hot", "stray"));
    for (int shard = 0; shard < 4; shard++) {
      Map<String, AttributeValue> place = LiveTable.key("hot." + shard, "stray");
      if (!right.contains(place)) {
        return place;
      }
    }
    throw new AssertionError("all places are right");
  }

  private void assertRefused(Reason reason) {
    assertRefused(reason, resharder::finish);
  }

  private static void assertRefused(Reason reason, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            LayoutChangeException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }
}
