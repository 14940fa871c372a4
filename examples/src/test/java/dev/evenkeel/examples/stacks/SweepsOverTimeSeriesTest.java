package dev.evenkeel.examples.stacks;

import static dev.evenkeel.examples.stacks.LargeReadings.FRAMES;
import static dev.evenkeel.examples.stacks.LargeReadings.key;
import static dev.evenkeel.examples.stacks.LargeReadings.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.OrphanSweeper;
import dev.evenkeel.chunking.StreamCleaner;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Sweeps and streams of the chunks of a series, period by period. */
class SweepsOverTimeSeriesTest extends ReadingsOfDays {
  /** A value is replaced by the last write that its period takes, and swept when it takes none. */
  @Test
  void sweep_afterTheLateness_removesWhatWasReplaced(LocalDynamoDb local) {
    LargeReadings.Calls client = readings.calls(false);
    client.call(put(reading(TUESDAY, 1)));
    client.call(put(reading(TUESDAY, 2)));
    readings.clock.moveTo(LargeReadings.START.plusSeconds(4 * 86_400));

    assertThat(readings.sweep().failure()).isNull();

    assertThat(chunksOf("2026-11-17")).isEqualTo(EACH);
    assertThat(get(client, TUESDAY)).isEqualTo(reading(TUESDAY, 2));
  }

  /** What a closed table holds goes with the table, and is not reported as removed. */
  @Test
  void sweep_ofATableThatTakesNoWrites_finishesAndRemovesNothing() {
    LargeReadings.Calls client = readings.calls(false);
    client.call(put(reading(TUESDAY, 1)));
    client.call(put(reading(TUESDAY, 2)));
    readings.clock.moveTo(LargeReadings.START.plusSeconds(6 * 86_400));

    SweepReport report = readings.sweep();

    assertThat(report.failure()).isNull();
    assertThat(report.intents().finished()).isEqualTo(1);
    assertThat(report.payloads().chunkedRemoved()).isZero();
    assertThat(report.payloads().chunksRemoved()).isZero();
    assertThat(readings.stored("intents")).isEmpty();
    assertThat(chunksOf("2026-11-17")).isEqualTo(2 * EACH);
  }

  /** A stream is of a period's table, and its items are known by the series. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "readings",
        "readings_2026-11-17",
        "arn:aws:dynamodb:eu-west-1:123456789012:table/readings_2026-11-17"
      })
  void stream_ofAPeriodsTable_notesWhatItsItemsLeft(String tableName) {
    readings.calls(false).call(put(reading(TUESDAY, 1)));
    Map<String, AttributeValue> before = readings.stored("readings_2026-11-17").get(0);
    readings.plain.deleteItem(delete -> delete.tableName("readings_2026-11-17").key(key(TUESDAY)));
    StreamCleaner cleaner =
        StreamCleaner.of(readings.series(readings.plain), readings.clock, FRAMES);

    assertThat(cleaner.clean(tableName, before, null).noted()).isEqualTo(1);

    assertThat(readings.sweep().payloads().chunkedRemoved()).isEqualTo(1);
    assertThat(chunksOf("2026-11-17")).isZero();
  }

  @Tag("deep")
  @Test
  void deepSweep_ofMorePeriodsThanARequestMayTouch_goesThroughAll(LocalDynamoDb local) {
    close();
    readings = new LargeReadings(local, null, 30);
    readings.build(TimeSeriesSpec.TABLES_MAX_DEFAULT + 2);
    String at = "2026-11-28T10:00:00Z#1";
    readings.calls(false).call(put(reading(at, 1)));
    readings.plain.deleteItem(delete -> delete.tableName("readings_2026-11-28").key(key(at)));
    OrphanSweeper sweeper =
        OrphanSweeper.builder(readings.series(readings.plain)).table(FRAMES).dryRun(false).build();

    assertThat(sweeper.deepSweep(null).nextCursor()).isNull();
    assertThat(sweeper.sweep().payloads().chunkedRemoved()).isEqualTo(1);
    assertThat(chunksOf("2026-11-28")).isZero();
  }

  @Test
  void deepSweep_ofPeriods_findsWhatNoItemHas() {
    LargeReadings.Calls client = readings.calls(false);
    client.call(put(reading(TUESDAY, 1)));
    readings.clock.moveTo(LargeReadings.START.plusSeconds(3 * 86_400 + 600));
    readings.lifecycle(readings.plain).deletes(0).build().run();
    client.call(put(reading("2026-11-18T00:05:00Z#5", 1)));
    readings.plain.deleteItem(delete -> delete.tableName("readings_2026-11-17").key(key(TUESDAY)));
    OrphanSweeper sweeper =
        OrphanSweeper.builder(readings.series(readings.plain)).table(FRAMES).dryRun(false).build();
    String cursor = null;
    do {
      cursor = sweeper.deepSweep(cursor).nextCursor();
    } while (cursor != null);

    assertThat(sweeper.sweep().failure()).isNull();
    assertThat(chunksOf("2026-11-17")).isZero();
    assertThat(chunksOf("2026-11-18")).isEqualTo(EACH);
  }

  @Test
  void deepSweep_aPeriodHasNoTableOfChunks_saysHowToPassOverIt() {
    LargeReadings.Calls client = readings.calls(false);
    client.call(put(reading(TUESDAY, 1)));
    client.call(put(reading(NIGHT, 1)));
    readings.plain.deleteItem(delete -> delete.tableName("readings_2026-11-17").key(key(NIGHT)));
    readings.plain.deleteTable(delete -> delete.tableName(LargeReadings.CHUNKS + "_2026-11-16"));

    assertThatThrownBy(() -> sweeper(readings.rows).deepSweep(null))
        .isInstanceOf(ChunkingException.class)
        .hasMessageContainingAll(
            "there is no table 'reading_chunks_2026-11-16'",
            "'reading_chunks' has missingTables SKIP",
            "Its items must not");

    OrphanSweeper passing =
        sweeper(
            readings
                .items
                .companion(LargeReadings.CHUNKS)
                .template(readings.rows.template())
                .missingTables(MissingTablePolicy.SKIP)
                .build());
    assertThat(passing.deepSweep(null).nextCursor()).isNull();
    assertThat(passing.sweep().payloads().chunkedRemoved()).isEqualTo(1);
    assertThat(get(client, TUESDAY)).isEqualTo(reading(TUESDAY, 1));
  }

  private OrphanSweeper sweeper(TimeSeriesSpec rows) {
    return OrphanSweeper.builder(
            TimeSeriesDynamoDbClient.builder(readings.plain)
                .table(readings.items)
                .table(rows)
                .clock(readings.clock)
                .build())
        .table(FRAMES)
        .dryRun(false)
        .build();
  }
}
