package dev.evenkeel.core.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.scan.ParallelScan.ScanTally;
import dev.evenkeel.core.internal.scan.ScanPage.PageSink.PageDecision;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

class ScanSliceTest {
  private static final Map<String, AttributeValue> ITEM = Map.of("Id", AttributeValue.fromS("a"));

  private int asked;
  private int looks;

  private Object answered(Request<?> request) {
    if (request instanceof Pause) {
      return Done.DONE;
    }
    if (asked++ > 0) {
      throw ProvisionedThroughputExceededException.builder().build();
    }
    return ScanResponse.builder().items(List.of(ITEM)).lastEvaluatedKey(ITEM).build();
  }

  @Test
  void flow_throttledUntilTheSliceIsOver_stopsInOrderAndBeginsNothingElse() {
    Flow<ScanTally> slice =
        ParallelScan.flow(
            new ScanSettings("t", 2, 1, false, 8),
            SegmentPlace.all(2),
            new PacedFlows(CapacityPace.unlimited(), System::nanoTime),
            page -> Flow.of(PageDecision.CONTINUE),
            () -> Flow.of(++looks > 1_000));

    ScanTally tally = SyncRunner.create().run(slice, this::answered, Deadline.NONE);

    assertThat(tally.pages()).isOne();
    assertThat(asked).isBetween(Retries.JOB_MAX, 100);
  }
}
