package dev.evenkeel.testkit.fault;

import java.time.Duration;

/** See {@link Fault#delay}. The injector waits; what is left to do is to send. */
final class DelayFault extends Fault {
  private final Duration duration;

  DelayFault(Duration duration) {
    super(
        "delay(" + duration + ")",
        Call.class,
        call -> true,
        (call, injection) -> injection.server().send(call));
    if (duration.isNegative()) {
      throw new IllegalArgumentException("delay must not be negative but was " + duration);
    }
    this.duration = duration;
  }

  Duration duration() {
    return duration;
  }
}
