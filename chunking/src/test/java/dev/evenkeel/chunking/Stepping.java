package dev.evenkeel.chunking;

import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests and counts them, so that a test can stop a flow before or after any of them, or
 * let something else happen in between.
 */
final class Stepping implements Sender<Object> {
  /** The end of a process, which no flow recovers from. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final Sender<Object> sender;
  private final int step;
  private final Runnable before;
  private final Runnable after;
  private final AtomicInteger count = new AtomicInteger();

  private Stepping(Sender<Object> sender, int step, Runnable before, Runnable after) {
    this.sender = sender;
    this.step = step;
    this.before = before;
    this.after = after;
  }

  /** Nothing happens. */
  static Stepping counting(Sender<Object> sender) {
    return new Stepping(sender, -1, () -> {}, () -> {});
  }

  /** Something happens before the request with this number, from 0. */
  static Stepping pausing(Sender<Object> sender, int step, Runnable meanwhile) {
    return new Stepping(sender, step, meanwhile, () -> {});
  }

  /** The process ends before the request with this number is sent. */
  static Stepping crashingBefore(Sender<Object> sender, int step) {
    return new Stepping(sender, step, Stepping::crash, () -> {});
  }

  /** The process ends when the request with this number was carried out. */
  static Stepping crashingAfter(Sender<Object> sender, int step) {
    return new Stepping(sender, step, () -> {}, Stepping::crash);
  }

  private static void crash() {
    throw new Crash();
  }

  int count() {
    return count.get();
  }

  @Override
  public Object send(Request<?> request) {
    int number = count.getAndIncrement();
    if (number == step) {
      before.run();
    }
    Object answer = sender.send(request);
    if (number == step) {
      after.run();
    }
    return answer;
  }

  /** Pauses and computations are no steps. */
  @Override
  public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
    return sender.unsent(request, alone);
  }
}
