package dev.evenkeel.timeseries.internal.plan.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.work.SegmentTask.Turn;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

class SharedWriterTest {
  private final List<WriteRequest> writes =
      IntStream.range(0, 60)
          .mapToObj(i -> BatchWriter.write(Map.of("pk", AttributeValue.fromS("item" + i))))
          .toList();
  private final Queue<WriteRequest> sent = new ConcurrentLinkedQueue<>();
  private final SharedWriter writer =
      new SharedWriter(
          new OwnTarget("control", "events", new SharedRestore("day", "back", "x", "r", 8)),
          writes);

  /** Takes all, and pauses for no time. */
  private final Sender<Object> server =
      new Sender<>() {
        @Override
        public Object send(Request<?> request) {
          BatchWriteItemRequest batch = (BatchWriteItemRequest) ((TableCall<?>) request).request();
          sent.addAll(batch.requestItems().get("back"));
          return BatchWriteItemResponse.builder().build();
        }

        @Override
        public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
          return request instanceof Pause ? CompletableFuture.completedFuture(Done.DONE) : null;
        }
      };

  /**
   * @param throttled which of its looks whether it still has the segment are throttled
   */
  private void put(IntPredicate throttled) {
    AtomicInteger looks = new AtomicInteger();
    Turn turn =
        new Turn(
            new PacedFlows(CapacityPace.unlimited(), System::nanoTime),
            writes.size(),
            () ->
                throttled.test(looks.incrementAndGet())
                    ? Flow.failed(ThrottlingException.builder().message("slow down").build())
                    : Flow.of(true));
    Done unused = SyncRunner.create().run(writer.put(turn), server, Deadline.NONE);
  }

  @Test
  void put_aLookIsThrottled_writesThatBatchLater() {
    put(look -> look == 2);

    assertThat(sent).containsExactlyInAnyOrderElementsOf(writes);
  }

  @Test
  void put_looksAreThrottledForLong_isThrottledAndGoesOnWithTheRest() {
    assertThatThrownBy(() -> put(look -> look > 1)).hasMessageContaining("none of 35 writes");

    put(look -> false);

    assertThat(sent).containsExactlyInAnyOrderElementsOf(writes);
  }
}
