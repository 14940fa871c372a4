package dev.evenkeel.core.internal.lease;

import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A lease that was held when it was returned; only the next {@link Leases#renew} shows whether it
 * still is.
 *
 * @param owner the holder
 * @param fence the number of this acquisition: greater than that of every earlier one at this
 *     place, and in no later one again
 * @param version moves with each write, so that others see that the holder is alive
 * @param length how long others watch before they take it over
 */
public record Lease(Key key, String owner, long fence, long version, Duration length) {
  public Lease {
    if (fence < 1 || version < 1) {
      throw new IllegalArgumentException(
          "Fence and version of a lease count from 1, but are %d and %d."
              .formatted(fence, version));
    }
    owner = Leases.ownerOf(owner);
    length = Leases.lengthOf(length);
  }

  LeaseState state() {
    return LeaseState.held(owner, fence, version, length);
  }

  /**
   * Table and item that hold a lease in one attribute, {@value Leases#ATTRIBUTE}. The item may have
   * other attributes, which are left alone, and need not be there beforehand.
   *
   * <p>Never delete the item, nor let it expire: its fence would begin anew, and numbers that were
   * given out would be given out again.
   *
   * @param tableName a table, named as the client that runs the flows names it
   * @param key the whole key of the item
   */
  public record Key(String tableName, Map<String, AttributeValue> key) {
    public Key {
      if (tableName.isBlank()) {
        throw new IllegalArgumentException("A lease needs the name of the table that keeps it.");
      }
      if (key.isEmpty() || key.size() > 2) {
        throw new IllegalArgumentException(
            "The key of a lease in table '%s' has %d attributes. Give the partition key, and the sort key if the table has one."
                .formatted(tableName, key.size()));
      }
      key = Map.copyOf(key);
    }

    /** The table and the names of the key's attributes; no values. */
    @Override
    public String toString() {
      return "lease in table '%s', key %s".formatted(tableName, new TreeSet<>(key.keySet()));
    }
  }

  /** The result of a request for a lease. */
  public sealed interface Acquisition {

    /** The lease is the caller's. */
    record Held(Lease lease) implements Acquisition {}

    /**
     * Another owner holds it, or held it when it was read.
     *
     * @param owner the holder
     * @param fence the number of the holder's acquisition
     * @param version moves with each of the holder's renewals
     * @param length how long the holder asks to be watched before it is taken for dead
     */
    record Busy(String owner, long fence, long version, Duration length) implements Acquisition {}
  }
}
