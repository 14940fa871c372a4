package dev.evenkeel.core.internal.flow;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Asks the numbers from 0 on and adds up the answers; fails with the first failure. Reports any
 * call that overlaps another or comes after the end.
 */
final class Sum implements Machine<Integer, Integer, Integer> {
  private final AtomicBoolean busy = new AtomicBoolean();
  private final int asksMax;
  private final int unansweredMax;
  private final int answersNeeded;
  private int asked;
  private int answered;
  private int sum;
  private @Nullable Throwable failure;
  private volatile boolean over;

  private Sum(int asksMax, int unansweredMax, int answersNeeded) {
    this.asksMax = asksMax;
    this.unansweredMax = unansweredMax;
    this.answersNeeded = answersNeeded;
  }

  static Sum wide(int asks) {
    return new Sum(asks, asks, asks);
  }

  static Sum inTurn(int asks) {
    return new Sum(asks, 1, asks);
  }

  static Sum windowed(int asks, int unansweredMax) {
    return new Sum(asks, unansweredMax, asks);
  }

  /** Finishes early, with asks unanswered. */
  static Sum firstOf(int asks) {
    return new Sum(asks, asks, 1);
  }

  /** Whether the machine has finished or failed. */
  boolean isOver() {
    return over;
  }

  @Override
  public Step<Integer, Integer> next() {
    enter();
    try {
      if (failure != null) {
        over = true;
        return Step.fail(failure);
      }
      if (answered == answersNeeded) {
        over = true;
        return Step.finish(sum);
      }
      return asked < asksMax && asked - answered < unansweredMax
          ? Step.ask(asked, asked++)
          : Step.park();
    } finally {
      busy.set(false);
    }
  }

  @Override
  public void onAnswer(int ticket, Integer answer) {
    enter();
    sum += answer;
    answered++;
    busy.set(false);
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    enter();
    failure = cause;
    busy.set(false);
  }

  private void enter() {
    if (over || !busy.compareAndSet(false, true)) {
      throw new AssertionError(over ? "called after its end" : "called concurrently");
    }
  }
}
