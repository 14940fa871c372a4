package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.SweepFixture.GRACE;
import static dev.evenkeel.chunking.SweepFixture.key;
import static dev.evenkeel.chunking.SweepFixture.parent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.SweepFixture.StagedValues;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Values that were staged or replaced, and the intents that name them. */
class OrphanSweeperTest extends OrphanSweeps {
  @ParameterizedTest
  @EnumSource
  void sweep_openIntentThatIsDue_removesWhatWasStagedAndForgetsIt(Kind kind) {
    fixture.stage(doc, one, Placement.CHUNKS, 100);
    StagedValues object = fixture.stage(doc, parent(doc, key("1"), "Scan"), Placement.OBJECT, 10);
    graceGoesBy();

    SweepReport report = sweeper(kind).sweep();

    assertThat(report.intents()).isEqualTo(new SweepReport.Intents(2, 2, 0, 0, 0, 0));
    assertThat(report.payloads()).isEqualTo(new SweepReport.Payloads(1, 7, 1, 0, 0));
    assertThat(fixture.chunkRows(doc)).isEmpty();
    assertThat(fixture.isThere(object)).isFalse();
    assertThat(fixture.intentRows(doc)).isEmpty();
  }

  @Test
  void sweep_openIntentThatIsNotDue_isLeftAlone() {
    StagedValues staged = fixture.stage(doc, one, Placement.CHUNKS, 100);
    fixture.clock.pass(GRACE);

    SweepReport report = sweep();

    assertThat(report.intents().seen()).isZero();
    fixture.commit(staged, null);
    assertThat(fixture.value(doc, one)).isEqualTo(staged.bytes());
  }

  @Test
  void sweep_writerPausedBeyondTheGrace_canNeverCommitAndTheOldValueStays() {
    StagedValues old = fixture.write(doc, one, Placement.CHUNKS, 40, null);
    StagedValues late = fixture.stage(doc, one, Placement.CHUNKS, 100);
    graceGoesBy();

    sweep();

    assertThatThrownBy(() -> fixture.commit(late, old))
        .isInstanceOf(TransactionCanceledException.class);
    assertThat(fixture.value(doc, one)).isEqualTo(old.bytes());
    assertThat(fixture.isThere(late)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void sweep_replacedValue_goesAfterTheGraceAndNotBefore(Kind kind) {
    StagedValues old = fixture.write(doc, one, Placement.CHUNKS, 40, null);
    fixture.clock.pass(Duration.ofSeconds(1));
    StagedValues staged = fixture.stage(doc, one, Placement.CHUNKS, 100);
    fixture.clock.pass(GRACE);
    fixture.commit(staged, old);
    fixture.clock.pass(GRACE.minusMillis(1));

    SweepReport early = sweeper(kind).sweep();

    assertThat(early.intents()).isEqualTo(new SweepReport.Intents(1, 0, 1, 0, 0, 0));
    assertThat(fixture.isThere(old)).isTrue();
    fixture.clock.pass(Duration.ofMillis(1));

    SweepReport late = sweeper(kind).sweep();

    assertThat(late.intents()).isEqualTo(new SweepReport.Intents(1, 1, 0, 0, 0, 0));
    assertThat(late.payloads()).isEqualTo(new SweepReport.Payloads(1, 3, 0, 0, 0));
    assertThat(fixture.isThere(old)).isFalse();
    assertThat(fixture.value(doc, one)).isEqualTo(staged.bytes());
    assertThat(fixture.intentRows(doc)).isEmpty();
  }

  @Test
  void sweep_valueStreamedWithoutACount_isRemovedWhole() {
    StagedValues staged = fixture.stage(doc, one, Placement.CHUNKS, 16 * 60);
    note(
        new Intent(
            staged.intent().id(),
            staged.intent().due(),
            State.OPEN,
            null,
            List.of(
                new Change(one, new PayloadRef(Placement.CHUNKS, staged.ref().id(), 0), null))));
    graceGoesBy();

    assertThat(sweep().payloads()).isEqualTo(new SweepReport.Payloads(1, 0, 0, 0, 0));

    assertThat(fixture.chunkRows(doc)).isEmpty();
  }

  @Test
  void sweep_itemWithAMarkerOfANewerVersion_keepsEverythingAndWaits() {
    StagedValues old = fixture.write(doc, one, Placement.CHUNKS, 40, null);
    note(
        fixture.intent(
            doc,
            State.COMMITTED,
            fixture.clock.instant().toEpochMilli(),
            new Change(one, null, old.ref())));
    Map<String, AttributeValue> item = new LinkedHashMap<>(key("1"));
    item.put(
        ChunkingSpec.markerOf("Text"),
        AttributeValue.fromM(Map.of("v", AttributeValue.fromN("2"))));
    fixture.putPlainly(doc, item);
    graceGoesBy();

    SweepReport report = sweep();

    assertThat(report.intents().waiting()).isEqualTo(1);
    assertThat(report.payloads().undecidable()).isEqualTo(1);
    assertThat(fixture.isThere(old)).isTrue();
    assertThat(fixture.intentRows(doc)).hasSize(1);
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void sweep_manyIntents_finishesAllAndTellsItsProgress(Kind kind) {
    for (int i = 0; i < 100; i++) {
      fixture.stage(doc, parent(doc, key("k" + i), "Text"), Placement.CHUNKS, 20);
    }
    graceGoesBy();
    List<SweepReport> reported = new ArrayList<>();

    SweepReport report =
        SweeperUnderTest.of(
                kind,
                clients,
                b -> b.table(doc).clock(fixture.clock).dryRun(false).progress(reported::add))
            .sweep();

    assertThat(report.intents()).isEqualTo(new SweepReport.Intents(100, 100, 0, 0, 0, 0));
    assertThat(reported).hasSizeGreaterThan(1).last().isEqualTo(report);
    assertThat(fixture.chunkRows(doc)).isEmpty();
    assertThat(fixture.intentRows(doc)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void sweep_aTableThatIsGone_doesNotKeepTheOthersWaiting(Kind kind) {
    ChunkingSpec gone =
        ChunkingSpec.builder("Gone")
            .partitionKey("Id")
            .attribute("Text", AttributePolicy.chunked())
            .chunkTable(ChunkTableSpec.of("Chunks").withChunkBytes(16))
            .intentTable("Intents")
            .build();
    fixture.create(doc, gone);
    fixture.stage(gone, parent(gone, key("1"), "Text"), Placement.CHUNKS, 20);
    fixture.stage(doc, one, Placement.CHUNKS, 20);
    fixture.drop("Gone");
    graceGoesBy();

    SweepReport report =
        SweeperUnderTest.of(
                kind, clients, b -> b.table(doc).table(gone).clock(fixture.clock).dryRun(false))
            .sweep();

    assertThat(report.intents()).isEqualTo(new SweepReport.Intents(2, 1, 0, 0, 0, 1));
    assertThat(report.failure()).hasMessageContaining("non-existent table");
    assertThat(fixture.chunkRows(doc)).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void sweep_slowPace_doesTheSame(Kind kind) {
    fixture.stage(doc, one, Placement.CHUNKS, 100);
    graceGoesBy();

    SweepReport report =
        SweeperUnderTest.of(
                kind,
                clients,
                b -> b.table(doc).clock(fixture.clock).dryRun(false).unitsPerSecond(1_000))
            .sweep();

    assertThat(report.intents().finished()).isEqualTo(1);
    assertThat(fixture.chunkRows(doc)).isEmpty();
  }

  @Test
  void build_whatCannotBeSwept_isRefused() {
    assertThatThrownBy(() -> OrphanSweeper.builder(clients.sync()).build())
        .hasMessageContaining("add table(spec)");
    assertThatThrownBy(() -> OrphanSweeper.builder(clients.sync()).table(doc).build())
        .hasMessageContaining("s3(client)");
    assertThatThrownBy(
            () ->
                OrphanSweeper.builder(clients.sync())
                    .table(seed("A", "Id", null))
                    .table(seed("B", "Id", null))
                    .build())
        .hasMessageContaining("do not tell which are whose");
    assertThatThrownBy(
            () ->
                OrphanSweeper.builder(clients.sync())
                    .table(seed("A", "Id", null))
                    .concurrency(0)
                    .build())
        .hasMessageContaining("concurrency");
  }
}
