package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.ClientThreads;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.exception.AbortedException;

/** A fan-out on a user's executor ends, whatever executor it is. */
@Timeout(60)
class LentThreadsTest {
  private final ExecutorService one = Executors.newSingleThreadExecutor();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  @AfterEach
  void end() {
    Thread.interrupted();
    one.shutdownNow();
  }

  @Test
  void run_manyThreads_sendsOnTheirsAndLeavesTheExecutorOpen() throws Exception {
    ExecutorService many = Executors.newCachedThreadPool(work -> new Thread(work, "lent"));
    try {
      assertThat(sum(many)).isEqualTo(190);
      assertThat(threads).anyMatch(thread -> thread.getName().equals("lent"));
      assertThat(threads).noneMatch(thread -> thread.getName().startsWith("evenkeel"));
      assertThat(many.submit(() -> 1).get()).isEqualTo(1);
    } finally {
      many.shutdownNow();
    }
  }

  @Test
  void run_callerHasTheOnlyThread_sendsItself() throws Exception {
    assertThat(one.submit(() -> sum(one)).get()).isEqualTo(190);
    assertThat(threads).hasSize(1);
  }

  @Test
  void run_stackOfThreeOnOneThread_ends() throws Exception {
    assertThat(one.submit(() -> stacked(one)).get()).isEqualTo(64);
    assertThat(stacked(one)).isEqualTo(64);
  }

  @Test
  void run_stackOfThreeOnAPoolThatForks_ends() throws Exception {
    ForkJoinPool two = new ForkJoinPool(2);
    try {
      assertThat(two.submit(() -> stacked(two)).get()).isEqualTo(64);
    } finally {
      two.shutdownNow();
    }
  }

  @Test
  void run_shutDown_sendsOnTheCallersThread() {
    one.shutdown();
    assertThat(sum(one)).isEqualTo(190);
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void run_full_sendsTheRestOnTheCallersThread() {
    ThreadPoolExecutor full =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new SynchronousQueue<>());
    try {
      assertThat(sum(full)).isEqualTo(190);
      assertThat(threads).contains(Thread.currentThread());
    } finally {
      full.shutdownNow();
    }
  }

  @Test
  void run_dropsItsTasks_sendsOnTheCallersThread() {
    assertThat(sum(task -> {})).isEqualTo(190);
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void run_callsWithoutEndOnTheOnlyThread_leaveLittleBehind() {
    Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    SyncRunner runner = SyncRunner.create(8, ClientThreads.of(waiting::add));
    Sender<Integer> sender = Sum.sender(number -> number);
    for (int call = 0; call < 100; call++) {
      assertThat(runner.run(Sum.wide(20).flow(), sender, Deadline.NONE)).isEqualTo(190);
    }
    assertThat(waiting).hasSize(Workers.ExecutorWorkers.WAITING_MAX);
    waiting.forEach(Runnable::run);
    runner.run(Sum.wide(20).flow(), sender, Deadline.NONE);
    assertThat(waiting).hasSizeGreaterThan(Workers.ExecutorWorkers.WAITING_MAX);
  }

  @Test
  void run_runsOnTheCallersThread_keepsAnInterruption() {
    SyncRunner runner = SyncRunner.create(4, ClientThreads.of(Runnable::run));
    Sender<Integer> interrupting =
        Sum.sender(
            number -> {
              Thread.currentThread().interrupt();
              return number;
            });
    assertThatThrownBy(() -> runner.run(Sum.wide(8).flow(), interrupting, Deadline.NONE))
        .isInstanceOf(AbortedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void run_captureFails_throwsAndGivesPermitsBack() {
    IllegalStateException broken = new IllegalStateException("no context");
    boolean[] fails = {true};
    SyncRunner runner =
        SyncRunner.create(
            1,
            ClientThreads.shared()
                .withContext(
                    work -> {
                      if (fails[0]) {
                        throw broken;
                      }
                      return work;
                    }));
    Sender<Integer> sender = Sum.sender(number -> number);
    assertThatThrownBy(() -> runner.run(Sum.wide(20).flow(), sender, Deadline.NONE))
        .isSameAs(broken);
    fails[0] = false;
    assertThat(runner.run(Sum.wide(20).flow(), sender, Deadline.NONE)).isEqualTo(190);
  }

  private int sum(Executor executor) {
    SyncRunner runner = SyncRunner.create(7, ClientThreads.of(executor));
    Sender<Integer> sender =
        Sum.sender(
            number -> {
              threads.add(Thread.currentThread());
              return number;
            });
    return runner.run(Sum.wide(20).flow(), sender, Deadline.NONE);
  }

  /** Four requests, each of which is four at the client below, and four below that. */
  private static int stacked(Executor executor) {
    SyncRunner outer = SyncRunner.create(2, ClientThreads.of(executor));
    SyncRunner middle = SyncRunner.create(2, ClientThreads.of(executor));
    SyncRunner inner = SyncRunner.create(2, ClientThreads.of(executor));
    return four(outer, () -> four(middle, () -> four(inner, () -> 1)));
  }

  private static int four(SyncRunner runner, IntSupplier below) {
    return runner.run(Sum.wide(4).flow(), Sum.sender(number -> below.getAsInt()), Deadline.NONE);
  }
}
