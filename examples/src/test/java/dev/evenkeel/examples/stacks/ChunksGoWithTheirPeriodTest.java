package dev.evenkeel.examples.stacks;

import static dev.evenkeel.examples.stacks.LargeReadings.CHUNKS;
import static dev.evenkeel.examples.stacks.LargeReadings.READINGS;
import static dev.evenkeel.examples.stacks.LargeReadings.START;
import static dev.evenkeel.examples.stacks.LargeReadings.between;
import static dev.evenkeel.examples.stacks.LargeReadings.key;
import static dev.evenkeel.examples.stacks.LargeReadings.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.TableAsyncLifecycle;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.MissingTableException;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Tables of chunks are built, archived, deleted and restored with the tables of their items. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ChunksGoWithTheirPeriodTest {
  private static final String DAY = "2026-11-15";
  private static final String AT = DAY + "T10:00:00Z#1";
  private static final String LATER = DAY + "T11:00:00Z#2";

  private final LocalDynamoDb local;
  private LargeReadings readings;

  ChunksGoWithTheirPeriodTest(LocalDynamoDb local) {
    this.local = local;
  }

  @BeforeEach
  void open() {
    readings = new LargeReadings(local, null);
    readings.build(1);
  }

  @AfterEach
  void close() {
    readings.close();
  }

  private void fill() {
    for (String at : List.of(AT, LATER)) {
      readings.client().putItem(put -> put.tableName(READINGS).item(reading(at, 1)));
    }
  }

  /** Has tables for the days until a day is past its retention, but none deleted. */
  private void age() {
    readings.clock.moveTo(START.plus(Duration.ofHours(5 * 24 + 12)));
    readings.lifecycle(readings.plain).deletes(0).build().run();
  }

  private static void complete(List<LifecycleReport> reports) {
    assertThat(reports).allMatch(LifecycleReport::isComplete, "complete");
  }

  @Test
  void run_pastTheRetention_deletesItemsAndThenTheirChunks() {
    fill();
    assertThat(readings.tables()).containsExactly(CHUNKS + "_" + DAY, READINGS + "_" + DAY);
    age();
    TableLifecycle lifecycle = readings.lifecycle(readings.plain).build();

    assertThat(lifecycle.plan())
        .flatExtracting(plan -> plan.actions())
        .filteredOn(Delete.class::isInstance)
        .extracting(action -> action.tableName())
        .containsExactly(READINGS + "_" + DAY);
    complete(lifecycle.run());
    complete(lifecycle.run());

    assertThat(readings.tables()).doesNotContain(CHUNKS + "_" + DAY, READINGS + "_" + DAY);
    assertThat(readings.tables()).hasSize(2);
    assertThat(readings.client().getItem(get -> get.tableName(READINGS).key(key(AT))).hasItem())
        .isFalse();
  }

  /** The process ends between the two deletes, at any of the requests in between. */
  @Test
  void crash_betweenTheDeletes_isRepairedByTheNextRun() {
    fill();
    age();
    AtomicBoolean dead = new AtomicBoolean();
    try (DynamoDbClient dying =
        intercepted(
            request -> {
              if (dead.get()) {
                throw SdkClientException.create("the process is dead");
              }
              if (request instanceof DeleteTableRequest) {
                dead.set(true);
              }
            })) {
      assertThat(readings.lifecycle(dying).build().run()).anyMatch(report -> !report.isComplete());
    }
    readings.clock.pass(Duration.ofMinutes(10)); // the lease of the dead run
    for (int runs = 0; runs < 3; runs++) {
      complete(readings.lifecycle(readings.plain).build().run());
    }
    assertThat(readings.tables()).doesNotContain(CHUNKS + "_" + DAY, READINGS + "_" + DAY);
  }

  private DynamoDbClient intercepted(Consumer<SdkRequest> before) {
    ExecutionInterceptor interceptor =
        new ExecutionInterceptor() {
          @Override
          public void beforeExecution(
              Context.BeforeExecution context, ExecutionAttributes attributes) {
            before.accept(context.request());
          }
        };
    return readings
        .own
        .clientBuilder()
        .overrideConfiguration(c -> c.addExecutionInterceptor(interceptor))
        .build();
  }

  /** A day that is kept keeps its chunks, and other days go. */
  @Test
  void run_withItemsThatAreKept_keepsTheirChunks() {
    fill();
    age();
    readings.plain.updateTable(
        update -> update.tableName(READINGS + "_" + DAY).deletionProtectionEnabled(true));

    for (int runs = 0; runs < 3; runs++) {
      readings.lifecycle(readings.plain).build().run();
    }

    assertThat(readings.tables()).contains(CHUNKS + "_" + DAY, READINGS + "_" + DAY);
    assertThat(readings.stored(CHUNKS + "_" + DAY)).hasSize(12);
    assertThat(readings.lifecycle(readings.plain).build().plan().get(1).notes())
        .anyMatch(
            note ->
                note.contains("'readings_2026-11-15' still has the items that its rows belong to"));
  }

  /** A writer stages chunks; then its period ends, and its tables are deleted. */
  @Test
  void put_whoseTablesAreDeletedBeforeItsCommit_writesNothingAndIsSwept() {
    AtomicBoolean once = new AtomicBoolean(true);
    try (DynamoDbClient slow =
        intercepted(
            request -> {
              if (request instanceof TransactWriteItemsRequest && once.getAndSet(false)) {
                age();
                complete(readings.lifecycle(readings.plain).build().run());
                complete(readings.lifecycle(readings.plain).build().run());
              }
            })) {
      assertThatThrownBy(
              () ->
                  readings
                      .client(slow)
                      .putItem(put -> put.tableName(READINGS).item(reading(AT, 1))))
          .isInstanceOf(MissingTableException.class);
    }
    assertThat(readings.stored("intents")).hasSizeLessThanOrEqualTo(1);

    assertThat(readings.sweep().failure()).isNull();
    assertThat(readings.sweep().failure()).isNull();
    assertThat(readings.stored("intents")).isEmpty();
    assertThat(readings.tables()).noneMatch(table -> table.endsWith(DAY));
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void archiveDeleteRestore_readsAsBefore(
      boolean isAsync, LocalS3 localS3, S3Client s3, S3AsyncClient s3Async) {
    readings.close();
    readings = new LargeReadings(local, localS3.newBucket());
    TableLifecycle lifecycle = readings.lifecycle(readings.plain).s3(s3).build();
    TableAsyncLifecycle async =
        readings.settings(TableAsyncLifecycle.builder(readings.plainAsync)).s3(s3Async).build();
    lifecycle.createControlTable();
    readings.clock.pass(Duration.ofHours(12));
    lifecycle.run();
    fill();
    readings.clock.moveTo(START.plus(Duration.ofDays(5)));
    for (int runs = 0; runs < 6; runs++) { // build, retire; archive; delete; forget
      complete(isAsync ? async.run().join() : lifecycle.run());
    }
    assertThat(readings.tables()).noneMatch(table -> table.endsWith(DAY));
    assertThat(lifecycle.archives())
        .extracting(archive -> archive.tableName())
        .containsExactlyInAnyOrder(CHUNKS + "_" + DAY, READINGS + "_" + DAY);

    RestoreOrder order = RestoreOrder.of(READINGS + "_" + DAY);
    RestoreReport report = isAsync ? async.restore(order).join() : lifecycle.restore(order);

    assertThat(report.isDone()).isTrue();
    assertThat(readings.tables())
        .contains(CHUNKS + "_" + DAY + "-restored", READINGS + "_" + DAY + "-restored");
    LargeReadings.Calls client = readings.calls(isAsync);
    for (String at : List.of(AT, LATER)) {
      assertThat(get(client, at)).isEqualTo(reading(at, 1));
    }
    assertThat(((QueryResponse) client.call(between(DAY, "2026-11-16"))).items())
        .containsExactly(reading(AT, 1), reading(LATER, 1));
    assertThat(lifecycle.restore(order).isDone()).isTrue();

    readings.plain.deleteTable(drop -> drop.tableName(CHUNKS + "_" + DAY + "-restored"));
    assertThatThrownBy(() -> get(client, AT))
        .satisfiesAnyOf(
            failure -> assertThat(failure).isInstanceOf(MissingTableException.class),
            failure -> assertThat(failure).hasCauseInstanceOf(MissingTableException.class))
        .hasMessageContaining("'reading_chunks_2026-11-15' is archived, and not restored");
  }

  private static Map<String, AttributeValue> get(LargeReadings.Calls client, String at) {
    return ((GetItemResponse)
            client.call(GetItemRequest.builder().tableName(READINGS).key(key(at)).build()))
        .item();
  }
}
