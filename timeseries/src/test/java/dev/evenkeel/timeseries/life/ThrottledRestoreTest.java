package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.archive.RestoreReport.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A restore without workers waits for throttles in each call until its budget is spent. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ThrottledRestoreTest {
  private static final String TARGET = "back";
  private static final RestoreOrder ORDER = RestoreOrder.of(ArchiveFixture.DAY).to(TARGET);
  private static final int ITEMS = 150;

  /** A quarter of the lease. */
  private static final Duration SLICE = Duration.ofSeconds(30);

  private final ArchiveFixture fixture;
  private final AtomicInteger tries = new AtomicInteger();
  private final Map<WriteRequest, Integer> written = new ConcurrentHashMap<>();
  private Class<?> kind = BatchWriteItemRequest.class;
  private Instant until = Instant.MAX;
  private Runnable meanwhile = () -> {};

  ThrottledRestoreTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, ITEMS);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private Actor archived(Kind actorKind) {
    Actor actor = fixture.actor(actorKind);
    fixture.fill(actor);
    assertThat(fixture.archive(actor).items()).isEqualTo(ITEMS);
    fixture.also = this::meet;
    return actor;
  }

  /** Throttles requests to the target in each of the ways, but for three writes. */
  private void meet(CallWatch.Call call) {
    boolean isWrite =
        call.request() instanceof BatchWriteItemRequest batch
            && batch.requestItems().containsKey(TARGET);
    boolean isScan =
        call.request() instanceof ScanRequest scan
            && scan.tableName().equals(TARGET)
            && scan.segment() != null;
    if (call.isAfter() && isWrite) {
      ((BatchWriteItemRequest) call.request())
          .requestItems()
          .get(TARGET)
          .forEach(write -> written.merge(write, 1, Integer::sum));
    }
    if (!call.isAfter() && (isWrite || isScan) && kind.isInstance(call.request())) {
      int number = tries.incrementAndGet();
      meanwhile.run();
      boolean passes = isWrite && number % 30 == 0 && number < 100;
      if (fixture.now.isBefore(until) && !passes) {
        throw number % 2 == 0 && isWrite
            ? ApiCallTimeoutException.create(10_000)
            : ThrottlingException.builder().message("slow down").build();
      }
    }
  }

  /** Calls until it is done; ends with how many calls that took. */
  private int restored(Actor actor) {
    int calls = 1;
    RestoreReport report = called(actor);
    while (!report.isDone()) {
      assertThat(report.state()).isEqualTo(State.UNDER_WAY);
      assertThat(report.detail())
          .startsWith("the budget is spent; throttles slow it to ")
          .endsWith(" units a second");
      report = called(actor);
      calls++;
    }
    return calls;
  }

  /** A call writes no item twice, however often a batch was throttled. */
  private RestoreReport called(Actor actor) {
    RestoreReport report = actor.restore(ORDER);
    assertThat(written.values()).allMatch(times -> times == 1);
    written.clear();
    return report;
  }

  private void throttledFor(Duration time, Class<?> requests, Kind actorKind) {
    Actor actor = archived(actorKind);
    Set<Map<String, AttributeValue>> before = fixture.rows(ArchiveFixture.DAY);
    kind = requests;
    until = fixture.now.plus(time);
    Instant began = fixture.now;

    int calls = restored(actor);

    assertThat(fixture.now).isAfter(until);
    assertThat(calls).isBetween(2, 2 + (int) time.toMinutes() / 10);
    assertThat(Duration.between(began, fixture.now)).isLessThan(time.plusMinutes(10));
    assertThat(fixture.rows(TARGET)).isEqualTo(before);
    assertThat(fixture.notes("readings#restore#" + TARGET)).isEmpty();
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void restore_writesAreThrottledForLong_writesEachItemOnce(Kind actorKind) {
    throttledFor(Duration.ofMinutes(15), BatchWriteItemRequest.class, actorKind);
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void restore_writesAreThrottledForHours_writesEachItemOnce(Kind actorKind) {
    throttledFor(Duration.ofHours(2), BatchWriteItemRequest.class, actorKind);
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void restore_theLastScanIsThrottledForLong_goesOn(Kind actorKind) {
    throttledFor(Duration.ofMinutes(15), ScanRequest.class, actorKind);
  }

  @ParameterizedTest
  @EnumSource
  void restore_targetIsDeletedWhileItIsThrottled_isRefused(Kind actorKind) {
    Actor actor = archived(actorKind);
    meanwhile =
        () -> {
          if (tries.get() == 10) {
            fixture.drop(TARGET);
            until = fixture.now;
          }
        };

    assertThatThrownBy(() -> actor.restore(ORDER))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("the table that was being restored to is gone");
  }

  /** Each step of four files would take minutes at this rate. */
  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void restore_atALowRate_writesNothingLongAfterItsLastLook(Kind actorKind) {
    Actor actor = archived(actorKind);
    AtomicReference<Instant> looked = new AtomicReference<>(fixture.now);
    List<Duration> ages = new CopyOnWriteArrayList<>();
    fixture.also =
        call -> {
          if (call.operation().equals("DescribeTable")) {
            looked.set(fixture.now);
          }
          if (call.request() instanceof BatchWriteItemRequest && !call.isAfter()) {
            ages.add(Duration.between(looked.get(), fixture.now));
          }
        };

    RestoreOrder slow = ORDER.at(1);
    fixture.waiting = 4;
    while (!actor.restore(slow).isDone()) {
      // its budget is spent
    }

    assertThat(ages).hasSizeGreaterThan(3);
    assertThat(ages).allMatch(age -> age.compareTo(SLICE.plusSeconds(2)) < 0);
  }
}
