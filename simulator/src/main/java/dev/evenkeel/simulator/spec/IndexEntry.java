package dev.evenkeel.simulator.spec;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The index entry of a write.
 *
 * @param index the name of the index
 * @param partitionKey the index's partition key value
 * @param sortKey the index's sort key value, if it has one
 * @param bytes the size of the entry, 1 or more
 */
public record IndexEntry(String index, String partitionKey, @Nullable String sortKey, int bytes) {

  /**
   * Checks the entry.
   *
   * @throws IllegalArgumentException if it has no bytes
   */
  public IndexEntry {
    Objects.requireNonNull(index, "index");
    Objects.requireNonNull(partitionKey, "partitionKey");
    if (bytes < 1) {
      throw new IllegalArgumentException("an index entry has 1 byte or more but had " + bytes);
    }
  }
}
