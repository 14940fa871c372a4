package dev.evenkeel.sharding.internal.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.internal.live.LayoutChange.End;
import dev.evenkeel.sharding.internal.live.LayoutChange.From;
import dev.evenkeel.sharding.internal.live.LayoutChange.GivenUp;
import dev.evenkeel.sharding.internal.live.LayoutChange.Published;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Instant;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Of processes that want the very same change one makes it, and the others stand aside. */
@ExtendWith(LocalDynamoDbExtension.class)
class DoublingTest {
  private static final AttributeValue KEY = AttributeValue.fromS("hot");
  private static final LayoutRecord FIRST = LayoutRecord.first("spec");
  private static final LayoutTimes TIMES = LayoutTimes.DEFAULT;
  private static final Change CHANGE = new Change(KEY, Pieces.shards(1), 2);

  private final DynamoDbClient control;
  private final LayoutTable table =
      new LayoutTable("evenkeel-layouts", "clicks", () -> Instant.EPOCH);
  private final LayoutRecord ready;
  private final LayoutRecord paused;
  private int looks;

  DoublingTest(LocalDynamoDb server) {
    control = server.isolated().client();
    try (LayoutStore store = LayoutStore.builder(control).build()) {
      store.createTable();
    }
    LayoutRecord registering = FIRST.ready(run(table.identity()));
    ready = registering.readyAndDrained();
    paused = ready.paused(CHANGE);
    run(table.swap(FIRST, registering));
    run(table.swap(registering, ready));
  }

  @AfterEach
  void close() {
    control.close();
  }

  private <R> R run(Flow<R> flow) {
    Sender<Object> sends = Sender.sync(control, Sender.nothingElse());
    Sender<Object> counting =
        Sender.answering(
            request -> {
              boolean isLook =
                  request instanceof TableCall<?> call && call.request() instanceof QueryRequest;
              looks += isLook ? 1 : 0;
              return sends.send(request);
            });
    return SyncRunner.create().run(flow, counting, Deadline.NONE);
  }

  /**
   * What becomes of a doubling by a process.
   *
   * @param free what happens after it has read the record
   */
  private End doubled(String by, Function<LayoutRecord, Flow<Done>> free) {
    return doubled(ready, by, free);
  }

  /** The same, of a key that was hot under another record. */
  private End doubled(LayoutRecord measured, String by, Function<LayoutRecord, Flow<Done>> free) {
    LayoutChange change =
        new LayoutChange(
            table,
            TIMES,
            FIRST,
            CHANGE,
            under -> Flow.of(new From(null)),
            () -> 0,
            ModelStore::inOneRegion);
    RowWatch watch = new RowWatch(TIMES, () -> 0);
    return run(new Doubling(change, measured.version(), free, watch, by).applied());
  }

  @Test
  void applied_whileAnotherBeginsTheVerySame_leavesThePauseToThatOne() {
    End end = doubled("b", now -> table.swap(ready, paused, "a").map(won -> Done.DONE));
    assertThat(end).isInstanceOf(GivenUp.class);
    assertThat(((GivenUp) end).waitedFor()).isEmpty();
    assertThat(run(table.read(FIRST))).isEqualTo(paused);
    assertThat(looks).as("looks at the rows").isZero();
  }

  /** As when the answer to the first attempt of its write was lost. */
  @Test
  void applied_whoseOwnWriteCameTwice_isMade() {
    End end = doubled("a", now -> table.swap(ready, paused, "a").map(won -> Done.DONE));
    assertThat(end).isInstanceOf(Published.class);
    assertThat(run(table.read(FIRST)).base().keys()).containsKey(KEY);
  }

  @Test
  void swap_thatSaysNobody_isMadeWhoeverWasFirst() {
    assertThat(run(table.swap(ready, paused, "a"))).isTrue();
    assertThat(run(table.swap(ready, paused))).isTrue();
    assertThat(run(table.swap(ready, paused, "b"))).isFalse();
  }

  @Test
  void applied_inAControlTableThatWasRestored_hasClientsRegisterAnewAndHoldsNothingBack() {
    LayoutRecord before = ready.registeringAnew("another").readyAndDrained();
    run(table.swap(ready, before));
    End end = doubled(before, "a", now -> Flow.done());
    assertThat(end).isInstanceOf(GivenUp.class);
    assertThat(run(table.read(FIRST)))
        .isEqualTo(before.registeringAnew(run(table.identity())))
        .returns(false, LayoutRecord::drained);
  }
}
