package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.ClientThreads;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Timeout;

/** Runs of flows of sums by a sync runner with three permits. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class SyncRuns {
  final FanOutLimiter permits = new FanOutLimiter(3);
  final WorkerPool pool = new WorkerPool(64, Duration.ofMillis(50));
  private final SyncRunner runner = new SyncRunner(permits, pool, ClientThreads.shared());

  int run(Sum sum, Function<Integer, Integer> call) {
    return run(runner, sum, call);
  }

  int run(Flow<Integer> flow, Function<Integer, Integer> call) {
    return runner.run(flow, Sum.sender(call), Deadline.NONE);
  }

  static int run(SyncRunner runner, Sum sum, Function<Integer, Integer> call) {
    return runner.run(sum.flow(), Sum.sender(call), Deadline.NONE);
  }

  void assertAllPermitsComeBack() {
    Until.holds(() -> permits.available() == 3);
    assertThat(permits.waiting()).isZero();
  }
}
