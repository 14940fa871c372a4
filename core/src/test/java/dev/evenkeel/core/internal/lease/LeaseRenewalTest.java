package dev.evenkeel.core.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Done;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The requests of a renewal and of a release, step by step. */
class LeaseRenewalTest extends LeaseSteps {
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
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContaining("'b' holds it");
  }

  @Test
  void renew_released_lostWithoutHolder() {
    Lease lease = acquired("a");
    run(Leases.release(lease));

    assertThatThrownBy(() -> run(Leases.renew(lease)))
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContaining("nobody known holds it");
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
