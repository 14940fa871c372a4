package dev.evenkeel.jobs.command;

import dev.evenkeel.core.internal.flow.DaemonThread;
import dev.evenkeel.jobs.report.LayoutStanding;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.sharding.Layout;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.AbortedException;

/** Work that may be killed at any step, and is broken off when it is asked to end. */
final class BrokenOff {
  /** A request that waits for its answer takes no note of an interrupt. */
  private static final int SECONDS_TO_END = 5;

  /** A worker may have files to store before it ends in order. Schedulers kill it soon after. */
  private static final int SECONDS_TO_END_A_PASS = 25;

  private BrokenOff() {}

  /**
   * Works on a thread of its own, which is interrupted when the process is asked to end, and left
   * alone where that does not help.
   *
   * @param task such as {@code layout ready}
   * @param writes whether it writes anything
   * @param layout reads the layout as it is after that
   * @throws JobException if it was broken off; says where things stand and what helps
   */
  static <R> R whenAsked(
      Termination termination,
      String task,
      boolean writes,
      String tableName,
      Supplier<R> work,
      Supplier<Layout> layout) {
    return leftAlone(
        termination,
        () -> done(task, tableName, work, layout),
        ExecutorService::shutdownNow,
        SECONDS_TO_END,
        LayoutStanding.unknown(task, tableName, writes));
  }

  /**
   * Works on a pass, on a thread of its own. It ends in order when the process is asked to, and is
   * left alone where a request has no answer.
   *
   * @param task such as {@code reshard run}
   * @throws JobException if it was left alone
   */
  static <R> R pass(Termination termination, String task, Supplier<R> work) {
    return leftAlone(
        termination,
        work,
        ExecutorService::shutdown,
        SECONDS_TO_END_A_PASS,
        LayoutStanding.unknown(task));
  }

  private static <R> R leftAlone(
      Termination termination,
      Supplier<R> work,
      Consumer<ExecutorService> ending,
      int seconds,
      String unknown) {
    ExecutorService own =
        Executors.newSingleThreadExecutor(working -> DaemonThread.of("evenkeel-work", working));
    CompletableFuture<R> end = CompletableFuture.supplyAsync(work, own);
    termination.then(
        () -> {
          ending.accept(own);
          CompletableFuture<R> unused = end.orTimeout(seconds, TimeUnit.SECONDS);
        });
    try {
      return end.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof TimeoutException) {
        throw new JobException(unknown);
      }
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    } finally {
      own.shutdown();
    }
  }

  private static <R> R done(
      String task, String tableName, Supplier<R> work, Supplier<Layout> layout) {
    try {
      return work.get();
    } catch (AbortedException e) {
      boolean unused = Thread.interrupted(); // so that the layout can be read
      throw new JobException(LayoutStanding.brokenOff(task, tableName, layout.get()));
    }
  }
}
