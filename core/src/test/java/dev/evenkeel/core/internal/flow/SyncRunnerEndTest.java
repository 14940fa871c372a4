package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.ClientThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.AbortedException;

/** Runs that end before all has been asked: by a result, a failure or an interrupt. */
class SyncRunnerEndTest extends SyncRuns {
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

  /** Runs that end early, all on the same few threads: an interrupt must only hit its own run. */
  @Test
  void run_manyEndingEarly_interruptNoOtherRun() throws Exception {
    WorkerPool few = new WorkerPool(6, Duration.ofMillis(50));
    SyncRunner shared = new SyncRunner(permits, few, ClientThreads.shared());
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
}
