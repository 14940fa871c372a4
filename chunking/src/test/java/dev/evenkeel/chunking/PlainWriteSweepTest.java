package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.SweepFixture.GRACE;
import static dev.evenkeel.chunking.SweepFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.SweepFixture.StagedValues;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.internal.flow.Done;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Intents of plain writes, of which no sweep can tell whether they were made. */
class PlainWriteSweepTest extends OrphanSweeps {
  @Test
  void sweep_plainWriteThatMayHaveReplaced_waitsOneMoreGraceFromThen() {
    StagedValues old = fixture.write(doc, one, Placement.CHUNKS, 40, null);
    note(fixture.intent(doc, State.OPEN, null, new Change(one, null, old.ref())));
    fixture.deletePlainly(doc, key("1"));
    graceGoesBy();

    SweepReport first = sweep();

    assertThat(first.intents().waiting()).isEqualTo(1);
    assertThat(fixture.isThere(old)).isTrue();
    assertThat(fixture.intentsLeft(doc)).extracting(Intent::state).containsExactly(State.COMMITTED);
    fixture.clock.pass(GRACE.minusMillis(1));
    assertThat(sweep().intents().waiting()).isEqualTo(1);
    fixture.clock.pass(Duration.ofMillis(1));

    assertThat(sweep().payloads().chunkedRemoved()).isEqualTo(1);
    assertThat(fixture.isThere(old)).isFalse();
    assertThat(fixture.intentRows(doc)).isEmpty();
  }

  @Test
  void sweep_plainWriteThatNeverHappened_leavesTheValue() {
    StagedValues old = fixture.write(doc, one, Placement.CHUNKS, 40, null);
    note(fixture.intent(doc, State.OPEN, null, new Change(one, null, old.ref())));
    graceGoesBy();
    sweep();
    graceGoesBy();

    SweepReport report = sweep();

    assertThat(report.payloads()).isEqualTo(new SweepReport.Payloads(0, 0, 0, 1, 0));
    assertThat(fixture.value(doc, one)).isEqualTo(old.bytes());
    assertThat(fixture.intentRows(doc)).isEmpty();
  }

  @Test
  void sweep_plainWriteThatHappensAfterItWasGivenUp_isCleanedUpLater() {
    StagedValues old = fixture.write(doc, one, Placement.CHUNKS, 40, null);
    Intent intent = fixture.intent(doc, State.OPEN, null, new Change(one, null, old.ref()));
    note(intent);
    graceGoesBy();
    sweep();
    graceGoesBy();
    sweep();

    fixture.deletePlainly(doc, key("1"));
    Done unused =
        fixture.run(fixture.intents(doc).replaced(intent, fixture.clock.instant().toEpochMilli()));
    assertThat(sweep().intents().waiting()).isEqualTo(1);
    graceGoesBy();
    sweep();

    assertThat(fixture.isThere(old)).isFalse();
    assertThat(fixture.intentRows(doc)).isEmpty();
  }

  @Test
  void sweep_intentOfAStagedAndAReplacedValue_removesTheOneAndWaitsWithTheOther() {
    StagedValues old = fixture.write(doc, one, Placement.CHUNKS, 40, null);
    StagedValues staged = fixture.stage(doc, one, Placement.CHUNKS, 100);
    Intent both =
        new Intent(
            staged.intent().id(),
            staged.intent().due(),
            State.ABANDONED,
            null,
            List.of(new Change(one, staged.ref(), null), new Change(one, null, old.ref())));
    note(both);
    fixture.deletePlainly(doc, key("1"));
    graceGoesBy();

    sweep();

    assertThat(fixture.isThere(staged)).isFalse();
    assertThat(fixture.isThere(old)).isTrue();
    graceGoesBy();
    sweep();
    assertThat(fixture.chunkRows(doc)).isEmpty();
    assertThat(fixture.intentRows(doc)).isEmpty();
  }
}
