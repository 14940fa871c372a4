package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value as eventually consistent reads see it: each change from some later time on, and never an
 * older one after a newer one.
 */
final class LaggingView<T> {
  private final List<PublishedValue<T>> history = new ArrayList<>();

  /** Makes {@code value} visible from {@code from} on, null for none. */
  void publish(Instant from, @Nullable T value) {
    history.add(new PublishedValue<>(from, value));
  }

  /** The newest that is seen then; what is older is never seen again. */
  @Nullable T at(Instant time) {
    for (int i = history.size() - 1; i >= 0; i--) {
      if (!history.get(i).from.isAfter(time)) {
        return history.get(i).value;
      }
    }
    return null;
  }

  /** The newest of all, seen or not. */
  @Nullable T latest() {
    return history.get(history.size() - 1).value;
  }

  /** Whether nothing is seen from then on, nor will be. */
  boolean isNothingSince(Instant time) {
    return latest() == null && !history.get(history.size() - 1).from.isAfter(time);
  }

  private record PublishedValue<T>(Instant from, @Nullable T value) {}
}
