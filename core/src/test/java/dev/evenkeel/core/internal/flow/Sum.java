package dev.evenkeel.core.internal.flow;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the numbers from 0 on and adds up the answers; fails with the first failure. Reports any
 * call that overlaps another or comes after the end.
 */
final class Sum implements FlowSource<Integer> {
  private final AtomicBoolean busy = new AtomicBoolean();
  private final int asksMax;
  private final int unansweredMax;
  private final int answersNeeded;
  private int asked;
  private int answered;
  private int sum;
  private volatile boolean over;

  record Summand(int of) implements Request<Integer> {}

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

  /** Ends early, with asks unanswered. */
  static Sum firstOf(int asks) {
    return new Sum(asks, asks, 1);
  }

  /** The flow of this sum; run once. */
  Flow<Integer> flow() {
    return Flow.from(() -> this);
  }

  /** Answers numbers. */
  static <S> Sender<S> sender(Function<Integer, S> call) {
    return request -> call.apply(((Summand) request).of());
  }

  /** Whether the sum has been made. */
  boolean isMade() {
    return over;
  }

  @Override
  public @Nullable Flow<?> next() {
    enter();
    try {
      return asked < asksMax && asked - answered < unansweredMax
          ? Flow.ask(new Summand(asked++)).map(this::add)
          : null;
    } finally {
      busy.set(false);
    }
  }

  private Done add(Integer answer) {
    enter();
    sum += answer;
    answered++;
    busy.set(false);
    return Done.DONE;
  }

  @Override
  public boolean isOver() {
    return answered == answersNeeded;
  }

  @Override
  public Flow<Integer> end() {
    enter();
    over = true;
    return Flow.of(sum);
  }

  private void enter() {
    if (over || !busy.compareAndSet(false, true)) {
      throw new AssertionError(over ? "called after its end" : "called concurrently");
    }
  }
}
