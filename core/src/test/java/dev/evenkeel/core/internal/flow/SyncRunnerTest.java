package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.exception.AbortedException;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SyncRunnerTest {
  private final FanOutLimiter permits = new FanOutLimiter(3);
  private final WorkerPool pool = new WorkerPool(64, Duration.ofMillis(50));
  private final SyncRunner runner = new SyncRunner(permits, pool);
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
  void run_finishesEarly_interruptsWhatRunsAndDropsWhatDoesNot() {
    AtomicInteger begun = new AtomicInteger();
    CountDownLatch interrupted = new CountDownLatch(2);
    int sum =
        run(
            Sum.firstOf(50),
            q -> {
              begun.incrementAndGet();
              Until.holds(() -> begun.get() == 3);
              return q == 1 ? 77 : awaitInterrupt(interrupted);
            });
    assertThat(sum).isEqualTo(77);
    Until.holds(() -> interrupted.getCount() == 0);
    assertThat(begun).hasValue(3);
    assertAllPermitsComeBack();
  }

  @Test
  void run_callerInterruptedWhileWaiting_abortsAsTheSdkDoesAndCancelsAll() throws Exception {
    CountDownLatch begun = new CountDownLatch(3);
    CountDownLatch interrupted = new CountDownLatch(3);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    FutureTask<Boolean> flagAfter =
        new FutureTask<>(
            () -> {
              thrown.set(catchThrowable(() -> run(Sum.wide(9), waitFor(begun, interrupted))));
              return Thread.currentThread().isInterrupted();
            });
    Thread caller = new Thread(flagAfter);
    caller.start();
    begun.await();
    caller.interrupt();
    assertThat(flagAfter.get()).isTrue();
    assertThat(thrown.get())
        .isInstanceOf(AbortedException.class)
        .hasMessageContaining("interrupted during a fan-out")
        .hasCauseInstanceOf(InterruptedException.class);
    interrupted.await();
    assertAllPermitsComeBack();
  }

  @Test
  void run_callerInterruptedBefore_sendsNothingOfAFanOut() {
    AtomicInteger sent = new AtomicInteger();
    Thread.currentThread().interrupt();
    Throwable thrown = catchThrowable(() -> run(Sum.wide(2), q -> sent.incrementAndGet()));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(thrown).isInstanceOf(AbortedException.class);
    assertThat(sent).hasValue(0);
  }

  @Test
  void run_stepThrowsWhileOthersRun_cancelsThem() {
    CountDownLatch interrupted = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(2);
    Throwable thrown =
        catchThrowable(
            () ->
                run(
                    Sum.wide(2),
                    q -> {
                      begun.countDown();
                      Until.holds(() -> begun.getCount() == 0);
                      if (q == 0) {
                        throw new IllegalStateException("bug");
                      }
                      return awaitInterrupt(interrupted);
                    }));
    assertThat(thrown).hasMessage("bug");
    Until.holds(() -> interrupted.getCount() == 0);
    assertAllPermitsComeBack();
  }

  /** The first failure of reads cancels the others, though the flow continues. */
  @Test
  void run_partFailsFast_cancelsTheRestOfIt() {
    CountDownLatch interrupted = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(2);
    Flow<Integer> flow = Sum.wide(2).flow().recover(failure -> Sum.wide(1).flow());
    AtomicReference<Thread> last = new AtomicReference<>();
    int sum =
        run(
            flow,
            q -> {
              boolean isCancelled = q != 1 && last.getAndSet(Thread.currentThread()) == null;
              begun.countDown();
              if (isCancelled) {
                return awaitInterrupt(interrupted);
              }
              Until.holds(() -> begun.getCount() == 0);
              if (q == 1) {
                throw new IllegalStateException("no");
              }
              Until.holds(() -> interrupted.getCount() == 0);
              return 7;
            });
    assertThat(sum).isEqualTo(7);
    assertThat(last.get()).isSameAs(Thread.currentThread());
    assertAllPermitsComeBack();
  }

  @Test
  void run_poolRefuses_callerSendsAllItself() {
    WorkerPool tiny = new WorkerPool(1, Duration.ofSeconds(1));
    CountDownLatch done = new CountDownLatch(1);
    assertThat(tiny.offer(() -> await(done))).isTrue();
    assertThat(run(new SyncRunner(permits, tiny), Sum.wide(20), this::recordThread)).isEqualTo(190);
    assertThat(threads).containsExactly(Thread.currentThread());
    assertAllPermitsComeBack();
    done.countDown();
  }

  @Test
  void run_fanOutsStackedThreeDeep_neverDeadlock() {
    WorkerPool tiny = new WorkerPool(3, Duration.ofMillis(50));
    SyncRunner outer = new SyncRunner(new FanOutLimiter(2), tiny);
    SyncRunner middle = new SyncRunner(new FanOutLimiter(2), tiny);
    SyncRunner inner = new SyncRunner(new FanOutLimiter(2), tiny);
    Function<Integer, Integer> innermost = q -> run(inner, Sum.wide(40), leaf -> 1);
    int leaves = run(outer, Sum.wide(40), q -> run(middle, Sum.wide(40), innermost));
    assertThat(leaves).isEqualTo(40 * 40 * 40);
  }

  @Test
  void run_wideRunBeforeANarrowOne_doesNotStarveIt() throws Exception {
    FanOutLimiter one = new FanOutLimiter(1);
    SyncRunner shared = new SyncRunner(one, pool);
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

  /** Runs that end early, all on the same few threads: an interrupt must only hit its own run. */
  @Test
  void run_manyEndingEarly_interruptNoOtherRun() throws Exception {
    WorkerPool few = new WorkerPool(6, Duration.ofMillis(50));
    SyncRunner shared = new SyncRunner(permits, few);
    AtomicInteger strayInterrupts = new AtomicInteger();
    List<FutureTask<Integer>> callers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Random random = new Random(i);
      callers.add(new FutureTask<>(() -> endEarlyOften(shared, random, strayInterrupts)));
      new Thread(callers.get(i)).start();
    }
    for (FutureTask<Integer> caller : callers) {
      assertThat(caller.get()).isEqualTo(2000);
    }
    assertThat(strayInterrupts).hasValue(0);
    assertAllPermitsComeBack();
  }

  private static int endEarlyOften(SyncRunner shared, Random random, AtomicInteger strays) {
    int runs = 0;
    for (; runs < 2000; runs++) {
      Sum sum = Sum.firstOf(1 + random.nextInt(6));
      int spins = random.nextInt(200);
      run(
          shared,
          sum,
          q -> {
            for (int i = 0; i <= spins * q; i++) {
              if (Thread.currentThread().isInterrupted()) {
                if (!sum.isMade()) {
                  strays.incrementAndGet();
                }
                break;
              }
            }
            return q;
          });
    }
    return runs;
  }

  private int run(Sum sum, Function<Integer, Integer> call) {
    return run(runner, sum, call);
  }

  private int run(Flow<Integer> flow, Function<Integer, Integer> call) {
    return runner.run(flow, Sum.sender(call), Deadline.NONE);
  }

  private static int run(SyncRunner runner, Sum sum, Function<Integer, Integer> call) {
    return runner.run(sum.flow(), Sum.sender(call), Deadline.NONE);
  }

  private int recordThread(int request) {
    threads.add(Thread.currentThread());
    return request;
  }

  private void assertAllPermitsComeBack() {
    Until.holds(() -> permits.available() == 3);
    assertThat(permits.waiting()).isZero();
  }

  private static Function<Integer, Integer> waitFor(
      CountDownLatch begun, CountDownLatch interrupted) {
    return q -> {
      begun.countDown();
      return awaitInterrupt(interrupted);
    };
  }

  private static int awaitInterrupt(CountDownLatch interrupted) {
    try {
      new CountDownLatch(1).await();
      return 0;
    } catch (InterruptedException e) {
      interrupted.countDown();
      throw AbortedException.create("aborted");
    }
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
