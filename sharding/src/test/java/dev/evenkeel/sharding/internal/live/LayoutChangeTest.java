package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.internal.live.LayoutChange.From;
import dev.evenkeel.sharding.internal.live.LayoutChange.GivenUp;
import dev.evenkeel.sharding.internal.live.LayoutChange.Published;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Whom a change names that was given up: those who did not answer it, and nobody else. */
@ExtendWith(LocalDynamoDbExtension.class)
class LayoutChangeTest {
  private static final AttributeValue KEY = AttributeValue.fromS("hot");
  private static final LayoutRecord FIRST = LayoutRecord.first("spec");
  private static final LayoutTimes TIMES = LayoutTimes.DEFAULT;

  private static final String CONTROL = "evenkeel-layouts";

  private final DynamoDbClient control;
  private final LayoutTable table = new LayoutTable(CONTROL, "clicks", () -> Instant.EPOCH);

  /** The key of the record. */
  private final Map<String, AttributeValue> key =
      LayoutTable.key(table.partition(), LayoutTable.RECORD);

  private final Registration client = Registration.fresh("client").beaten();

  /** What others do while the change waits, each time that it looks at the clock. */
  private final Queue<Runnable> meanwhile = new ArrayDeque<>();

  private long now;

  LayoutChangeTest(LocalDynamoDb server) {
    control = server.isolated().client();
    createControlTable();
    LayoutRecord registering = FIRST.ready(run(table.identity()));
    run(table.swap(FIRST, registering));
    run(table.swap(registering, registering.readyAndDrained()));
    run(table.clients().beat(client));
  }

  private void createControlTable() {
    try (LayoutStore store = LayoutStore.builder(control).build()) {
      store.createTable();
    }
  }

  @AfterEach
  void close() {
    control.close();
  }

  private <R> R run(Flow<R> flow) {
    return SyncRunner.create().run(flow, Sender.sync(control, Sender.nothingElse()), Deadline.NONE);
  }

  private LayoutRecord record() {
    return run(table.read(FIRST));
  }

  private long nanos() {
    Runnable others = meanwhile.poll();
    if (others != null) {
      others.run();
    }
    return now;
  }

  private GivenUp givenUp() {
    return (GivenUp) added();
  }

  private LayoutChange.End added() {
    LayoutChange change =
        new LayoutChange(
            table,
            TIMES,
            FIRST,
            new Change(KEY, Pieces.shards(1), 4),
            under -> Flow.of(new From(null)),
            this::nanos,
            ModelStore::inOneRegion);
    return run(change.added(record(), new RowWatch(TIMES, () -> now)));
  }

  private void giveUpThePause() {
    LayoutRecord paused = record();
    run(table.swap(paused, paused.aborted()));
  }

  private void beLate() {
    now += LayoutChange.PAUSE_MAX.toNanos() + 1;
  }

  @Test
  void added_whileAClientSaysNothing_namesIt() {
    meanwhile.add(() -> {});
    meanwhile.add(this::beLate);
    assertThat(givenUp().waitedFor()).containsExactly(client);
    assertThat(record().change()).isNull();
  }

  @Test
  void added_whileAClientSaysNothingAndGivesThePauseUp_namesIt() {
    meanwhile.add(this::giveUpThePause);
    meanwhile.add(this::beLate);
    assertThat(givenUp().waitedFor()).containsExactly(client);
  }

  @Test
  void added_onceOthersHaveGivenThePauseUp_waitsForNobodyAnyMore() {
    meanwhile.add(() -> {});
    meanwhile.add(this::giveUpThePause);
    GivenUp end = givenUp();
    assertThat(end.waitedFor()).isEmpty();
    assertThat(end.record()).isEqualTo(record());
  }

  /** As an operator's command that joins a pause which heat has begun. */
  @Test
  void added_onceOthersHaveAddedThePiece_isAdded() {
    meanwhile.add(() -> {});
    meanwhile.add(
        () -> {
          LayoutRecord paused = record();
          run(table.swap(paused, paused.published(AttributeValue.fromN("7"))));
        });
    assertThat(added()).isEqualTo(new Published(record()));
    assertThat(record().base().keys()).containsKey(KEY);
  }

  /** As whoever was stopped during a pause finds when it is woken. */
  @Test
  void added_afterAnotherPauseHasCome_namesNobody() {
    meanwhile.add(
        () -> {
          giveUpThePause();
          LayoutRecord ready = record();
          LayoutRecord other = ready.paused(new Change(KEY, Pieces.shards(1), 8));
          run(table.swap(ready, other));
          run(table.clients().acknowledge(client.acknowledging(other.version(), other.change())));
        });
    meanwhile.add(this::beLate);
    GivenUp end = givenUp();
    assertThat(end.waitedFor()).isEmpty();
    assertThat(end.record()).isEqualTo(record());
    assertThat(record().change()).as("the change of the other").isNotNull();
  }

  /** The record was put back after another change had reached the version of this one's pause. */
  @ParameterizedTest
  @CsvSource({"other, 4, false", "hot, 8, false", "hot, 4, true"})
  void added_whileAnAcknowledgementIsOfAnotherPause_waitsForThatClient(
      String key, int shards, boolean moves) {
    Change other = new Change(AttributeValue.fromS(key), Pieces.shards(1), shards, moves);
    run(table.clients().acknowledge(client.acknowledging(record().paused(other).version(), other)));
    meanwhile.add(() -> {});
    meanwhile.add(this::beLate);
    assertThat(givenUp().waitedFor()).extracting(Registration::id).containsExactly("client");
  }

  /** As libraries from before that do not say what a pause was for. */
  @Test
  void added_whileAnAcknowledgementIsOfAClientFromBefore_countsIt() {
    long paused = record().version() + 1;
    Map<String, AttributeValue> row = new HashMap<>(table.clients().rowKey("client"));
    row.put("beat", AttributeValue.fromN("1"));
    row.put("ack", AttributeValue.fromN(Long.toString(paused)));
    control.putItem(one -> one.tableName(CONTROL).item(row));
    assertThat(added()).isInstanceOf(Published.class);
  }

  @Test
  void added_onceTheRecordIsGone_writesNothingAndSaysSo() {
    meanwhile.add(() -> {});
    meanwhile.add(() -> control.deleteItem(one -> one.tableName(CONTROL).key(key)));
    assertSetBack();
    assertThat(record()).isEqualTo(FIRST);
  }

  /** As an operator who puts the record of a backup back. */
  @Test
  void added_onceTheRecordIsSetBack_writesNothingAndSaysSo() {
    Map<String, AttributeValue> before =
        control.getItem(one -> one.tableName(CONTROL).key(key)).item();
    LayoutRecord ready = record();
    meanwhile.add(() -> {});
    meanwhile.add(() -> control.putItem(one -> one.tableName(CONTROL).item(before)));
    assertSetBack();
    assertThat(record()).isEqualTo(ready);
  }

  /** Put back by hand, and changed from there. */
  @Test
  void added_onceTheRecordIsAnotherOfTheSameVersion_writesNothingAndSaysSo() {
    LayoutRecord ready = record();
    LayoutRecord other = ready.ready(requireNonNull(ready.control()));
    meanwhile.add(() -> {});
    meanwhile.add(() -> put(other));
    assertSetBack();
    assertThat(record()).isEqualTo(other);
  }

  private void put(LayoutRecord record) {
    Map<String, AttributeValue> item = new HashMap<>(LayoutFormat.item(record));
    item.putAll(key);
    control.putItem(one -> one.tableName(CONTROL).item(item));
  }

  /** With the record of now and no row, while the change looks at the clock. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void added_inAControlTableThatWasMadeAnewMeanwhile_isGivenUp(int looks) {
    IntStream.range(0, looks).forEach(look -> meanwhile.add(() -> {}));
    meanwhile.add(
        () -> {
          LayoutRecord now = record();
          control.deleteTable(one -> one.tableName(CONTROL));
          createControlTable();
          put(now);
        });
    assertThat(givenUp().waitedFor()).isEmpty();
    assertThat(record().state()).isEqualTo(State.READY);
    assertThat(record().drained()).isFalse();
    assertThat(record().base().keys()).isEmpty();
  }

  /** As one who finds another control table, and as a library from before that noted none. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void added_onceOthersHaveClientsRegisterAnew_isGivenUp(boolean isNoted) {
    meanwhile.add(() -> {});
    meanwhile.add(
        () -> {
          LayoutRecord next = record().registeringAnew("another");
          Map<String, AttributeValue> item = new HashMap<>(LayoutFormat.item(next));
          if (!isNoted) {
            item.remove("control");
          }
          put(LayoutFormat.record("clicks", item));
        });
    assertThat(givenUp().record()).isEqualTo(record());
  }

  /** Set back by one, and changed by others: one version more, and not by this change. */
  @Test
  void added_onceOthersHaveAddedAnotherPiece_isGivenUp() {
    LayoutRecord ready = record();
    AttributeValue other = AttributeValue.fromS("other");
    LayoutRecord paused = ready.paused(new Change(other, Pieces.shards(1), 4));
    meanwhile.add(() -> {});
    meanwhile.add(() -> put(paused.published(null)));
    assertThat(added()).isInstanceOf(GivenUp.class);
    assertThat(record().base().keys()).containsOnlyKeys(other);
  }

  private void assertSetBack() {
    assertThatThrownBy(this::added)
        .isInstanceOf(LayoutUnknownException.class)
        .hasMessageContaining("was deleted or set back while this step went on");
  }
}
