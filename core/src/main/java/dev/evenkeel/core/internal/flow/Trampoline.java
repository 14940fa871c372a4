package dev.evenkeel.core.internal.flow;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks that cause further tasks on the same thread one after the other instead of one inside
 * the other, so that no chain of them grows the stack.
 *
 * <p>Completions, which run code of the caller's, come last: when no task is left and outside of
 * the trampoline, so that such code sees no intermediate state. Of several in one turn, the first
 * is run by this thread and the others by threads of the pool: code of the first may block on the
 * others.
 */
final class Trampoline {
  // Not static: stacked drivers do not wait for each other's turns. Empty between turns.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<@Nullable Turn> current = new ThreadLocal<>();

  private static final class Turn {
    final Queue<Runnable> tasks = new ArrayDeque<>();
    final Queue<Runnable> completions = new ArrayDeque<>();
  }

  /** Runs {@code task} now, or, inside another task of this thread, after that one. */
  void bounce(Runnable task) {
    Turn turn = current.get();
    if (turn != null) {
      turn.tasks.add(task);
      return;
    }
    turn = new Turn();
    turn.tasks.add(task);
    current.set(turn);
    try {
      runAll(turn.tasks);
    } finally {
      current.remove();
      complete(turn.completions);
    }
  }

  /** Runs {@code completion} once this thread has no task left; called within a task. */
  void complete(Runnable completion) {
    Turn turn = current.get();
    if (turn == null) {
      completion.run();
    } else {
      turn.completions.add(completion);
    }
  }

  private static void complete(Queue<Runnable> completions) {
    Runnable first = completions.poll();
    if (first == null) {
      return;
    }
    for (Runnable other = completions.poll(); other != null; other = completions.poll()) {
      if (!WorkerPool.shared().offer(other)) {
        other.run();
      }
    }
    first.run();
  }

  private static void runAll(Queue<Runnable> tasks) {
    for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
      next.run();
    }
  }
}
