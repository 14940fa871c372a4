package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.SweepFixture.key;
import static dev.evenkeel.chunking.SweepFixture.parent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.SweepFixture.StagedValues;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Values that are laid out as AWS's text shows. */
class SeedLayoutSweepTest extends OrphanSweeps {
  @Test
  void sweep_valueInTheLayoutOfAwsText_isRemovedWhenReplaced() {
    ChunkingSpec seed = seed("Forum", "Id", null);
    fixture.create(seed);
    Parent thread = parent(seed, key("DynamoDB#1"), "Body");
    StagedValues old = fixture.write(seed, thread, Placement.SEED_CHUNKS, 40, null);
    StagedValues now = fixture.write(seed, thread, Placement.SEED_CHUNKS, 50, old);
    graceGoesBy();

    SweepReport report = sweepOf(seed);

    assertThat(report.payloads()).isEqualTo(new SweepReport.Payloads(1, 3, 0, 0, 0));
    assertThat(fixture.value(seed, thread)).isEqualTo(now.bytes());
    assertThat(fixture.chunkRows(seed)).hasSize(4);
  }

  @Test
  void sweep_layoutOfAwsTextWithKeysThatReadAlike_keepsWhatAnotherItemHas() {
    ChunkingSpec seed = seed("Forum", "Id", "Sort");
    fixture.create(seed);
    Parent live = parent(seed, Map.of("Id", text("a#b"), "Sort", text("c")), "Body");
    Parent alike = parent(seed, Map.of("Id", text("a"), "Sort", text("b#c")), "Body");
    StagedValues value = fixture.write(seed, live, Placement.SEED_CHUNKS, 40, null);
    Done unused =
        fixture.run(
            fixture
                .intents(seed)
                .note(
                    fixture.intent(
                        seed,
                        State.COMMITTED,
                        fixture.clock.instant().toEpochMilli(),
                        new Change(alike, null, value.ref()))));
    graceGoesBy();

    SweepReport report = sweepOf(seed);

    assertThat(report.payloads().keptLive()).isEqualTo(1);
    assertThat(fixture.value(seed, live)).isEqualTo(value.bytes());
  }

  private SweepReport sweepOf(ChunkingSpec spec) {
    return SweeperUnderTest.of(
            Kind.SYNC, clients, b -> b.table(spec).clock(fixture.clock).dryRun(false))
        .sweep();
  }

  private static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }
}
