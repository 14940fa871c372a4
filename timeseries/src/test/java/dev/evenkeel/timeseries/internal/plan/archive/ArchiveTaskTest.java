package dev.evenkeel.timeseries.internal.plan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.internal.work.SegmentRow;
import dev.evenkeel.core.internal.work.SegmentTask.Page;
import dev.evenkeel.core.internal.work.SegmentTask.Turn;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** A page of a shared scan whose second request is throttled. */
class ArchiveTaskTest {
  private static final int TRIES = 10 * Retries.JOB_MAX;
  private static final Map<String, AttributeValue> FIRST = Map.of("pk", AttributeValue.fromS("a"));
  private static final Map<String, AttributeValue> SECOND = Map.of("pk", AttributeValue.fromS("b"));

  private int begins;
  private int throttles;

  private Object answered(Request<?> request) {
    if (request instanceof Pause) {
      return Done.DONE;
    }
    if (request instanceof Compute<?> compute) {
      return Objects.requireNonNull(compute.computation().get());
    }
    ScanRequest scan = (ScanRequest) ((TableCall<?>) request).request();
    if (!scan.hasExclusiveStartKey()) {
      begins++;
      return ScanResponse.builder().items(List.of(FIRST)).lastEvaluatedKey(FIRST).build();
    }
    if (++throttles < TRIES) {
      throw ThrottlingException.builder().message("slow down").build();
    }
    return ScanResponse.builder().items(List.of(SECOND)).build();
  }

  private Page page(BooleanSupplier stops) {
    PacedFlows unpaced = new PacedFlows(CapacityPace.unlimited(), System::nanoTime);
    Turn turn = new Turn(unpaced, () -> Integer.MAX_VALUE, () -> Flow.of(true), stops);
    return SyncRunner.create()
        .run(
            ArchiveTask.reading("day", false).page(Segment.scan(1).get(0), null, turn),
            this::answered,
            Deadline.NONE);
  }

  @Test
  void page_throttledForLong_goesOnFromWhereItIs() {
    Page whole = page(() -> false);

    assertThat(begins).isOne();
    assertThat(whole.next()).isNull();
    assertThat(whole.tally().items()).isEqualTo(2);
  }

  @Test
  void page_stoppedWhileItIsThrottled_failsWithTheThrottle() {
    assertThatThrownBy(() -> page(() -> throttles >= TRIES / 2))
        .isInstanceOf(ThrottlingException.class);

    assertThat(throttles).isLessThan(TRIES);
  }

  private void held(Supplier<Flow<Boolean>> holds, BooleanSupplier stops) {
    throttles = TRIES;
    PacedFlows unpaced = new PacedFlows(CapacityPace.unlimited(), System::nanoTime);
    BucketSpec bucket = BucketSpec.builder("bucket").build();
    ArchiveStore store =
        ArchiveStore.of(ArchivePolicy.builder(bucket).build(), "01700000000000-abcdef12");
    SegmentRow row = SegmentRow.first(Segment.scan(1).get(0));
    Page unused =
        SyncRunner.create()
            .run(
                new ArchiveTask("day", store, 1 << 20, false)
                    .page(row, new Turn(unpaced, () -> Integer.MAX_VALUE, holds, stops)),
                this::answered,
                Deadline.NONE);
  }

  private static Flow<Boolean> throttled() {
    return Flow.failed(ThrottlingException.builder().message("slow down").build());
  }

  @Test
  void page_lookAtTheSegmentIsThrottled_keepsTheFile() {
    AtomicInteger looks = new AtomicInteger();

    held(() -> looks.incrementAndGet() < TRIES ? throttled() : Flow.of(false), () -> false);

    assertThat(begins).isOne();
    assertThat(looks).hasValue(TRIES);
  }

  @Test
  void page_stoppedWhileTheLookIsThrottled_failsWithTheThrottle() {
    AtomicInteger looks = new AtomicInteger();
    Supplier<Flow<Boolean>> holds =
        () -> {
          looks.incrementAndGet();
          return throttled();
        };

    assertThatThrownBy(() -> held(holds, () -> looks.get() >= 5))
        .isInstanceOf(ThrottlingException.class);

    assertThat(looks).hasValue(5);
  }
}
