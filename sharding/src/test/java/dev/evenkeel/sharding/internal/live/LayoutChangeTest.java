package dev.evenkeel.sharding.internal.live;

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
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
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
    try (LayoutStore store = LayoutStore.builder(control).build()) {
      store.createTable();
    }
    LayoutRecord registering = FIRST.ready(run(table.identity()));
    run(table.swap(FIRST, registering));
    run(table.swap(registering, registering.readyAndDrained()));
    run(table.clients().beat(client));
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

  private LayoutChange.Progress added() {
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
          run(table.clients().acknowledge(client.acknowledging(other.version())));
        });
    meanwhile.add(this::beLate);
    GivenUp end = givenUp();
    assertThat(end.waitedFor()).isEmpty();
    assertThat(end.record()).isEqualTo(record());
    assertThat(record().change()).as("the change of the other").isNotNull();
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

  private void assertSetBack() {
    assertThatThrownBy(this::added)
        .isInstanceOf(LayoutUnknownException.class)
        .hasMessageContaining("was deleted or set back while this step went on");
  }
}
