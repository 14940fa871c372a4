package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CompletionThreadTest {
  private static final int MANY = 5_000;

  /** More than the few that a slow machine takes for blocked, and far fewer than completions. */
  private static final int THREADS_MAX = 50;

  private final CompletionThread completions = new CompletionThread();

  @Test
  void add_ofThousands_takesFewThreadsAndRunsEachOnce() throws Exception {
    for (int round = 0; round < 3; round++) {
      CountDownLatch open = new CountDownLatch(MANY);
      Set<Thread> threads = ConcurrentHashMap.newKeySet();
      for (int i = 0; i < MANY; i++) {
        completions.add(
            () -> {
              threads.add(Thread.currentThread());
              open.countDown();
            });
      }

      assertThat(open.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(threads).hasSizeLessThan(THREADS_MAX).allMatch(Thread::isDaemon);
      assertThat(threads).doesNotContain(Thread.currentThread());
    }
  }

  /** Each waits for the one behind it: all threads but the last are blocked. */
  @Test
  void completion_thatWaitsForALaterOne_doesNotHoldItUp() throws Exception {
    int chain = 20;
    CountDownLatch[] ended = new CountDownLatch[chain + 1];
    for (int i = 0; i <= chain; i++) {
      ended[i] = new CountDownLatch(1);
    }
    for (int i = 0; i < chain; i++) {
      int at = i;
      completions.add(
          () -> {
            try {
              ended[at + 1].await();
              ended[at].countDown();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
    }
    completions.add(ended[chain]::countDown);

    assertThat(ended[0].await(30, TimeUnit.SECONDS)).isTrue();
  }

  /** The thread has nothing to do and is about to end, again and again. */
  @Test
  void add_oneAfterTheOther_losesNone() throws Exception {
    for (int i = 0; i < MANY; i++) {
      CountDownLatch one = new CountDownLatch(1);
      completions.add(one::countDown);
      assertThat(one.await(30, TimeUnit.SECONDS)).as("completion %d", i).isTrue();
    }
  }
}
