package dev.evenkeel.core.client;

import dev.evenkeel.core.operation.LayerRules;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The layers of stacked decorators, from the wire outwards. Each speaks to the next one in the
 * terms that its own caller uses: a large value is named by its item's logical key, not by a
 * shard's, so chunking has to be outside of sharding.
 *
 * <p>Caching may also stand right below chunking: over it a cache keeps decoded values, below it
 * items with references to these.
 */
public enum StackLayer {
  SHARDING,
  TIME_SERIES,
  CHUNKING,
  CACHING;

  /** A decorator that has a place in a stack. */
  public interface Stacked extends LayerRules {
    StackLayer layer();
  }

  /** Evenkeel's own decorators below, from {@code client} down to the first other client. */
  public static List<Stacked> in(Object client) {
    List<Stacked> layers = new ArrayList<>();
    for (Object inner = client; inner != null; inner = below(inner)) {
      if (inner instanceof Stacked stacked) {
        layers.add(stacked);
      }
    }
    return layers;
  }

  /**
   * Checks that a decorator of this layer may stand over {@code delegate}. Decorators of one layer
   * may stand over each other. Only Evenkeel's own decorators are unwrapped, down to the first
   * other client.
   *
   * @return {@code delegate}
   * @throws IllegalArgumentException if there is a decorator of an outer layer in it
   */
  public <C> C over(C delegate) {
    in(delegate).forEach(stacked -> requireBelow(stacked.layer()));
    return delegate;
  }

  /**
   * Whether a client is one of these decorators, or stands over one: then it shows other items than
   * are stored. Only Evenkeel's own decorators are unwrapped.
   */
  public static boolean isIn(Object client) {
    return !in(client).isEmpty();
  }

  /** Whether a client is a decorator of this layer, or stands over one. */
  public boolean isPartOf(Object client) {
    return in(client).stream().anyMatch(stacked -> stacked.layer() == this);
  }

  private void requireBelow(StackLayer inner) {
    boolean keepsReferences = this == CHUNKING && inner == CACHING;
    if (inner.compareTo(this) > 0 && !keepsReferences) {
      throw new IllegalArgumentException(
          "%s stands over %s, which has to be outside of it. Build the %1$s client over the plain one, and the %2$s client over that."
              .formatted(this, inner));
    }
  }

  private static @Nullable Object below(Object client) {
    if (client instanceof DelegatingDynamoDbClient decorator) {
      return decorator.delegate();
    }
    return client instanceof DelegatingDynamoDbAsyncClient decorator ? decorator.delegate() : null;
  }
}
