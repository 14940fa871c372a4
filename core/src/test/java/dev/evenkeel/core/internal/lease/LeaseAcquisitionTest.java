package dev.evenkeel.core.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.lease.Lease.Acquisition;
import dev.evenkeel.core.internal.lease.Lease.Acquisition.Busy;
import dev.evenkeel.core.internal.lease.Lease.Acquisition.Held;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** The requests of an acquisition, step by step. */
class LeaseAcquisitionTest extends LeaseSteps {
  /** A fifth of a minute, so that five are no less than it. */
  private static final String LOOK = "pause PT12.000000004S";

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
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContaining("in table 'control' with fence 1 is lost: 'a' holds it");
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
        .isInstanceOf(LeaseFormatException.class)
        .hasMessageContaining("in table 'control'");
    assertThat(asked).containsExactly("read");
  }

  @Test
  void acquire_holderIsSilent_takenOverAfterOneLength() {
    acquired("a");

    Acquisition acquisition = run(Leases.acquire(OneItem.PLACE, "b", Duration.ofMillis(5)));

    assertThat(acquisition)
        .isEqualTo(new Held(new Lease(OneItem.PLACE, "b", 2, 1, Duration.ofMillis(5))));
    assertThat(asked).startsWith("read", LOOK, "read", LOOK).endsWith("read", "write").hasSize(12);
  }

  @Test
  void acquire_holderRenews_busyAndNothingIsWritten() {
    Lease lease = acquired("a");
    whilePaused = () -> quietly(Leases.renew(lease));

    assertThat(run(Leases.acquire(OneItem.PLACE, "b", MINUTE)))
        .isInstanceOfSatisfying(Busy.class, busy -> assertThat(busy.owner()).isEqualTo("a"));
    assertThat(asked).hasSize(11).containsOnly("read", LOOK);
  }

  @Test
  void acquire_holderReleases_takenWithTheNextFence() {
    Lease lease = acquired("a");
    whilePaused = () -> quietly(Leases.release(lease));

    Acquisition acquisition = run(Leases.acquire(OneItem.PLACE, "b", MINUTE));

    assertThat(acquisition).isEqualTo(new Held(new Lease(OneItem.PLACE, "b", 2, 1, MINUTE)));
    assertThat(asked).containsExactly("read", LOOK, "read", "write");
  }

  @Test
  void acquire_holderRenewsAtTheLastMoment_busy() {
    Lease lease = acquired("a");
    mishaps.addAll(List.of(this::fine, this::fine, () -> quietly(Leases.renew(lease))));

    assertThat(run(Leases.acquire(OneItem.PLACE, "b", MINUTE)))
        .isEqualTo(new Busy("a", 1, 2, MINUTE));
  }
}
