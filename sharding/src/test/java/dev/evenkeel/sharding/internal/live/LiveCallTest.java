package dev.evenkeel.sharding.internal.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.sharding.internal.live.LiveCall.Scope;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.Pieces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class LiveCallTest {
  private static final AttributeValue HOT = AttributeValue.fromS("hot");
  private static final LayoutRecord READY =
      LayoutRecord.first("spec").ready("control").readyAndDrained();
  private static final LayoutRecord PAUSED = READY.paused(new Change(HOT, Pieces.shards(1), 4));

  private long now;
  private final LayoutSession session =
      new LayoutSession(
          new LayoutTimes(Duration.ofSeconds(20), Duration.ofMinutes(20)), () -> now, () -> now);
  private LayoutLease lease;
  private final FlowStepper<Done> call =
      FlowStepper.of(
          new LiveCall(
                  List.of(new Scope("clicks", session, () -> Set.of(HOT), false)), true, () -> now)
              .run(
                  planned -> {
                    lease = planned;
                    return Flow.ask(new Write());
                  }));

  private record Write() implements Request<Done> {}

  private void pass(int seconds) {
    now += Duration.ofSeconds(seconds).toNanos();
  }

  private void adopt(LayoutRecord record) {
    session.adopt(record, session.register(new Registration("id", 0, 0, "h", "1")), now);
  }

  private FlowStepper.Ask asked(Class<?> type) {
    FlowStepper.Ask ask = call.next();
    assertThat(ask).isNotNull();
    assertThat(ask.request()).isInstanceOf(type);
    return ask;
  }

  /**
   * A pause begins before the write is sent.
   *
   * @param again whether an attempt of it was sent before the pause, and not answered
   */
  private void isHeldBack(boolean again) {
    FlowStepper.Ask write = asked(Write.class);
    if (again) {
      lease.send("attempt 1");
    }
    adopt(PAUSED);
    SdkClientException stale = null;
    try {
      lease.send("attempt 2");
    } catch (SdkClientException e) {
      stale = e;
    }
    assertThat(stale).isNotNull();
    call.fail(write.ticket(), stale);
  }

  private LayoutUnknownException failsOnceItHasWaited() {
    assertThat(looks()).isNotEmpty();
    return (LayoutUnknownException) call.failure();
  }

  /** Waits to the end, and gives how long each pause was at most. */
  private List<Duration> looks() {
    List<Duration> looks = new ArrayList<>();
    for (FlowStepper.Ask ask = call.next(); ask != null; ask = call.next()) {
      looks.add(((Pause) ask.request()).longest());
      pass(1);
      adopt(PAUSED);
      call.answer(ask.ticket(), Done.DONE);
    }
    return looks;
  }

  @Test
  void run_heldBackForLong_looksEverMoreSeldom() {
    adopt(PAUSED);
    assertThat(looks())
        .startsWith(Duration.ofMillis(100), Duration.ofMillis(125), Duration.ofMillis(250))
        .contains(Duration.ofSeconds(1))
        .endsWith(Duration.ofMillis(100)); // no longer than a call may wait
  }

  @Test
  void run_plannedAnewAfterALongTime_waitsForAPauseAllTheSame() {
    adopt(READY);
    FlowStepper.Ask write = asked(Write.class);
    pass(60); // a slow request, or one that was retried
    adopt(PAUSED);
    call.fail(write.ticket(), new StaleLayoutException("clicks").asCause());
    FlowStepper.Ask pause = asked(Pause.class);
    adopt(PAUSED.aborted());
    call.answer(pause.ticket(), Done.DONE);
    call.answer(asked(Write.class).ticket(), Done.DONE);
    assertThat(call.next()).isNull();
    assertThat(call.result()).isEqualTo(Done.DONE);
  }

  @Test
  void run_afterItsClientHasEnded_failsAtOnce() {
    adopt(READY);
    session.end();
    assertThat(call.next()).isNull();
    assertThat(call.failure())
        .isInstanceOf(LayoutUnknownException.class)
        .hasMessageContaining("was closed before this call had ended. Nothing was written.");
  }

  @Test
  void run_heldBackBeforeItSends_failsAndSaysThatNothingWasWritten() {
    adopt(READY);
    isHeldBack(false);
    LayoutUnknownException failure = failsOnceItHasWaited();
    assertThat(failure.mayHaveWritten()).isFalse();
    assertThat(failure).hasMessageContaining("Nothing was written.");
  }

  @Test
  void run_heldBackAfterAnAttemptWithoutAnAnswer_failsAndSaysSo() {
    adopt(READY);
    isHeldBack(true);
    LayoutUnknownException failure = failsOnceItHasWaited();
    assertThat(failure.mayHaveWritten()).isTrue();
    assertThat(failure).hasMessageContaining("may have been applied");
  }
}
