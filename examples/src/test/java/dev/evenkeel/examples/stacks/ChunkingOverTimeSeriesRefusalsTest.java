package dev.evenkeel.examples.stacks;

import static dev.evenkeel.examples.stacks.LargeReadings.CHUNKS;
import static dev.evenkeel.examples.stacks.LargeReadings.FRAMES;
import static dev.evenkeel.examples.stacks.LargeReadings.READINGS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.OrphanAsyncSweeper;
import dev.evenkeel.chunking.OrphanSweeper;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbAsyncClient;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** What would not go with its period is refused when the client is built; nothing is sent. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ChunkingOverTimeSeriesRefusalsTest {
  private static final KeyAttribute AT = KeyAttribute.ofString("at");
  private static final TimeSeriesSpec ITEMS = LargeReadings.items(null);
  private static final TimeSeriesSpec ROWS = rows("Id", "at");

  private static TimeSeriesSpec rows(String... key) {
    return ITEMS.companion(CHUNKS).template(ExampleTables.provisioned(1, 1, key)).build();
  }

  private final DynamoDbClient plain;
  private final DynamoDbAsyncClient async;

  ChunkingOverTimeSeriesRefusalsTest(DynamoDbClient plain, DynamoDbAsyncClient async) {
    this.plain = plain;
    this.async = async;
  }

  private void refuses(ChunkingSpec spec, List<TimeSeriesSpec> series, S3Client s3, String why) {
    TimeSeriesDynamoDbClient.Builder sync = TimeSeriesDynamoDbClient.builder(plain);
    TimeSeriesDynamoDbAsyncClient.Builder later = TimeSeriesDynamoDbAsyncClient.builder(async);
    series.forEach(sync::table);
    series.forEach(later::table);
    ChunkingDynamoDbClient.Builder client =
        ChunkingDynamoDbClient.builder(sync.build()).table(spec).s3(s3);
    if (why.isEmpty()) {
      assertThat(client.build()).isNotNull();
      return;
    }
    assertThatThrownBy(client::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
    if (spec.bucket() == null) {
      assertThatThrownBy(
              () -> ChunkingDynamoDbAsyncClient.builder(later.build()).table(spec).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(why);
    }
  }

  @Test
  void sweeper_overTheRowsWithoutTheirItems_isRefused() {
    DynamoDbClient rows = TimeSeriesDynamoDbClient.builder(plain).table(ROWS).build();
    DynamoDbAsyncClient later = TimeSeriesDynamoDbAsyncClient.builder(async).table(ROWS).build();

    assertThatThrownBy(() -> OrphanSweeper.builder(rows).table(FRAMES).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has periods, and its items have none");
    assertThatThrownBy(() -> OrphanAsyncSweeper.builder(later).table(FRAMES).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has periods, and its items have none");
  }

  @Test
  void build_ofWhatWouldNotGoWithItsPeriod_isRefused(S3Client s3) {
    List<TimeSeriesSpec> both = List.of(ITEMS, ROWS);
    refuses(FRAMES, both, s3, "");
    refuses(FRAMES, List.of(ITEMS), s3, "goes to 'reading_chunks', which is no companion");
    refuses(
        FRAMES.toBuilder().chunkTable(ChunkTableSpec.of(CHUNKS)).build(),
        both,
        s3,
        "say withTime of chunk table 'reading_chunks'");
    refuses(
        FRAMES.toBuilder()
            .chunkTable(ChunkTableSpec.of("others").withTime(AT.name(), AT.type()))
            .build(),
        both,
        s3,
        "no companion of that series");
    refuses(
        FRAMES.toBuilder().bucket(BucketSpec.builder("frames").build()).build(),
        both,
        s3,
        "objects in bucket 'frames' would not go with them");
    refuses(FRAMES, List.of(ITEMS, rows("Key", "at")), s3, "has the key");
    refuses(FRAMES.toBuilder().intentTable(CHUNKS + "s").build(), both, s3, "");
    refuses(
        FRAMES.toBuilder()
            .chunkTable(ChunkTableSpec.of("plain").withTime(AT.name(), AT.type()))
            .intentTable(CHUNKS)
            .build(),
        both,
        s3,
        "its intents are in 'reading_chunks', which has periods");
    refuses(
        ChunkingSpec.builder("documents")
            .partitionKey("sensor")
            .sortKey("at")
            .attribute("frame", AttributePolicy.chunked())
            .chunkTable(ChunkTableSpec.of(CHUNKS).withTime(AT.name(), AT.type()))
            .intentTable("intents")
            .build(),
        both,
        s3,
        "its items have none: take a plain table");
  }

  /** The companion was begun with another spec of the items than the client and lifecycle have. */
  @Test
  void build_withItemsThatTheCompanionDoesNotFit_isRefused(S3Client s3) {
    TimeSeriesSpec longer = items(LargeReadings.READINGS + "_", 30);
    TimeSeriesSpec renamed = items("old_readings_", 2);
    String kept = "the spec of 'readings' that is given here: it is kept for a shorter time";
    String named = "those of 'readings' are named 'old_readings_'. Begin it with companion(";
    refuses(FRAMES, List.of(longer, ROWS), s3, kept);
    refuses(FRAMES, List.of(renamed, ROWS), s3, named);
    refuses(FRAMES, List.of(items(LargeReadings.READINGS + "_", 1), ROWS), s3, "");
    refusesLifecycle(longer, kept);
    refusesLifecycle(renamed, named);
  }

  private static TimeSeriesSpec items(String prefix, int daysKept) {
    return TimeSeriesSpec.builder(LargeReadings.READINGS)
        .prefix(prefix)
        .time(ITEMS.time())
        .period(ITEMS.period())
        .since(ITEMS.since())
        .template(ITEMS.template())
        .retention(Retention.deleteAfter(Duration.ofDays(daysKept)).deleteWithoutArchive())
        .build();
  }

  private void refusesLifecycle(TimeSeriesSpec items, String why) {
    assertThatThrownBy(
            () ->
                TableLifecycle.builder(plain)
                    .controlTable("control")
                    .table(items)
                    .table(ROWS)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  /** What stays in its item needs no tables. */
  @Test
  void build_ofCompressedValuesAlone_isAllowed(S3Client s3) {
    ChunkingSpec compressed =
        ChunkingSpec.builder(READINGS)
            .partitionKey("sensor")
            .sortKey("at")
            .attribute("frame", AttributePolicy.compressed(Codecs.gzip()))
            .build();
    refuses(compressed, List.of(ITEMS), s3, "");
  }

  @Test
  void lifecycle_ofRowsWithoutTheirItems_isRefused() {
    assertThatThrownBy(
            () -> TableLifecycle.builder(plain).controlTable("control").table(ROWS).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("belong to the items of 'readings'");
  }
}
