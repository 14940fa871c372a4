package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

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
      assertThat(new SyncDriver(new Permits(3), small).run(Sum.wide(4), q -> q)).isEqualTo(6);
      assertThat(small.threads()).isLessThanOrEqualTo(8);
    }
    Until.holds(() -> small.threads() == 0);
  }

  @Test
  void run_fanOut_usesDaemonThreadsThatInheritNothing() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    SyncDriver.create().run(Sum.wide(6), q -> threads.add(Thread.currentThread()) ? 1 : 0);
    assertThat(threads)
        .isNotEmpty()
        .allMatch(Thread::isDaemon)
        .allMatch(thread -> thread.getName().startsWith("evenkeel-worker-"));
  }
}
