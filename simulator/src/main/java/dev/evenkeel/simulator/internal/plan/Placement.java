package dev.evenkeel.simulator.internal.plan;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.evenkeel.simulator.spec.SortKeys;
import org.jspecify.annotations.Nullable;

/**
 * Places keys: XXH3-64 of the partition key under the seed, and after it, among the items of the
 * key, a place for the sort key. DynamoDB's own hash is unknown; each seed is a different
 * placement.
 */
public final class Placement {
  private final Hasher64 hasher;

  public Placement(long seed) {
    this.hasher = Hashing.xxh3_64(seed);
  }

  /** The hash of a partition key; unsigned. */
  public long hash(String partitionKey) {
    return hasher.hashCharsToLong(partitionKey);
  }

  /** The place among the items of a key; unsigned. */
  long place(SortKeys kind, @Nullable String sortKey) {
    return switch (kind) {
      case NONE -> 0;
      case SPREAD -> sortKey == null ? 0 : hasher.hashCharsToLong(sortKey);
      case GROWING -> -1;
    };
  }
}
