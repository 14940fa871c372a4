package dev.evenkeel.chunking;

import dev.evenkeel.core.flow.Compute;
import dev.evenkeel.core.flow.Pause;
import dev.evenkeel.core.flow.Request;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Answers requests and counts them, so that a test can stop a flow before or after any of them, or
 * let something else happen in between.
 */
final class Stepping implements Function<Request<?>, Object> {
  /** The end of a process, which no flow recovers from. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final Function<Request<?>, Object> calls;
  private final int step;
  private final Runnable before;
  private final Runnable after;
  private final AtomicInteger count = new AtomicInteger();

  private Stepping(Function<Request<?>, Object> calls, int step, Runnable before, Runnable after) {
    this.calls = calls;
    this.step = step;
    this.before = before;
    this.after = after;
  }

  /** Nothing happens. */
  static Stepping counting(Function<Request<?>, Object> calls) {
    return new Stepping(calls, -1, () -> {}, () -> {});
  }

  /** Something happens before the request with this number, from 0. */
  static Stepping pausing(Function<Request<?>, Object> calls, int step, Runnable meanwhile) {
    return new Stepping(calls, step, meanwhile, () -> {});
  }

  /** The process ends before the request with this number is sent. */
  static Stepping crashingBefore(Function<Request<?>, Object> calls, int step) {
    return new Stepping(calls, step, Stepping::crash, () -> {});
  }

  /** The process ends when the request with this number was carried out. */
  static Stepping crashingAfter(Function<Request<?>, Object> calls, int step) {
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
    if (request instanceof Pause || request instanceof Compute<?>) {
      return calls.apply(request);
    }
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
}
