package dev.evenkeel.core.internal.flow;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for something that will happen; the test's timeout is the guard. */
final class Until {
  private Until() {}

  static void holds(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(100_000);
    }
  }
}
