package dev.evenkeel.core.internal.work;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.work.Worker.Settings;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** A worker whose pages are throttled, for as long as that lasts. No pause takes time. */
@ExtendWith(LocalDynamoDbExtension.class)
class ThrottledWorkerTest {
  private static final int HOURS = 20 * Retries.JOB_MAX;
  private static final Settings SETTINGS = Settings.of("test", 2);

  private final WorkTable table = new WorkTable("control", "job");
  private final DynamoDbClient client;
  private @Nullable WorkRun begun;
  private final AtomicInteger tries = new AtomicInteger();

  ThrottledWorkerTest(LocalDynamoDb local) {
    client = local.isolated().client();
    CountedTable.control(client);
  }

  /** One page of one item for each segment, once it is throttled no more. */
  private final class Throttled implements SegmentTask {
    @Override
    public List<Segment> cut(int segments) {
      return Segment.scan(segments);
    }

    @Override
    public Flow<Page> page(
        Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn) {
      return tries.incrementAndGet() <= HOURS
          ? Flow.failed(ThrottlingException.builder().message("slow down").build())
          : Flow.of(new Page(null, Tally.item(1, BigInteger.ONE)));
    }
  }

  private <T> T run(Flow<T> flow) {
    Sender<Object> sending = Sender.sync(client, Sender.nothingElse());
    Sender<Object> timeless =
        new Sender<>() {
          @Override
          public Object send(Request<?> request) {
            return sending.send(request);
          }

          @Override
          public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
            return request instanceof Pause
                ? CompletableFuture.completedFuture(Done.DONE)
                : sending.unsent(request, alone);
          }
        };
    return SyncRunner.create().run(flow, timeless, Deadline.NONE);
  }

  private Tally worked(BooleanSupplier isStopped) {
    SegmentTask task = new Throttled();
    begun = table.of(run(table.begun("count", 2, Double.POSITIVE_INFINITY, task)));
    return run(new Worker(begun, task, SETTINGS, isStopped, System::nanoTime).run());
  }

  @Test
  void run_throttledForHours_goesOn() {
    assertThat(worked(() -> false).items()).isEqualTo(2);
    assertThat(run(requireNonNull(begun).segments()))
        .allMatch(row -> row.state() == SegmentRow.State.DONE);
    assertThat(tries).hasValue(HOURS + 2);
  }

  @Test
  void run_stoppedWhileItIsThrottled_endsInOrder() {
    assertThat(worked(() -> tries.get() >= HOURS / 2).items()).isZero();
    assertThat(run(requireNonNull(begun).segments()))
        .hasSize(2)
        .allMatch(row -> row.state() != SegmentRow.State.DONE && row.worker() == null);
  }
}
