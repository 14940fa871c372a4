package dev.evenkeel.core.client;

import org.jspecify.annotations.Nullable;

/**
 * The layers of stacked decorators, from the wire outwards. Each speaks to the next one in the
 * terms that its own caller uses: a large value is named by its item's logical key, not by a
 * shard's, so chunking has to be outside of sharding.
 */
public enum StackLayer {
  SHARDING,
  TIME_SERIES,
  CHUNKING,
  CACHING;

  /** A decorator that has a place in a stack. */
  public interface Stacked {
    StackLayer layer();
  }

  /**
   * Checks that a decorator of this layer may stand over {@code delegate}. Decorators of one layer
   * may stand over each other. Only Evenkeel's own decorators are unwrapped, down to the first
   * other client.
   *
   * @return {@code delegate}
   * @throws IllegalArgumentException if there is a decorator of an outer layer in it, or one that
   *     this layer cannot stand over yet
   */
  public <C> C over(C delegate) {
    for (Object inner = delegate; inner != null; inner = below(inner)) {
      if (inner instanceof Stacked stacked) {
        requireBelow(stacked.layer());
      }
    }
    return delegate;
  }

  /**
   * Whether a client is one of these decorators, or stands over one: then it shows other items than
   * are stored. Only Evenkeel's own decorators are unwrapped.
   */
  public static boolean isIn(Object client) {
    for (Object inner = client; inner != null; inner = below(inner)) {
      if (inner instanceof Stacked) {
        return true;
      }
    }
    return false;
  }

  private void requireBelow(StackLayer inner) {
    if (inner.compareTo(this) > 0) {
      throw new IllegalArgumentException(
          "%s stands over %s, which has to be outside of it. Build the %1$s client over the plain one, and the %2$s client over that."
              .formatted(this, inner));
    }
    if (this == CHUNKING && inner == TIME_SERIES) {
      throw new IllegalArgumentException(
          "CHUNKING cannot stand over TIME_SERIES: what it stores outside of items would not age, be archived and go with their period. Build two clients over the plain one: a CHUNKING client for tables with large values, and a TIME_SERIES client for series without.");
    }
  }

  private static @Nullable Object below(Object client) {
    if (client instanceof DelegatingDynamoDbClient decorator) {
      return decorator.delegate();
    }
    return client instanceof DelegatingDynamoDbAsyncClient decorator ? decorator.delegate() : null;
  }
}
