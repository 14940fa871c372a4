package dev.evenkeel.chunking;

import dev.evenkeel.core.internal.flow.Calls;
import dev.evenkeel.core.internal.flow.Request;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests and counts them, so that a test can stop a flow before or after any of them, or
 * let something else happen in between.
 */
final class Stepping implements Calls<Request<?>, Object, Object> {
  /** The end of a process, which no flow recovers from. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final Calls<Request<?>, Object, Object> calls;
  private final int step;
  private final Runnable before;
  private final Runnable after;
  private final AtomicInteger count = new AtomicInteger();

  private Stepping(
      Calls<Request<?>, Object, Object> calls, int step, Runnable before, Runnable after) {
    this.calls = calls;
    this.step = step;
    this.before = before;
    this.after = after;
  }

  /** Nothing happens. */
  static Stepping counting(Calls<Request<?>, Object, Object> calls) {
    return new Stepping(calls, -1, () -> {}, () -> {});
  }

  /** Something happens before the request with this number, from 0. */
  static Stepping pausing(Calls<Request<?>, Object, Object> calls, int step, Runnable meanwhile) {
    return new Stepping(calls, step, meanwhile, () -> {});
  }

  /** The process ends before the request with this number is sent. */
  static Stepping crashingBefore(Calls<Request<?>, Object, Object> calls, int step) {
    return new Stepping(calls, step, Stepping::crash, () -> {});
  }

  /** The process ends when the request with this number was carried out. */
  static Stepping crashingAfter(Calls<Request<?>, Object, Object> calls, int step) {
    return new Stepping(calls, step, () -> {}, Stepping::crash);
  }

  private static void crash() {
    throw new Crash();
  }

  int count() {
    return count.get();
  }

  @Override
  public Object apply(Request<?> request) {
    int number = count.getAndIncrement();
    if (number == step) {
      before.run();
    }
    Object answer = calls.apply(request);
    if (number == step) {
      after.run();
    }
    return answer;
  }

  /** Pauses and computations are no steps. */
  @Override
  public @Nullable CompletableFuture<Object> unsent(Request<?> request, boolean alone) {
    return calls.unsent(request, alone);
  }
}
