package dev.evenkeel.examples.stacks;

import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.OrphanSweeper;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.examples.MovingClock;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.timeseries.LifecycleBuilder;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbAsyncClient;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Readings with large frames: tables of items and of chunks for each day. */
final class LargeReadings implements AutoCloseable {
  /** A client, sync or async. */
  interface Calls {
    DynamoDbResponse call(DynamoDbRequest request);
  }

  static final String READINGS = "readings";
  static final String CHUNKS = "reading_chunks";
  private static final int DAYS_KEPT = 2;
  static final Instant START = Instant.parse("2026-11-15T00:00:00Z");

  static final ChunkingSpec FRAMES =
      ChunkingSpec.builder(READINGS)
          .partitionKey("sensor")
          .sortKey("at")
          .attribute("frame", AttributePolicy.chunked().updateInlineBytesMax(500))
          .chunkTable(ChunkTableSpec.of(CHUNKS).withTime("at").withChunkBytes(700))
          .intentTable("intents")
          .itemBytesMax(1500)
          .grace(Duration.ZERO)
          .build();

  final MovingClock clock = new MovingClock(START);
  final LocalDynamoDb own;
  final DynamoDbClient plain;
  final DynamoDbAsyncClient plainAsync;
  final TimeSeriesSpec items;
  final TimeSeriesSpec rows;

  /**
   * @param bucket of archives; null to delete tables without
   */
  LargeReadings(LocalDynamoDb local, @Nullable String bucket) {
    this(local, bucket, DAYS_KEPT);
  }

  LargeReadings(LocalDynamoDb local, @Nullable String bucket, int daysKept) {
    this.own = local.isolated();
    this.plain = own.client();
    this.plainAsync = own.asyncClient();
    this.items = items(bucket, daysKept);
    this.rows =
        items.companion(CHUNKS).template(ExampleTables.provisioned(50, 50, "Id", "at")).build();
    ExampleTables.createIntents(plain, "intents");
  }

  static TimeSeriesSpec items(@Nullable String bucket) {
    return items(bucket, DAYS_KEPT);
  }

  static TimeSeriesSpec items(@Nullable String bucket, int daysKept) {
    Retention retention = Retention.deleteAfter(Duration.ofDays(daysKept));
    TimeSeriesSpec.Builder spec =
        TimeSeriesSpec.builder(READINGS)
            .time(ItemTime.iso("at").before("#"))
            .period(Period.DAY)
            .since(START)
            .template(ExampleTables.provisioned(100, 100, "sensor", "at"));
    return bucket == null
        ? spec.retention(retention.deleteWithoutArchive()).build()
        : spec.retention(retention)
            .archive(ArchivePolicy.builder(BucketSpec.builder(bucket).build()).build())
            .build();
  }

  @Override
  public void close() {
    plain.close();
    plainAsync.close();
  }

  DynamoDbClient series(DynamoDbClient below) {
    return TimeSeriesDynamoDbClient.builder(below)
        .table(items)
        .table(rows)
        .clock(clock)
        .archivedReads("control")
        .build();
  }

  ChunkingDynamoDbClient client() {
    return client(plain);
  }

  ChunkingDynamoDbClient client(DynamoDbClient below) {
    return ChunkingDynamoDbClient.builder(series(below)).table(FRAMES).build();
  }

  Calls calls(boolean isAsync) {
    if (!isAsync) {
      DynamoDbClient client = client();
      return request -> DynamoDbCalls.call(client, request);
    }
    DynamoDbAsyncClient client =
        ChunkingDynamoDbAsyncClient.builder(
                TimeSeriesDynamoDbAsyncClient.builder(plainAsync)
                    .table(items)
                    .table(rows)
                    .clock(clock)
                    .archivedReads("control")
                    .build())
            .table(FRAMES)
            .build();
    return request -> DynamoDbCalls.call(client, request).join();
  }

  TableLifecycle.Builder lifecycle(DynamoDbClient below) {
    return settings(TableLifecycle.builder(below));
  }

  <B extends LifecycleBuilder<B>> B settings(B builder) {
    return builder
        .controlTable("control")
        .table(items)
        .table(rows)
        .deletes(5)
        .virtualTime(clock, clock::pass);
  }

  /** Has tables for so many days from the start, at noon of the last. */
  void build(int days) {
    TableLifecycle lifecycle = lifecycle(plain).deletes(0).build();
    lifecycle.createControlTable();
    for (int day = 0; day < days; day++) {
      clock.moveTo(START.plus(Duration.ofDays(day)).plus(Duration.ofHours(12)));
      lifecycle.run();
    }
  }

  SweepReport sweep() {
    return OrphanSweeper.builder(series(plain)).table(FRAMES).dryRun(false).build().sweep();
  }

  List<Map<String, AttributeValue>> stored(String table) {
    return plain.scanPaginator(scan -> scan.tableName(table)).items().stream().toList();
  }

  List<String> tables() {
    return plain.listTables().tableNames().stream()
        .filter(name -> name.startsWith("reading"))
        .toList();
  }

  static Map<String, AttributeValue> key(String at) {
    return Map.of("sensor", AttributeValue.fromS("camera"), "at", AttributeValue.fromS(at));
  }

  static Map<String, AttributeValue> reading(String at, int version) {
    byte[] frame = new byte[4000];
    new Random(31L * at.hashCode() + version).nextBytes(frame);
    Map<String, AttributeValue> item = new HashMap<>(key(at));
    item.put("frame", AttributeValue.fromB(SdkBytes.fromByteArray(frame)));
    return item;
  }

  static QueryRequest between(String from, String to) {
    return QueryRequest.builder()
        .tableName(READINGS)
        .keyConditionExpression("sensor = :s AND #at BETWEEN :from AND :to")
        .expressionAttributeNames(Map.of("#at", "at"))
        .expressionAttributeValues(
            Map.of(
                ":s", AttributeValue.fromS("camera"),
                ":from", AttributeValue.fromS(from),
                ":to", AttributeValue.fromS(to)))
        .build();
  }
}
