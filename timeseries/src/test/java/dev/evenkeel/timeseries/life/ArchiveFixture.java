package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.LifecycleBuilder;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** A day's table on DynamoDB Local, a bucket for its archive, and a clock that tests move. */
final class ArchiveFixture {
  static final String DAY = "readings_2026-03-10";
  static final Instant DUE = Instant.parse("2026-03-11T01:10:00Z");
  static final Instant PAST_RETENTION = Instant.parse("2026-03-14T01:00:00Z");

  final DynamoDbClient sync;
  final DynamoDbAsyncClient async;
  final S3Client s3;
  final S3AsyncClient s3Async;
  final int items;
  final List<String> deleted = new ArrayList<>();
  String bucket;
  StorageClass dataClass = StorageClass.STANDARD;
  Duration kept = Duration.ofDays(3);
  UnaryOperator<ArchivePolicy.Builder> method = policy -> policy;
  UnaryOperator<TimeSeriesSpec.Builder> series = spec -> spec;
  Consumer<CallWatch.Call> also = call -> {};
  @Nullable String job;

  /** How many flows of a run wait side by side: a second passes once each has waited for one. */
  int waiting = 1;

  Instant now = Instant.parse("2026-03-10T12:00:00Z");

  ArchiveFixture(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async,
      int items) {
    this.sync = sync;
    this.async = async;
    this.s3 = s3;
    this.s3Async = s3Async;
    this.bucket = localS3.newBucket();
    this.items = items;
  }

  /** The same with so many items, before there are any. */
  ArchiveFixture of(LocalS3 localS3, int number) {
    return new ArchiveFixture(localS3, sync, async, s3, s3Async, number);
  }

  TimeSeriesSpec spec() {
    return series
        .apply(Series.builder().template(Series.streamless()))
        .tiers()
        .retention(Retention.deleteAfter(kept))
        .archive(
            method
                .apply(
                    ArchivePolicy.builder(BucketSpec.builder(bucket).prefix("old/").build())
                        .segments(3)
                        .readUnitsPerSecond(20)
                        .fileBytes(1024)
                        .dataClass(dataClass))
                .build())
        .build();
  }

  Actor actor(Kind kind) {
    return kind == Kind.SYNC
        ? actor(this::watched)
        : Actor.async(CallWatch.async(async, this::watched), s3Async, null, this::settings);
  }

  /** An actor with a call watch of its own. */
  Actor actor(CallWatch watch) {
    return actor(watch, s3);
  }

  /** One with an S3 client of its own, too. */
  Actor actor(CallWatch watch, S3Client itsS3) {
    return Actor.sync(CallWatch.sync(sync, watch), itsS3, null, this::settings);
  }

  /** One whose process ends before it sends an operation. */
  Actor dyingBefore(String operation) {
    return dyingAt(call -> call.operation().equals(operation));
  }

  /** One whose process ends at a call. */
  Actor dyingAt(Predicate<CallWatch.Call> end) {
    return actor(
        call -> {
          if (end.test(call)) {
            throw new Error("the process ends");
          }
        });
  }

  /** A run whose process ends before it changes the catalogue of archives. */
  void runDiesBeforeItsCatalogue() {
    Actor dying =
        dyingAt(
            call ->
                call.operation().equals("TransactWriteItems")
                    && call.request().toString().contains("readings#archives"));
    assertThatThrownBy(() -> LifecycleFixture.ran(dying)).hasMessage("the process ends");
  }

  private void settings(LifecycleBuilder<?> builder) {
    builder
        .table(spec())
        .controlTable("control")
        .deletes(5)
        .virtualTime(
            () -> now, pause -> now = now.plus(pause.plusNanos(waiting - 1L).dividedBy(waiting)));
    if (job != null) {
      builder.shareArchives(job);
    }
  }

  private synchronized void watched(CallWatch.Call call) {
    if (call.isAfter() && call.operation().equals("DeleteTable")) {
      deleted.add(call.request().getValueForField("TableName", String.class).orElseThrow());
    }
    also.accept(call);
  }

  /** Items with every type of attribute. */
  static Map<String, AttributeValue> item(int id) {
    return Map.of(
        "sensor",
        AttributeValue.fromS("s" + id % 7),
        "at",
        AttributeValue.fromS("2026-03-10T%02d:00:00.%04dZ".formatted(id % 24, id)),
        "place",
        AttributeValue.fromS("p"),
        "n",
        AttributeValue.fromN("1234567890123456789012345678901234567" + id % 10),
        "bytes",
        AttributeValue.fromB(SdkBytes.fromUtf8String("b\u0000" + id)),
        "empty",
        AttributeValue.fromS(""),
        "sets",
        AttributeValue.fromM(
            Map.of(
                "s", AttributeValue.fromSs(List.of("a", "b" + id)),
                "n", AttributeValue.fromNs(List.of("1", "2" + id, "0.5")),
                "b", AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("x" + id))))),
        "list",
        AttributeValue.fromL(
            List.of(
                AttributeValue.fromBool(id % 2 == 0),
                AttributeValue.fromNul(true),
                AttributeValue.fromL(List.of()))),
        "pad",
        AttributeValue.fromS(new BigInteger(100 + id % 900, new Random(id)).toString(36)));
  }

  static WriteRequest put(int id) {
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item(id)).build()).build();
  }

  /** Builds and fills the table of a day, and lets the day pass. */
  void fill(Actor actor) {
    actor.createControlTable();
    LifecycleReport unused = LifecycleFixture.ran(actor);
    for (int from = 0; from < items; from += 25) {
      List<WriteRequest> puts =
          IntStream.range(from, Math.min(items, from + 25)).mapToObj(ArchiveFixture::put).toList();
      sync.batchWriteItem(r -> r.requestItems(Map.of(DAY, puts)));
    }
    now = DUE.minusSeconds(60);
    assertThat(LifecycleFixture.ran(actor).actions(Result.DONE))
        .filteredOn(TableAction.Archive.class::isInstance)
        .isEmpty();
    now = DUE;
  }

  ArchivedTable archive(Actor actor) {
    LifecycleReport report = LifecycleFixture.ran(actor);
    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(report.actions(Result.DONE))
        .filteredOn(TableAction.Archive.class::isInstance)
        .extracting(TableAction::tableName)
        .containsExactly(DAY);
    assertThat(actor.archives()).hasSize(1);
    return actor.archives().get(0);
  }

  /** All items of a table. */
  Set<Map<String, AttributeValue>> rows(String table) {
    Set<Map<String, AttributeValue>> rows = new HashSet<>();
    sync.scanPaginator(r -> r.tableName(table).consistentRead(true)).items().forEach(rows::add);
    return rows;
  }

  /** All items of a table that fits a page. */
  List<Map<String, AttributeValue>> all(String table) {
    return sync.scan(r -> r.tableName(table)).items();
  }

  /** Lets the control table be what it was. */
  void replace(String table, List<Map<String, AttributeValue>> items) {
    for (Map<String, AttributeValue> item : all(table)) {
      Map<String, AttributeValue> key = Map.of("pk", item.get("pk"), "sk", item.get("sk"));
      sync.deleteItem(r -> r.tableName(table).key(key));
    }
    items.forEach(item -> sync.putItem(r -> r.tableName(table).item(item)));
  }

  /** Deletes a table if it is there. */
  void drop(String table) {
    if (sync.listTables().tableNames().contains(table)) {
      sync.updateTable(r -> r.tableName(table).deletionProtectionEnabled(false));
      sync.deleteTable(r -> r.tableName(table));
    }
  }

  List<String> objects() {
    return s3.listObjectsV2(r -> r.bucket(bucket)).contents().stream().map(S3Object::key).toList();
  }

  List<String> dataFiles() {
    return objects().stream().filter(key -> key.contains("/data/")).toList();
  }

  List<Map<String, AttributeValue>> notes(String partition) {
    return sync.query(
            r ->
                r.tableName("control")
                    .keyConditionExpression("pk = :a")
                    .expressionAttributeValues(Map.of(":a", AttributeValue.fromS(partition))))
        .items();
  }

  void removeTables() {
    for (String name : sync.listTables().tableNames()) {
      sync.updateTable(r -> r.tableName(name).deletionProtectionEnabled(false));
      sync.deleteTable(r -> r.tableName(name));
    }
  }
}
