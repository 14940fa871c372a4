package dev.evenkeel.jobs.lambda;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes something when it is first asked for. What fails is tried again the next time. */
final class Once<T> implements Supplier<T> {
  private final Supplier<T> making;
  private @Nullable T made;

  Once(Supplier<T> making) {
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
