package dev.evenkeel.core.internal.operation;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A cache of values by recent names: at least the last {@code namesMax} names, and at most twice as
 * many. A lookup makes its name recent. Thread-safe; takes a lock only where a generation ends.
 */
public final class RecentNames<V> {
  private final int namesMax;
  private volatile Map<String, V> young = new ConcurrentHashMap<>();
  private volatile Map<String, V> old = Map.of();

  /** Remembers nothing yet. */
  public RecentNames(int namesMax) {
    this.namesMax = namesMax;
  }

  /** The cached value; allocates nothing if the name was used in this generation. */
  public @Nullable V get(String name) {
    V value = young.get(name);
    if (value == null) {
      value = old.get(name);
      if (value != null) {
        put(name, value);
      }
    }
    return value;
  }

  /** Remembers a value, in the place of one that was there. */
  public void put(String name, V value) {
    Map<String, V> generation = young;
    generation.put(name, value);
    if (generation.size() >= namesMax) {
      end(generation);
    }
  }

  private synchronized void end(Map<String, V> generation) {
    if (young == generation) {
      old = generation;
      young = new ConcurrentHashMap<>();
    }
  }

  /** The number of names held; a name in both generations counts twice. */
  int size() {
    return young.size() + old.size();
  }
}
