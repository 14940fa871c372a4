package dev.evenkeel.sharding.internal.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.Pieces;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class LayoutSessionTest {
  private static final LayoutTimes TIMES =
      new LayoutTimes(Duration.ofSeconds(20), Duration.ofMinutes(20));
  private static final AttributeValue HOT = AttributeValue.fromS("hot");
  private static final LayoutRecord READY =
      LayoutRecord.first("spec").ready("control").readyAndDrained();
  private static final LayoutRecord PAUSED = paused(HOT);

  private long now;
  private final LayoutSession session = new LayoutSession(TIMES, () -> now, () -> now);

  private static LayoutRecord paused(AttributeValue key) {
    return READY.paused(new Change(key, Pieces.shards(1), 4));
  }

  private void adopt(LayoutRecord record) {
    Registration row = session.register(new Registration("id", 0, 0, "h", "1"));
    session.adopt(record, row, now);
  }

  @ParameterizedTest
  @CsvSource({"hot,false", "hot.2,false", "2.hot,false", "ho,true", "cold,true"})
  void toAcknowledge_unansweredWriteOfAnotherKey_waitsForOneThatReadsLikeAShard(
      String written, boolean isDue) {
    adopt(READY);
    session.maySend("attempt", READY, () -> Set.of(AttributeValue.fromS(written)));
    adopt(PAUSED);
    assertThat(session.toAcknowledge().isPresent()).isEqualTo(isDue);
  }

  @Test
  void end_whileAWriteIsUnderWay_sendsNothingMoreAndKeepsTheRowForItsAnswer() {
    adopt(READY);
    assertThat(session.maySend("attempt", READY, () -> Set.of(HOT))).isTrue();
    session.end();
    assertThat(session.view()).isNull();
    assertThat(session.maySend("another", READY, () -> Set.of(HOT))).isFalse();
    assertThat(session.awaitsAnswers()).isTrue();
    assertThat(session.deregister()).isNull();
    session.answered("attempt", READY);
    assertThat(session.awaitsAnswers()).isFalse();
    assertThat(session.deregister()).isNotNull();
  }

  @Test
  void end_whileABeatIsUnderWay_bringsNoLeaseAndNoRowAnyMore() {
    adopt(READY);
    Registration row = session.nextBeat();
    session.end();
    session.adopt(READY, row, now);
    assertThat(session.view()).isNull();
    assertThat(session.deregister()).isEqualTo(row);
    assertThat(session.nextBeat()).isNull();
    assertThat(session.register(new Registration("other", 0, 0, "h", "1"))).isNull();
    assertThat(session.registration()).isNull();
  }

  @Test
  void end_withoutARow_keepsTheLease() {
    LayoutRecord settled = LayoutRecord.first("spec");
    session.adopt(settled, null, now);
    session.end();
    assertThat(session.view()).isEqualTo(settled);
  }

  @Test
  void toAcknowledge_clockSetForward_waitsForUnansweredWritesAllTheSame() {
    long[] faster = {0};
    LayoutSession fooled = new LayoutSession(TIMES, () -> now + faster[0], () -> now);
    Registration row = fooled.register(new Registration("id", 0, 0, "h", "1"));
    fooled.adopt(READY, row, 0);
    assertThat(fooled.maySend("attempt", READY, () -> Set.of(HOT))).isTrue();
    faster[0] = Duration.ofHours(1).toNanos();
    fooled.adopt(PAUSED, row, now + faster[0]);
    assertThat(fooled.view()).isEqualTo(PAUSED);
    assertThat(fooled.toAcknowledge()).isEmpty();
    now += Duration.ofMinutes(21).toNanos();
    assertThat(fooled.toAcknowledge()).hasValue(PAUSED);
  }

  @Test
  void maySend_attemptsWithoutAnswers_areForgottenWhenTheyCannotBeAppliedAnyMore() {
    for (int i = 0; i < 1000; i++) {
      adopt(READY);
      assertThat(session.maySend(i, READY, () -> Set.of(HOT))).isTrue();
      assertThat(session.unanswered()).isLessThanOrEqualTo(121);
      now += Duration.ofSeconds(10).toNanos();
    }
  }

  @Test
  void maySend_underASettledRecord_countsNothingAndHoldsForTheLeaseOnly() {
    LayoutRecord settled = LayoutRecord.first("spec");
    session.adopt(settled, null, now);
    assertThat(session.maySend("attempt", settled, LayoutSessionTest::nobodyAsks)).isTrue();
    assertThat(session.unanswered()).isZero();
    session.answered("attempt", settled);
    now += Duration.ofSeconds(20).toNanos();
    assertThat(session.maySend("late", settled, LayoutSessionTest::nobodyAsks)).isFalse();
    session.adopt(settled.ready("control"), null, now);
    session.adopt(settled, null, now); // an older record brings no lease for newer ones
    assertThat(session.view()).isNull();
  }

  @Test
  void maySend_bySettledRecordThatIsNoMore_isRefusedWithinTheLease() {
    LayoutRecord settled = LayoutRecord.first("spec");
    session.adopt(settled, null, now);
    session.adopt(settled.ready("control"), null, now);
    assertThat(session.view()).isEqualTo(settled.ready("control"));
    assertThat(session.maySend("attempt", settled, LayoutSessionTest::nobodyAsks)).isFalse();
    assertThat(session.mayUse(settled)).isFalse();
  }

  @Test
  void adopt_recordOfAnotherHistory_bringsNoLeaseAndIsNotActedOn() {
    adopt(READY);
    LayoutRecord other =
        new LayoutRecord(
            READY.version(),
            READY.spec(),
            READY.state(),
            !READY.drained(),
            READY.control(),
            READY.base(),
            null,
            0);
    now += Duration.ofSeconds(15).toNanos();
    adopt(other);
    assertThat(session.isSetBack()).isTrue();
    assertThat(session.view()).as("by the lease from before").isEqualTo(READY);
    now += Duration.ofSeconds(5).toNanos();
    assertThat(session.view()).isNull();

    adopt(READY);
    assertThat(session.isSetBack()).isFalse();
    assertThat(session.view()).isEqualTo(READY);
  }

  @Test
  void adopt_historyThatHasPassedTheRecordBefore_isNotActedOnUntilThatIsBack() {
    adopt(PAUSED);
    adopt(LayoutRecord.first("spec"));
    adopt(LayoutRecord.first("spec").ready("control"));
    adopt(READY);
    now += Duration.ofSeconds(20).toNanos();
    adopt(PAUSED.aborted());
    assertThat(session.isSetBack()).isTrue();
    assertThat(session.record()).isEqualTo(PAUSED);
    assertThat(session.view()).isNull();

    adopt(PAUSED);
    adopt(PAUSED.aborted());
    assertThat(session.view()).isEqualTo(PAUSED.aborted());
  }

  /** Versions that are read, and whether the client acts on the last of them. */
  @ParameterizedTest
  @CsvSource({
    "'1, 1, 11', true", // deleted; restored, and a pause is given up
    "'8, 11', true", // an older backup, then the newest, which the client had not read
    "'8, 1, 11', true", // a wrong backup that was deleted again
    "'1, 2, 3, 10, 11', false", // made anew
    "'8, 9, 10, 11', false", // an older backup that is changed
    "'10, 11', false", // another record of the same version
    "'8, 9, 8, 11', true",
  })
  void adopt_recordAfterOneThatWasSetBack_isActedOnIfItMayBeOfTheSameHistory(
      String versions, boolean isActedOn) {
    adopt(ofVersion(10, true));
    long last = 0;
    for (String version : versions.split(", ", -1)) {
      last = Long.parseLong(version);
      adopt(ofVersion(last, false));
    }
    assertThat(session.isSetBack()).isNotEqualTo(isActedOn);
    now += Duration.ofSeconds(15).toNanos();
    adopt(ofVersion(last, false));
    now += Duration.ofSeconds(15).toNanos();
    assertThat(session.view() != null).isEqualTo(isActedOn);
  }

  private static LayoutRecord ofVersion(long version, boolean drained) {
    return new LayoutRecord(
        version, READY.spec(), READY.state(), drained, READY.control(), READY.base(), null, 0);
  }

  private static Set<AttributeValue> nobodyAsks() {
    throw new AssertionError("keys are asked for");
  }

  @Test
  void toAcknowledge_unansweredWriteOfBinaryLookAlike_waits() {
    adopt(READY);
    session.maySend("attempt", READY, () -> Set.of(binary(1, -1, 46, 50)));
    LayoutRecord paused = paused(binary(1, -1));
    adopt(paused);
    assertThat(session.toAcknowledge()).isEmpty();
    session.answered("attempt", READY);
    assertThat(session.toAcknowledge()).hasValue(paused);
  }

  private static AttributeValue binary(int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return AttributeValue.fromB(SdkBytes.fromByteArray(array));
  }
}
