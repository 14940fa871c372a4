package dev.evenkeel.jobs.lambda;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Creates a value on first use. A failure is retried at the next use. */
final class Lazy<T> implements Supplier<T> {
  private final Supplier<T> making;
  private @Nullable T made;

  Lazy(Supplier<T> making) {
    this.making = making;
  }

  @Override
  public synchronized T get() {
    T known = made;
    if (known == null) {
      known = making.get();
      made = known;
    }
    return known;
  }
}
