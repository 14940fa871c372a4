package dev.evenkeel.examples.stacks;

import static dev.evenkeel.examples.stacks.LargeReadings.CHUNKS;
import static dev.evenkeel.examples.stacks.LargeReadings.READINGS;
import static dev.evenkeel.examples.stacks.LargeReadings.START;
import static dev.evenkeel.examples.stacks.LargeReadings.key;
import static dev.evenkeel.examples.stacks.LargeReadings.reading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.s3.S3Client;

/** Chunks stay as long as there are items that may need them, wherever these are. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ChunksStayForTheirItemsTest {
  private static final String DAY = "2026-11-15";
  private static final String NEXT_DAY = "2026-11-16";
  private static final String AT = DAY + "T10:00:00Z#1";

  private final LocalDynamoDb local;
  private LargeReadings readings;

  ChunksStayForTheirItemsTest(LocalDynamoDb local) {
    this.local = local;
  }

  @AfterEach
  void close() {
    readings.close();
  }

  private void pastRetention() {
    readings.clock.moveTo(START.plus(Duration.ofHours(5 * 24 + 12)));
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

  /** Items that cannot be looked for keep their own chunks, and no others. */
  @Test
  void run_withItemsThatCannotBeDescribed_keepsTheirChunksAlone() {
    readings = new LargeReadings(local, null);
    readings.build(2);
    pastRetention();
    readings.lifecycle(readings.plain).deletes(0).build().run();
    try (DynamoDbClient denied =
        intercepted(
            request -> {
              if (request instanceof DescribeTableRequest describe
                  && describe.tableName().equals(READINGS + "_" + DAY)) {
                throw DynamoDbException.builder()
                    .statusCode(400)
                    .awsErrorDetails(
                        AwsErrorDetails.builder()
                            .errorCode("AccessDeniedException")
                            .errorMessage("not this table")
                            .build())
                    .build();
              }
            })) {
      TableLifecycle lifecycle = readings.lifecycle(denied).build();
      lifecycle.run();
      List<LifecycleReport> reports = lifecycle.run();

      assertThat(reports).extracting(LifecycleReport::failure).containsOnlyNulls();
      assertThat(readings.tables())
          .contains(CHUNKS + "_" + DAY, READINGS + "_" + DAY)
          .doesNotContain(CHUNKS + "_" + NEXT_DAY, READINGS + "_" + NEXT_DAY);
      assertThat(lifecycle.plan().get(1).notes())
          .anyMatch(
              note ->
                  note.startsWith("table 'reading_chunks_2026-11-15' is past its retention")
                      && note.contains("its rows belong to are there could not be read")
                      && note.contains("not this table"));
    }
  }

  /** The items are archived and deleted; their chunks are archived, and still there. */
  private TableLifecycle.Builder withItemsDeleted(LocalS3 localS3, S3Client s3) {
    readings = new LargeReadings(local, localS3.newBucket());
    TableLifecycle.Builder builder = readings.lifecycle(readings.plain).s3(s3);
    TableLifecycle lifecycle = builder.build();
    lifecycle.createControlTable();
    readings.clock.pass(Duration.ofHours(12));
    lifecycle.run();
    readings.client().putItem(put -> put.tableName(READINGS).item(reading(AT, 1)));
    readings.clock.moveTo(START.plus(Duration.ofDays(5)));
    for (int runs = 0; runs < 6 && readings.tables().contains(READINGS + "_" + DAY); runs++) {
      lifecycle.run();
    }
    assertThat(readings.tables()).contains(CHUNKS + "_" + DAY).doesNotContain(READINGS + "_" + DAY);
    return builder;
  }

  private Map<String, AttributeValue> read() {
    return readings.client().getItem(get -> get.tableName(READINGS).key(key(AT))).item();
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(strings = {READINGS + "_" + DAY + RestoreOrder.SUFFIX, "investigated"})
  void restore_whileTheChunksAreStillThere_keepsThemUntilTheRestoredTableGoes(
      String target, LocalS3 localS3, S3Client s3) {
    TableLifecycle lifecycle = withItemsDeleted(localS3, s3).build();

    assertThat(lifecycle.restore(RestoreOrder.of(READINGS + "_" + DAY).to(target)).isDone())
        .isTrue();
    assertThat(lifecycle.plan().get(1).notes())
        .anyMatch(note -> note.contains("table '" + target + "' still has the items"));
    lifecycle.run();
    lifecycle.run();

    assertThat(readings.tables()).contains(CHUNKS + "_" + DAY);
    assertThat(read()).isEqualTo(reading(AT, 1));

    readings.plain.deleteTable(drop -> drop.tableName(target));
    lifecycle.run();
    assertThat(readings.tables()).doesNotContain(CHUNKS + "_" + DAY);
  }

  /** A run deletes the chunks while their items are on their way to a table of another name. */
  @Tag("deep")
  @Test
  void restore_whoseChunksAreDeletedMeanwhile_restoresThem(LocalS3 localS3, S3Client s3) {
    TableLifecycle.Builder builder = withItemsDeleted(localS3, s3);
    TableLifecycle lifecycle = builder.build();
    AtomicBoolean once = new AtomicBoolean(true);
    try (DynamoDbClient slow =
        intercepted(
            request -> {
              if (request instanceof CreateTableRequest && once.getAndSet(false)) {
                lifecycle.run();
              }
            })) {
      RestoreOrder order = RestoreOrder.of(READINGS + "_" + DAY).to("investigated");
      assertThat(readings.lifecycle(slow).s3(s3).build().restore(order).isDone()).isTrue();
    }
    assertThat(readings.tables())
        .contains(CHUNKS + "_" + DAY + RestoreOrder.SUFFIX)
        .doesNotContain(CHUNKS + "_" + DAY);
    assertThat(read()).isEqualTo(reading(AT, 1));
  }

  /** The plans of both are made at once; the items' plan is applied first, and deletes a table. */
  @Test
  void apply_ofTheCompanionsPlanAfterItsItemsDeletes_doesWhatItSaid() {
    readings = new LargeReadings(local, null);
    readings.build(2);
    pastRetention();
    TableLifecycle lifecycle = readings.lifecycle(readings.plain).build();
    List<LifecyclePlan> plans = lifecycle.plan();
    assertThat(plans.get(1).actions()).isNotEmpty().noneMatch(Delete.class::isInstance);

    assertThat(lifecycle.apply(plans.get(0)).isComplete()).isTrue();
    assertThat(readings.tables()).doesNotContain(READINGS + "_" + DAY);
    LifecycleReport report = lifecycle.apply(plans.get(1));

    assertThat(report.actions(Result.DONE)).isEqualTo(plans.get(1).actions());
    assertThat(readings.tables()).contains(CHUNKS + "_" + DAY);
    LifecyclePlan next = lifecycle.plan().get(1);
    assertThat(next.actions())
        .filteredOn(Delete.class::isInstance)
        .extracting(action -> action.tableName())
        .containsExactly(CHUNKS + "_" + DAY);
    assertThat(lifecycle.apply(next).isComplete()).isTrue();
    assertThat(readings.tables()).doesNotContain(CHUNKS + "_" + DAY);
  }
}
