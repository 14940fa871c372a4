package dev.evenkeel.testkit.fault;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** See {@link Fault#delay}. The injector waits; what is left to do is to send. */
final class DelayFault extends Fault {
  private final Duration duration;

  DelayFault(Duration duration) {
    super("delay(" + duration + ")");
    if (duration.isNegative()) {
      throw new IllegalArgumentException("delay must not be negative but was " + duration);
    }
    this.duration = duration;
  }

  Duration duration() {
    return duration;
  }

  @Override
  boolean appliesTo(Call call) {
    return true;
  }

  @Override
  CompletableFuture<Answer> inject(Call call, Injection injection) {
    return injection.server().send(call);
  }
}
