package dev.evenkeel.sharding.internal.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.FlowStepper.Ask;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Nothing is held back for a client that has died, and its row goes. Time passes in pauses only.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class AttendanceTest {
  private static final LayoutTimes TIMES = LayoutTimes.DEFAULT;
  private static final Duration THIRD = TIMES.lease().dividedBy(3);

  private final DynamoDbClient client;
  private final ShardingSpec spec;
  private final LayoutTable table =
      new LayoutTable("evenkeel-layouts", "clicks", () -> Instant.EPOCH);
  private final LayoutRecord ready;
  private final Registration dead = new Registration("dead", 7, 0, "the host that died", "1");
  private Registration living = Registration.fresh("living").beaten();
  private long now;
  private long beatenAt;
  private final RowWatch watch = new RowWatch(TIMES, () -> now);
  private final Attendance attendance = new Attendance(table, TIMES, watch, () -> now);

  AttendanceTest(LocalDynamoDb server) {
    client = server.isolated().client();
    try (LayoutStore store = LayoutStore.builder(client).build()) {
      store.createTable();
      spec =
          ShardingSpec.builder("clicks")
              .partitionKey("pk")
              .sortKey("sk")
              .shards(1)
              .layoutFrom(store)
              .build();
    }
    client.createTable(
        TableFixture.named("clicks")
            .partitionKey("pk", ScalarAttributeType.S)
            .sortKey("sk", ScalarAttributeType.S)
            .request());
    LayoutRecord first = first();
    LayoutRecord registering = first.ready(run(table.identity()));
    run(table.swap(first, registering));
    ready = registering.readyAndDrained();
    run(table.swap(registering, ready));
    run(table.clients().beat(living));
  }

  @AfterEach
  void close() {
    client.close();
  }

  private LayoutRecord first() {
    return LayoutRecord.first(TIMES.with(spec.layoutId()));
  }

  private <R> R run(Flow<R> flow) {
    Sender<Object> sends = Sender.sync(client, Sender.nothingElse());
    return SyncRunner.create()
        .run(
            flow,
            request -> request instanceof Pause pause ? passed(pause) : sends.send(request),
            Deadline.NONE);
  }

  /** The living client beats as clients do, and acknowledges each pause at once. */
  private Done passed(Pause pause) {
    now += pause.longest().toNanos();
    if (now - beatenAt >= THIRD.toNanos()) {
      beatenAt = now;
      living = living.beaten();
      run(table.clients().beat(living));
    }
    LayoutRecord record = record();
    if (record.state() == LayoutRecord.State.PAUSED) {
      run(table.clients().acknowledge(living.acknowledging(record.version(), record.change())));
    }
    return Done.DONE;
  }

  private LayoutRecord record() {
    return run(table.read(first()));
  }

  private Duration since(long then) {
    return Duration.ofNanos(now - then);
  }

  private LayoutEdits edits() {
    return edits(watch);
  }

  private LayoutEdits edits(RowWatch seen) {
    return new LayoutEdits(
        "clicks",
        spec.logicalKey(),
        table,
        TIMES,
        first(),
        seen,
        () -> now,
        new WritingRegions("clicks", true));
  }

  private int shards() {
    PieceBounds bounds = PieceBounds.of(spec, AttributeValue.fromS("hot"), null);
    return run(edits().pieceAdded(bounds, 4)).last().shards();
  }

  @Test
  void missing_clientsThatAct_areNotAndAreSeenSoonerNextTime() {
    assertThat(run(attendance.missing())).isEmpty();
    assertThat(since(0)).isBetween(THIRD, THIRD.plusSeconds(2));

    passed(Pause.of(TIMES.lease().dividedBy(2)));
    long then = now;
    assertThat(run(attendance.missing())).isEmpty();
    assertThat(since(then)).isZero();
  }

  @Test
  void missing_clientThatHasDied_isUntilNothingOfItCanHappen() {
    run(table.clients().beat(dead));
    assertThat(run(attendance.missing())).containsExactly(dead);
    assertThat(since(0)).isBetween(TIMES.lease(), TIMES.lease().plusSeconds(4));

    long then = now;
    assertThat(run(attendance.missing())).containsExactly(dead);
    assertThat(since(then)).as("known to stand still").isZero();

    passed(Pause.of(TIMES.drained()));
    assertThat(run(attendance.missing())).isEmpty();
  }

  @Test
  void acknowledgement_ofAClientThatIsSetBack_countsNoMore() {
    LayoutSession session = new LayoutSession(TIMES, () -> now, () -> now);
    SessionFlows flows =
        new SessionFlows(
            table, session, first(), () -> now, () -> Registration.fresh("acknowledging"));
    LayoutRecord paused =
        ready.paused(new Change(AttributeValue.fromS("hot"), Pieces.shards(1), 4));
    run(flows.refresh());
    run(table.swap(ready, paused));
    run(flows.poll());
    run(flows.acknowledge());
    assertThat(run(table.clients().rows()))
        .extracting(Registration::ack)
        .containsExactlyInAnyOrder(0L, paused.version());
    run(table.swap(paused, paused.aborted()));
    run(flows.refresh());

    Map<String, AttributeValue> backup = new HashMap<>(LayoutFormat.item(ready));
    backup.putAll(LayoutTable.key(table.partition(), "record"));
    client.putItem(put -> put.tableName("evenkeel-layouts").item(backup));
    run(flows.refresh());
    assertThat(session.isSetBack()).isTrue();
    run(flows.refresh());
    assertThat(run(table.clients().rows())).extracting(Registration::ack).containsOnly(0L);
  }

  @Test
  void missing_thatNobodyWantsToKnowAnyMore_looksNoFurther() {
    run(table.clients().beat(dead));
    boolean[] isWanted = {true};
    long until = TIMES.lease().dividedBy(5).toNanos();
    assertThat(
            run(
                attendance.missing(
                    () -> {
                      isWanted[0] &= now < until;
                      return isWanted[0];
                    })))
        .isEmpty();
    assertThat(now).isEqualTo(until);
  }

  @Test
  void missing_clientThatRegistersMeanwhile_isNot() {
    run(attendance.missing());
    run(table.clients().beat(Registration.fresh("new").beaten()));
    assertThat(run(attendance.missing())).isEmpty();
  }

  @Tag("deep")
  @Test
  void pieceAdded_whileAClientHasDied_holdsNothingBackAndIsMadeLater() {
    run(table.clients().beat(dead));
    assertThatThrownBy(this::shards)
        .asInstanceOf(InstanceOfAssertFactories.type(LayoutChangeException.class))
        .returns(Reason.NOT_ACKNOWLEDGED, LayoutChangeException::reason)
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .hasMessageContaining(
            "Clients that are registered give no sign of life, in all 1: the host that")
        .hasMessageContaining("waits 20m 20s, delete their rows");
    assertThat(record()).as("a pause would be a version more").isEqualTo(ready);

    passed(Pause.of(TIMES.drained()));
    assertThat(shards()).isEqualTo(4);
    assertThat(record().version()).as("one pause").isEqualTo(ready.version() + 2);
    assertThat(run(table.clients().rows())).extracting(Registration::id).containsExactly("living");
  }

  @Test
  void ready_ofAnotherProcessOnATableThatWasSettled_deletesTheRowOfAClientThatHasDied() {
    run(table.clients().beat(dead));
    run(edits().settled());
    run(edits(new RowWatch(TIMES, () -> now)).ready(PieceBounds.ofAny(spec)));
    assertThat(run(table.clients().rows())).extracting(Registration::id).containsExactly("living");
    assertThat(shards()).isEqualTo(4);
  }

  @Test
  void forgetSilent_rowsThatHaveGone_areNotKept() {
    run(table.clients().beat(dead));
    assertThat(run(watch.forgetSilent(table))).isEqualTo(Done.DONE);
    run(table.clients().delete(dead));
    run(watch.forgetSilent(table));
    now += TIMES.drained().toNanos();
    assertThat(watch.waitedFor(List.of(dead), ready))
        .as("known no longer, so looked at for the first time")
        .containsExactly(dead);
  }

  @Test
  void forgetSilent_aDeleteFails_theOtherIsAwaited() {
    run(table.clients().beat(dead));
    run(watch.forgetSilent(table));
    now += TIMES.drained().toNanos();
    FlowStepper<Done> stepper = FlowStepper.of(watch.forgetSilent(table));
    stepper.asks().forEach(ask -> stepper.answer(ask.ticket(), run(Flow.ask(ask.request()))));
    List<Ask> deletes = stepper.asks();
    assertThat(deletes).as("of both rows").hasSize(2);

    stepper.fail(deletes.get(0).ticket(), new IllegalStateException("refused"));
    assertThat(stepper.asks()).isEmpty();
    assertThat(stepper.isOver()).isFalse();
    stepper.answer(deletes.get(1).ticket(), Done.DONE);
    assertThat(stepper.asks()).isEmpty();
    assertThat(stepper.failure()).hasMessage("refused");
  }
}
