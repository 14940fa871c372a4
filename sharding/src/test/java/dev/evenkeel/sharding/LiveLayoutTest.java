package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.LiveTable.HOT;
import static dev.evenkeel.sharding.LiveTable.TABLE;
import static dev.evenkeel.sharding.LiveTable.hotSorts;
import static dev.evenkeel.sharding.LiveTable.key;
import static dev.evenkeel.sharding.LiveTable.time;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutFormatException;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
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
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** A table in production gets shards for its hot key while clients read and write it. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class LiveLayoutTest {
  private final LiveTable table;
  private final DynamoDbClient plain;

  LiveLayoutTest(LocalDynamoDb local) {
    this.table = new LiveTable(local, Duration.ofSeconds(3), Duration.ofSeconds(1));
    this.plain = table.plain;
  }

  @AfterEach
  void close() {
    table.close();
  }

  private static void put(DynamoDbClient client, String sort) {
    LiveTable.put(client, "hot", sort);
  }

  @Tag("deep")
  @Test
  void addPiece_toAPlainKey_spreadsItemsToComeAndMovesNone() {
    put(plain, time(1));
    put(plain, time(2));
    ShardingDynamoDbClient client = table.client();
    put(client, time(3));
    LayoutEditor editor = table.editor();
    Pieces pieces = editor.addPiece(HOT, 4);
    assertThat(pieces.list()).hasSize(2);
    assertThat(pieces.last().shards()).isEqualTo(4);
    for (int i = 4; i < 24; i++) {
      put(client, time(i));
    }
    List<String> times = new ArrayList<>();
    for (int i = 1; i < 24; i++) {
      times.add(time(i));
    }
    assertThat(hotSorts(client)).isEqualTo(times);
    assertThat(hotSorts(plain)).as("items below the piece are where they were").hasSize(3);
    assertThat(client.getItem(get -> get.tableName(TABLE).key(key("hot", time(9)))).hasItem())
        .isTrue();
    assertThat(client.scan(scan -> scan.tableName(TABLE)).items())
        .extracting(item -> item.get("pk"))
        .containsOnly(HOT);
    assertThat(editor.show().state()).isEqualTo("READY");
    assertThat(editor.clients()).hasSize(1);
    Pieces more = editor.addPiece(HOT, 8);
    assertThat(more.list()).hasSize(3);
    put(client, time(30));
    assertThat(hotSorts(client)).hasSize(24).endsWith(time(30));
  }

  @Tag("deep")
  @Test
  void addPiece_underLoad_losesNothingAndHidesNothing() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger next = new AtomicInteger();
    Set<String> written = new ConcurrentSkipListSet<>();
    List<Future<?>> work = new ArrayList<>();
    for (int w = 0; w < 3; w++) {
      ShardingDynamoDbClient writer = table.client();
      work.add(
          threads.submit(
              () -> {
                while (!stop.get()) {
                  String sort = time(next.incrementAndGet());
                  put(writer, sort);
                  written.add(sort);
                }
              }));
    }
    for (int r = 0; r < 2; r++) {
      ShardingDynamoDbClient reader = table.client();
      work.add(
          threads.submit(
              () -> {
                while (!stop.get()) {
                  Set<String> before = Set.copyOf(written);
                  List<String> found = hotSorts(reader);
                  assertThat(found).isSorted().doesNotHaveDuplicates().containsAll(before);
                }
              }));
    }
    LayoutEditor editor = table.editor();
    for (int shards : new int[] {3, 6}) {
      AttributeValue from = editor.addPiece(HOT, shards).last().from();
      while (written.stream().filter(sort -> sort.compareTo(from.s()) >= 0).count() < 50
          && work.stream().noneMatch(Future::isDone)) {
        Thread.sleep(20);
      }
    }
    stop.set(true);
    for (Future<?> each : work) {
      each.get();
    }
    threads.shutdown();
    assertThat(hotSorts(table.client())).containsExactlyElementsOf(written);
    assertThat(editor.show().keys().get(HOT).list()).hasSize(3);
  }

  @Test
  @Tag("deep")
  void call_withoutItsRecord_failsAfterAWhile_andHeals() {
    ShardingDynamoDbClient client = table.client();
    put(client, time(1));
    plain.deleteTable(delete -> delete.tableName("evenkeel-layouts"));
    assertThatThrownBy(
            () -> {
              while (true) { // as long as the lease holds
                put(client, time(2));
                Thread.sleep(100);
              }
            })
        .isInstanceOf(LayoutUnknownException.class)
        .hasMessageContaining("could not be read for 20 s")
        .hasCauseInstanceOf(ResourceNotFoundException.class);
    table.store().createTable();
    put(client, time(3));
    assertThat(hotSorts(client)).contains(time(1), time(3));
  }

  @Test
  @Tag("deep")
  void call_whoseRecordWasDeleted_failsAfterAWhile_untilTheBackupIsRestored() {
    ShardingDynamoDbClient client = table.client();
    put(client, time(1));
    table.editor().addPiece(HOT, 4);
    put(client, time(2));
    Map<String, AttributeValue> record =
        Map.of("pk", AttributeValue.fromS("clicks#layout"), "sk", AttributeValue.fromS("record"));
    String control = "evenkeel-layouts";
    Map<String, AttributeValue> backup =
        plain.getItem(get -> get.tableName(control).key(record)).item();
    plain.deleteItem(delete -> delete.tableName(control).key(record));
    assertThatThrownBy(
            () -> {
              while (true) { // as long as the lease holds
                assertThat(hotSorts(client)).containsExactly(time(1), time(2));
                Thread.sleep(100);
              }
            })
        .isInstanceOf(LayoutUnknownException.class)
        .hasMessageContaining("was deleted or set back")
        .hasMessageContaining("Nothing was written.");
    plain.putItem(put -> put.tableName(control).item(backup));
    put(client, time(3));
    assertThat(hotSorts(client)).containsExactly(time(1), time(2), time(3));
  }

  @Test
  void change_whoseRecordWasDeleted_isRefusedWhileClientsAreRegistered() {
    put(table.client(), time(1));
    LayoutEditor editor = table.editor();
    editor.ready();
    Map<String, AttributeValue> record =
        Map.of("pk", AttributeValue.fromS("clicks#layout"), "sk", AttributeValue.fromS("record"));
    plain.deleteItem(delete -> delete.tableName("evenkeel-layouts").key(record));
    Resharder resharder =
        Resharder.of(LiveTable.spec(table.store()), table.sending(LayoutGuard.create()));
    for (ThrowingCallable change :
        List.<ThrowingCallable>of(
            editor::ready,
            editor::planReady,
            () -> editor.addPiece(HOT, 4),
            () -> editor.plan(HOT, 4),
            () -> resharder.plan(null, 4, MovePace.gentle()),
            () -> resharder.start(4))) {
      assertThatThrownBy(change)
          .isInstanceOf(LayoutUnknownException.class)
          .hasMessageContaining("is not in 'evenkeel-layouts' any more")
          .hasMessageContaining("in all 1: ");
    }
    assertThat(plain.getItem(get -> get.tableName("evenkeel-layouts").key(record)).hasItem())
        .isFalse();
  }

  @Test
  void call_ofARecordOfAnotherSpec_isRefused() {
    table.editor().ready();
    ShardingSpec other = LiveTable.spec(table.store()).toBuilder().shards(4).build();
    assertThatThrownBy(() -> LayoutEditor.of(other, plain).show())
        .isInstanceOf(LayoutFormatException.class)
        .hasMessageContaining("this spec says");
  }

  @Test
  void addPiece_whereAPlainKeyReadsLikeAShard_isRefused() {
    put(plain, time(1));
    LiveTable.put(plain, "hot.2", "a");
    LayoutEditor editor = table.editor();
    assertThatThrownBy(() -> editor.addPiece(HOT, 4))
        .isInstanceOf(LayoutChangeException.class)
        .hasMessageContaining("1 of the 4 partition keys of the new shards hold items already");
    assertThat(editor.show().state()).isEqualTo("SETTLED");
  }

  @Test
  void build_withoutGuard_isRefused() {
    assertThatThrownBy(
            () ->
                ShardingDynamoDbClient.builder(plain).table(LiveTable.spec(table.store())).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("LayoutGuard.create()");
  }
}
