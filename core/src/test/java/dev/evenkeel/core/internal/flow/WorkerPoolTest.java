package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.ClientThreads;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WorkerPoolTest {
  @Test
  void run_thousandDrivers_shareFewThreadsThatEndWhenIdle() {
    WorkerPool small = new WorkerPool(8, Duration.ofMillis(20));
    for (int i = 0; i < 1000; i++) {
      assertThat(
              new SyncRunner(new FanOutLimiter(3), small, ClientThreads.shared())
                  .run(Sum.wide(4).flow(), Sum.sender(q -> q), Deadline.NONE))
          .isEqualTo(6);
      assertThat(small.threads()).isLessThanOrEqualTo(8);
    }
    Until.holds(() -> small.threads() == 0);
  }

  @Test
  void run_fanOut_usesDaemonThreadsThatInheritNothing() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    SyncRunner.create()
        .run(
            Sum.wide(6).flow(),
            Sum.sender(q -> threads.add(Thread.currentThread()) ? 1 : 0),
            Deadline.NONE);
    assertThat(threads)
        .isNotEmpty()
        .allMatch(Thread::isDaemon)
        .allMatch(thread -> thread.getName().startsWith("evenkeel-worker-"));
  }
}
