package dev.evenkeel.testkit.fault;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * A fault by what it can strike and what it does then.
 *
 * @param <C> the calls that it can strike: those of one service, or all
 */
final class CallFault<C extends Call> extends Fault {
  private final Class<C> kind;
  private final Predicate<C> calls;
  private final BiFunction<C, Injection, CompletableFuture<Answer>> effect;

  /**
   * @param calls of that kind which it can strike
   */
  CallFault(
      String description,
      Class<C> kind,
      Predicate<C> calls,
      BiFunction<C, Injection, CompletableFuture<Answer>> effect) {
    super(description);
    this.kind = kind;
    this.calls = calls;
    this.effect = effect;
  }

  @Override
  boolean appliesTo(Call call) {
    return kind.isInstance(call) && calls.test(kind.cast(call));
  }

  @Override
  CompletableFuture<Answer> inject(Call call, Injection injection) {
    return effect.apply(kind.cast(call), injection);
  }
}
