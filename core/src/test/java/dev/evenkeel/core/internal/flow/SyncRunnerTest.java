package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.ClientThreads;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The threads that send, and the permits that they wait for. */
class SyncRunnerTest extends SyncRuns {
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  @Test
  void run_oneAskAtATime_staysOnTheCallersThread() {
    run(Sum.inTurn(100), this::recordThread);
    assertThat(threads).containsExactly(Thread.currentThread());
    assertThat(pool.threads()).isZero();
  }

  @Test
  void run_lastAskAfterAFanOut_comesBackToTheCallersThread() {
    AtomicReference<Thread> last = new AtomicReference<>();
    Flow<Integer> flow = Sum.wide(2).flow().then(sum -> Sum.wide(1).flow());
    run(
        flow,
        q -> {
          last.set(Thread.currentThread());
          return q;
        });
    assertThat(last.get()).isSameAs(Thread.currentThread());
  }

  @Test
  void run_wide_sendsInParallelUpToTheLimit() {
    CyclicBarrier together = new CyclicBarrier(3);
    AtomicInteger inFlight = new AtomicInteger();
    AtomicInteger inFlightMax = new AtomicInteger();
    run(
        Sum.wide(30),
        q -> {
          inFlightMax.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
          meet(together);
          inFlight.decrementAndGet();
          return q;
        });
    assertThat(inFlightMax).hasValue(3);
    assertAllPermitsComeBack();
  }

  @Test
  void run_poolRefuses_callerSendsAllItself() {
    WorkerPool tiny = new WorkerPool(1, Duration.ofSeconds(1));
    CountDownLatch done = new CountDownLatch(1);
    assertThat(tiny.offer(() -> await(done))).isTrue();
    assertThat(
            run(
                new SyncRunner(permits, tiny, ClientThreads.shared()),
                Sum.wide(20),
                this::recordThread))
        .isEqualTo(190);
    assertThat(threads).containsExactly(Thread.currentThread());
    assertAllPermitsComeBack();
    done.countDown();
  }

  @Test
  void run_fanOutsStackedThreeDeep_neverDeadlock() {
    WorkerPool tiny = new WorkerPool(3, Duration.ofMillis(50));
    SyncRunner outer = new SyncRunner(new FanOutLimiter(2), tiny, ClientThreads.shared());
    SyncRunner middle = new SyncRunner(new FanOutLimiter(2), tiny, ClientThreads.shared());
    SyncRunner inner = new SyncRunner(new FanOutLimiter(2), tiny, ClientThreads.shared());
    Function<Integer, Integer> innermost = q -> run(inner, Sum.wide(40), leaf -> 1);
    int leaves = run(outer, Sum.wide(40), q -> run(middle, Sum.wide(40), innermost));
    assertThat(leaves).isEqualTo(40 * 40 * 40);
  }

  @Test
  void run_wideRunBeforeANarrowOne_doesNotStarveIt() throws Exception {
    FanOutLimiter one = new FanOutLimiter(1);
    SyncRunner shared = new SyncRunner(one, pool, ClientThreads.shared());
    AtomicInteger wideSent = new AtomicInteger();
    FutureTask<Integer> wide =
        new FutureTask<>(
            () ->
                run(
                    shared,
                    Sum.wide(500),
                    q -> {
                      if (wideSent.getAndIncrement() == 0) {
                        Until.holds(() -> one.waiting() == 2);
                      }
                      return 0;
                    }));
    new Thread(wide).start();
    Until.holds(() -> one.waiting() == 1);
    AtomicInteger wideSentBefore = new AtomicInteger(Integer.MAX_VALUE);
    run(
        shared,
        Sum.wide(2),
        q -> {
          wideSentBefore.accumulateAndGet(wideSent.get(), Math::min);
          return q;
        });
    assertThat(wideSentBefore.get()).isLessThanOrEqualTo(3);
    wide.get();
    Until.holds(() -> one.available() == 1);
  }

  private int recordThread(int request) {
    threads.add(Thread.currentThread());
    return request;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
