package dev.evenkeel.simulator.trace;

import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.OperationType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request of a trace.
 *
 * @param atMillis when, in milliseconds since 1970
 * @param partitionKey the partition key value, as text
 * @param sortKey the sort key value, if the trace has it
 * @param access the access
 * @param bytes the size of the item, as the trace has it: may be more than an item can have
 * @param attributes the names of those that are read or written; empty if the trace does not tell
 * @param table the name of the table; null if the trace does not tell
 */
public record TraceRecord(
    long atMillis,
    String partitionKey,
    @Nullable String sortKey,
    Access access,
    long bytes,
    List<String> attributes,
    @Nullable String table) {

  /**
   * Checks the size.
   *
   * @throws IllegalArgumentException if it is below 0, or if nothing is written
   */
  public TraceRecord {
    if (bytes < (access.type() == OperationType.WRITE ? 1 : 0)) {
      throw new IllegalArgumentException(
          "a size is at least 0 bytes, and of what is written 1, but was " + bytes);
    }
    attributes = List.copyOf(attributes);
  }

  /** A record without the name of a table. */
  public TraceRecord(
      long atMillis,
      String partitionKey,
      @Nullable String sortKey,
      Access access,
      long bytes,
      List<String> attributes) {
    this(atMillis, partitionKey, sortKey, access, bytes, attributes, null);
  }

  /** A record without sort key, attributes and table. */
  public static TraceRecord of(long atMillis, String partitionKey, Access access, long bytes) {
    return new TraceRecord(atMillis, partitionKey, null, access, bytes, List.of());
  }

  /** The size as one item can have it: {@link ItemSize#ITEM_BYTES_MAX} where it is larger. */
  public int itemBytes() {
    return (int) Math.min(bytes, ItemSize.ITEM_BYTES_MAX);
  }

  TraceRecord at(long millis) {
    return new TraceRecord(millis, partitionKey, sortKey, access, bytes, attributes, table);
  }
}
