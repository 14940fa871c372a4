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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

class BatchWriterTest {
  private final List<Map<String, AttributeValue>> items =
      IntStream.range(0, 60).mapToObj(i -> Map.of("pk", AttributeValue.fromS("item" + i))).toList();
  private final List<WriteRequest> writes =
      items.stream()
          .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
          .toList();
  private final Queue<WriteRequest> sent = new ConcurrentLinkedQueue<>();
  private BatchWriter writer = writer(items);

  /** What happens, in order: l for a look, p for a pause, s for a request. */
  private final Queue<String> steps = new ConcurrentLinkedQueue<>();

  private final AtomicLong clock = new AtomicLong();
  private UnaryOperator<List<WriteRequest>> leftOut = batch -> List.of();
  private BooleanSupplier isOver = () -> false;

  /** Takes what is not left out, and pauses by the clock of this test. */
  private final Sender<Object> server =
      new Sender<>() {
        @Override
        public Object send(Request<?> request) {
          steps.add("s");
          BatchWriteItemRequest asked = (BatchWriteItemRequest) ((TableCall<?>) request).request();
          List<WriteRequest> batch = asked.requestItems().get("back");
          List<WriteRequest> left = leftOut.apply(batch);
          batch.stream().filter(write -> !left.contains(write)).forEach(sent::add);
          ConsumedCapacity units =
              ConsumedCapacity.builder().capacityUnits((double) batch.size()).build();
          return BatchWriteItemResponse.builder()
              .consumedCapacity(units)
              .unprocessedItems(left.isEmpty() ? Map.of() : Map.of("back", left))
              .build();
        }

        @Override
        public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
          if (!(request instanceof Pause pause)) {
            return null;
          }
          steps.add("p");
          clock.addAndGet(pause.longest().toNanos());
          return CompletableFuture.completedFuture(Done.DONE);
        }
      };

  private static BatchWriter writer(List<Map<String, AttributeValue>> items) {
    return new BatchWriter("back", UnaryOperator.identity(), items);
  }

  private PacedFlows paced(CapacityPace pace) {
    return new PacedFlows(pace, clock::get);
  }

  private void put(PacedFlows pace, IntFunction<Flow<Boolean>> look) {
    AtomicInteger looks = new AtomicInteger();
    Supplier<Flow<Boolean>> holds =
        () -> {
          steps.add("l");
          return look.apply(looks.incrementAndGet());
        };
    put(new Turn(pace, writes::size, holds, () -> true));
  }

  private void put(Turn turn) {
    Flow<Done> put = writer.put(turn, () -> Flow.of(isOver.getAsBoolean()));
    Done unused = SyncRunner.create().run(put, server, Deadline.NONE);
  }

  /**
   * @param throttled which of its looks whether it still has the segment are throttled
   */
  private void put(IntPredicate throttled) {
    put(
        paced(CapacityPace.unlimited()),
        look ->
            throttled.test(look)
                ? Flow.failed(ThrottlingException.builder().message("slow down").build())
                : Flow.of(true));
  }

  @Test
  void put_aLookIsThrottled_writesThatBatchLater() {
    put(look -> look == 2);

    assertThat(sent).containsExactlyInAnyOrderElementsOf(writes);
  }

  @Test
  void put_looksAreThrottledForLong_isThrottledAndGoesOnWithTheRest() {
    assertThatThrownBy(() -> put(look -> look > 1)).hasMessageContaining("35 writes to table");

    put(look -> false);

    assertThat(sent).containsExactlyInAnyOrderElementsOf(writes);
  }

  @Test
  void put_atARate_looksWhenTheTurnHasCome() {
    CapacityPace pace = CapacityPace.perSecond(5);
    PacedFlows paced = paced(pace);
    paced.change(5);
    pace.charge(100);

    writer = writer(items.subList(0, 20)); // one batch
    put(paced, look -> Flow.of(true));

    assertThat(sent).containsExactlyElementsOf(writes.subList(0, 20));
    assertThat(String.join("", steps)).matches("p+ls");
  }

  @Test
  void put_theSegmentIsLost_sendsNothingAndSaysSo() {
    put(paced(CapacityPace.unlimited()), look -> Flow.of(false));

    assertThat(sent).isEmpty();
    assertThat(writer.isLost()).isTrue();
  }

  @Test
  void put_littleGetsIn_isThrottledAfterSomeTries() {
    leftOut = batch -> batch.subList(1, batch.size());
    assertThatThrownBy(() -> put(look -> false)).hasMessageContaining("51 writes to table");

    leftOut = batch -> List.of();
    put(look -> false);

    assertThat(sent).containsExactlyInAnyOrderElementsOf(writes);
    assertThat(writer.isLost()).isFalse();
  }

  @Test
  void put_theSdkTriesForTooLong_countsAsThrottled() {
    leftOut =
        batch -> {
          throw ApiCallTimeoutException.create(10_000);
        };
    PacedFlows pace = paced(CapacityPace.unlimited());
    assertThatThrownBy(() -> put(pace, look -> Flow.of(true)))
        .isInstanceOf(ProvisionedThroughputExceededException.class);

    assertThat(pace.takeUse().throttled()).isTrue();
    assertThat(sent).isEmpty();
  }

  @Test
  void put_theSliceIsOver_sendsTheFirstBatchAndLeavesTheRest() {
    isOver = () -> true;
    assertThatThrownBy(() -> put(look -> false)).hasMessageContaining("35 writes to table");
    assertThatThrownBy(() -> put(look -> false)).hasMessageContaining("35 writes to table");
    assertThat(sent).hasSize(BatchWriter.ITEMS_MAX);
    assertThat(writer.isLost()).isFalse();

    isOver = () -> false;
    put(look -> false);

    assertThat(sent).containsExactlyInAnyOrderElementsOf(writes);
  }

  @Test
  void put_theSliceIsOverBeforeItsTurn_sendsNothingMore() {
    PacedFlows paced = paced(CapacityPace.perSecond(1));
    long end = Duration.ofSeconds(10).toNanos();
    isOver = () -> clock.get() >= end;

    assertThatThrownBy(() -> put(paced, look -> Flow.of(true)))
        .isInstanceOf(ProvisionedThroughputExceededException.class);

    assertThat(sent).hasSize(BatchWriter.ITEMS_MAX);
    assertThat(Duration.ofNanos(clock.get())).isLessThan(Duration.ofSeconds(12));
  }
}
