package dev.evenkeel.core.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.lease.Lease.Acquisition;
import dev.evenkeel.core.internal.lease.Lease.Acquisition.Busy;
import dev.evenkeel.core.internal.lease.Lease.Acquisition.Held;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** The requests of each flow, step by step. */
class LeasesTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final SdkClientException lost = SdkClientException.create("lost");
  private final OneItem item = new OneItem();
  private final List<String> asked = new ArrayList<>();

  /** The failures of the next reads and writes; then all succeed. */
  private final Deque<Runnable> mishaps = new ArrayDeque<>();

  private Runnable whilePaused = () -> {};
  private Request<?> current = Pause.of(Duration.ZERO);

  private <T> T run(Flow<T> flow) {
    asked.clear();
    return SyncRunner.create().run(flow, this::answer, Deadline.NONE);
  }

  private Object answer(Request<?> request) {
    if (request instanceof Pause pause) {
      asked.add("pause " + pause.longest());
      whilePaused.run();
      return Done.DONE;
    }
    asked.add(OneItem.isWrite(request) ? "write" : "read");
    Runnable mishap = mishaps.poll();
    if (mishap == null) {
      return item.serve(request);
    }
    current = request;
    mishap.run();
    return item.serve(request);
  }

  private void fine() {}

  private void lost() {
    throw lost;
  }

  private void lostAfterwards() {
    item.serve(current);
    throw lost;
  }

  private void sentTwice() {
    item.serve(current);
  }

  private Lease acquired(String owner) {
    return ((Held) run(Leases.tryAcquire(OneItem.PLACE, owner, MINUTE))).lease();
  }

  @Test
  void tryAcquire_nothingThere_firstFenceInTwoRequests() {
    Lease lease = acquired("a");

    assertThat(lease).isEqualTo(new Lease(OneItem.PLACE, "a", 1, 1, MINUTE));
    assertThat(asked).containsExactly("read", "write");
  }

  @Test
  void tryAcquire_heldByAnother_busyAndNothingIsWritten() {
    Lease lease = acquired("a");

    Acquisition second = run(Leases.tryAcquire(OneItem.PLACE, "b", Duration.ofMillis(1)));

    assertThat(second).isEqualTo(new Busy("a", 1, 1, MINUTE));
    assertThat(asked).containsExactly("read");
    assertThat(item.state().isOf(lease)).isTrue();
  }

  @Test
  void tryAcquire_heldByTheSameOwner_anewAndTheOldOneIsLost() {
    Lease first = acquired("a");

    Lease second = acquired("a");

    assertThat(second.fence()).isEqualTo(2);
    assertThatThrownBy(() -> run(Leases.renew(first)))
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            e -> {
              assertThat(e.fence()).isEqualTo(1);
              assertThat(e.owner()).isEqualTo("a");
              assertThat(e.holder()).isEqualTo("a");
              assertThat(e.table()).isEqualTo("control");
            });
  }

  @Test
  void tryAcquire_answerLost_foundByReading() {
    mishaps.addAll(List.of(this::fine, this::lostAfterwards));

    assertThat(acquired("a").fence()).isEqualTo(1);
    assertThat(asked).containsExactly("read", "write", "read");
  }

  @Test
  void tryAcquire_answerLostAndSentAgain_foundByReading() {
    mishaps.addAll(List.of(this::fine, this::sentTwice));

    assertThat(acquired("a").fence()).isEqualTo(1);
    assertThat(asked).containsExactly("read", "write", "read");
  }

  @Test
  void tryAcquire_requestLost_fails() {
    mishaps.addAll(List.of(this::fine, this::lost));

    assertThatThrownBy(() -> acquired("a")).isSameAs(lost);
    assertThat(asked).containsExactly("read", "write", "read");
  }

  @Test
  void tryAcquire_lookingAfterwardsFailsToo_firstFailureIsTold() {
    SdkClientException second = SdkClientException.create("second");
    mishaps.addAll(
        List.of(
            this::fine,
            this::lostAfterwards,
            () -> {
              throw second;
            }));

    assertThatThrownBy(() -> acquired("a")).isSameAs(lost).hasSuppressedException(second);
  }

  @Test
  void tryAcquire_anotherIsFaster_busy() {
    mishaps.addAll(List.of(this::fine, () -> quietly("b")));

    assertThat(run(Leases.tryAcquire(OneItem.PLACE, "a", MINUTE)))
        .isEqualTo(new Busy("b", 1, 1, MINUTE));
  }

  /** A concurrent acquisition between two requests of the flow under test. */
  private Lease quietly(String owner) {
    Acquisition acquisition =
        SyncRunner.create()
            .run(Leases.tryAcquire(OneItem.PLACE, owner, MINUTE), item::serve, Deadline.NONE);
    return ((Held) acquisition).lease();
  }

  private void quietly(Flow<?> flow) {
    SyncRunner.create().run(flow, item::serve, Deadline.NONE);
  }

  @Test
  void tryAcquire_anotherWasFasterAndIsGone_nextFence() {
    mishaps.addAll(List.of(this::fine, () -> quietly(Leases.release(quietly("b")))));

    assertThat(acquired("a").fence()).isEqualTo(2);
    assertThat(asked).containsExactly("read", "write", "read", "write");
  }

  @Test
  void tryAcquire_othersAreAlwaysFasterAndGone_failsAtLast() {
    Runnable faster = () -> quietly(Leases.release(quietly("b")));
    for (int i = 0; i < 120; i++) {
      mishaps.addAll(List.of(this::fine, faster));
    }

    assertThatThrownBy(() -> acquired("a")).isInstanceOf(ConditionalCheckFailedException.class);
    assertThat(asked).hasSize(201);
  }

  @Test
  void tryAcquire_newerFormat_refusedAndLeftAlone() {
    AttributeValue newer =
        AttributeValue.fromM(
            Map.of("format", AttributeValue.fromN("2"), "x", AttributeValue.fromS("y")));
    item.put(newer);

    assertThatThrownBy(() -> acquired("a"))
        .isInstanceOfSatisfying(
            LeaseFormatException.class, e -> assertThat(e.table()).isEqualTo("control"));
    assertThat(asked).containsExactly("read");
  }

  @Test
  void acquire_holderIsSilent_takenOverAfterOneLength() {
    acquired("a");

    Acquisition acquisition = run(Leases.acquire(OneItem.PLACE, "b", Duration.ofMillis(5)));

    assertThat(acquisition)
        .isEqualTo(new Held(new Lease(OneItem.PLACE, "b", 2, 1, Duration.ofMillis(5))));
    assertThat(asked).containsExactly("read", "pause PT1M", "read", "write");
  }

  @Test
  void acquire_holderRenews_busyAndNothingIsWritten() {
    Lease lease = acquired("a");
    whilePaused = () -> quietly(Leases.renew(lease));

    assertThat(run(Leases.acquire(OneItem.PLACE, "b", MINUTE)))
        .isEqualTo(new Busy("a", 1, 2, MINUTE));
    assertThat(asked).containsExactly("read", "pause PT1M", "read");
  }

  @Test
  void acquire_holderReleases_takenWithTheNextFence() {
    Lease lease = acquired("a");
    whilePaused = () -> quietly(Leases.release(lease));

    Acquisition acquisition = run(Leases.acquire(OneItem.PLACE, "b", MINUTE));

    assertThat(acquisition).isEqualTo(new Held(new Lease(OneItem.PLACE, "b", 2, 1, MINUTE)));
  }

  @Test
  void acquire_holderRenewsAtTheLastMoment_busy() {
    Lease lease = acquired("a");
    mishaps.addAll(List.of(this::fine, this::fine, () -> quietly(Leases.renew(lease))));

    assertThat(run(Leases.acquire(OneItem.PLACE, "b", MINUTE)))
        .isEqualTo(new Busy("a", 1, 2, MINUTE));
  }

  @Test
  void renew_held_nextVersionInOneRequest() {
    Lease lease = acquired("a");

    Lease renewed = run(Leases.renew(lease));

    assertThat(renewed).isEqualTo(new Lease(OneItem.PLACE, "a", 1, 2, MINUTE));
    assertThat(asked).containsExactly("write");
  }

  @Test
  void renew_answerLost_writtenOnceMore() {
    Lease lease = acquired("a");
    mishaps.add(this::lostAfterwards);

    assertThat(run(Leases.renew(lease)).version()).isEqualTo(3);
    assertThat(asked).containsExactly("write", "read", "write");
  }

  @Test
  void renew_bothAnswersLost_foundByReading() {
    Lease lease = acquired("a");
    mishaps.addAll(List.of(this::lostAfterwards, this::fine, this::lostAfterwards));

    assertThat(run(Leases.renew(lease)).version()).isEqualTo(3);
    assertThat(asked).containsExactly("write", "read", "write", "read");
  }

  /** The version that an earlier call wrote may be old already: others have watched it since. */
  @Test
  void renew_earlierCallArrivedLate_isNotTakenForThisOne() {
    Lease lease = acquired("a");
    quietly(Leases.renew(lease));

    assertThat(run(Leases.renew(lease)).version()).isEqualTo(3);
    assertThat(asked).containsExactly("write", "read", "write");
  }

  @Test
  void renew_requestsLost_failsAndMayBeRepeated() {
    Lease lease = acquired("a");
    mishaps.addAll(List.of(this::lost, this::fine, this::lost));

    assertThatThrownBy(() -> run(Leases.renew(lease))).isSameAs(lost);
    assertThat(run(Leases.renew(lease)).version()).isEqualTo(2);
  }

  @Test
  void renew_takenOver_lostAndItemLeftAlone() {
    Lease lease = acquired("a");
    run(Leases.acquire(OneItem.PLACE, "b", MINUTE));
    LeaseState before = item.state();

    assertThatThrownBy(() -> run(Leases.renew(lease)))
        .isInstanceOf(LeaseLostException.class)
        .hasMessage(
            "The lease in table 'control' with fence 1 is lost: 'b' holds it. Stop what was done"
                + " under it, and acquire it again.");
    assertThat(asked).containsExactly("write", "read");
    assertThat(item.state()).isEqualTo(before);
  }

  @Test
  void renew_takenOverWhileItIsWrittenOnceMore_lost() {
    Lease lease = acquired("a");
    Runnable takenOver = () -> item.put(item.state().takenBy("b", Duration.ofSeconds(1)).write());
    mishaps.addAll(List.of(this::lost, this::fine, takenOver));

    assertThatThrownBy(() -> run(Leases.renew(lease)))
        .isInstanceOfSatisfying(
            LeaseLostException.class, e -> assertThat(e.holder()).isEqualTo("b"));
  }

  @Test
  void renew_released_lostWithoutHolder() {
    Lease lease = acquired("a");
    run(Leases.release(lease));

    assertThatThrownBy(() -> run(Leases.renew(lease)))
        .isInstanceOfSatisfying(LeaseLostException.class, e -> assertThat(e.holder()).isNull());
  }

  @Test
  void renew_newerFormat_lost() {
    Lease lease = acquired("a");
    item.put(AttributeValue.fromM(Map.of("format", AttributeValue.fromN("2"))));

    assertThatThrownBy(() -> run(Leases.renew(lease)))
        .isInstanceOf(LeaseLostException.class)
        .hasCauseInstanceOf(LeaseFormatException.class);
    assertThat(run(Leases.release(lease))).isEqualTo(Done.DONE);
  }

  @Test
  void release_held_freeAtOnceAndTheFenceStays() {
    Lease lease = acquired("a");

    run(Leases.release(lease));

    assertThat(asked).containsExactly("write");
    assertThat(acquired("b").fence()).isEqualTo(2);
  }

  @Test
  void release_takenOver_nothingHappens() {
    Lease lease = acquired("a");
    run(Leases.acquire(OneItem.PLACE, "b", MINUTE));
    LeaseState before = item.state();

    assertThat(run(Leases.release(lease))).isEqualTo(Done.DONE);
    assertThat(item.state()).isEqualTo(before);
  }

  @Test
  void release_renewedMeanwhileByALostRequest_releasedAllTheSame() {
    Lease lease = acquired("a");
    quietly(Leases.renew(lease));

    run(Leases.release(lease));

    assertThat(asked).containsExactly("write", "read", "write");
    assertThat(item.state().owner()).isNull();
  }

  @Test
  void release_answerLost_foundByReading() {
    Lease lease = acquired("a");
    mishaps.add(this::lostAfterwards);

    run(Leases.release(lease));

    assertThat(asked).containsExactly("write", "read");
    assertThat(item.state().owner()).isNull();
  }

  @Test
  void release_requestsLost_fails() {
    Lease lease = acquired("a");
    mishaps.addAll(List.of(this::lost, this::fine, this::lost));

    assertThatThrownBy(() -> run(Leases.release(lease))).isSameAs(lost);
    assertThat(item.state().isOf(lease)).isTrue();
  }
}
