package dev.evenkeel.simulator.spec;

import dev.evenkeel.core.item.ItemSize;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request for one item, at a point in virtual time.
 *
 * @param atMillis milliseconds since the simulation began
 * @param index the index that is read; null for the table
 * @param partitionKey the partition key value, as text
 * @param sortKey the sort key value, if there is one
 * @param access the access
 * @param itemBytes the size of the item; of a read, 0 if there is none
 * @param indexEntries the index entries that a write puts, at most one for each index
 */
public record Request(
    long atMillis,
    @Nullable String index,
    String partitionKey,
    @Nullable String sortKey,
    Access access,
    int itemBytes,
    List<IndexEntry> indexEntries) {

  /**
   * Checks the parts that need no table.
   *
   * @throws IllegalArgumentException naming the rule that is broken
   */
  public Request {
    Objects.requireNonNull(partitionKey, "partitionKey");
    boolean writes = access.type() == OperationType.WRITE;
    require(atMillis >= 0, "time begins at 0 but the request is at " + atMillis + " ms");
    require(
        itemBytes >= (writes ? 1 : 0) && itemBytes <= ItemSize.ITEM_BYTES_MAX,
        "an item has at most "
            + ItemSize.ITEM_BYTES_MAX
            + " bytes, and one that is written at"
            + " least 1, but it had "
            + itemBytes);
    require(index == null || !writes, "an index is written through its table only");
    require(
        index == null || access != Access.STRONG_READ,
        "a global secondary index has no strongly consistent reads");
    require(indexEntries.isEmpty() || writes, "a read puts nothing into indexes");
    indexEntries = List.copyOf(indexEntries);
    require(
        indexEntries.size() < 2
            || indexEntries.stream().map(IndexEntry::index).distinct().count()
                == indexEntries.size(),
        "a write has one entry for an index at most");
  }

  /** A request for the table, without index entries. */
  public static Request of(
      long atMillis, String partitionKey, @Nullable String sortKey, Access access, int itemBytes) {
    return new Request(atMillis, null, partitionKey, sortKey, access, itemBytes, List.of());
  }

  /** An insert into a table without sort key. */
  public static Request insert(long atMillis, String partitionKey, int itemBytes) {
    return of(atMillis, partitionKey, null, Access.INSERT, itemBytes);
  }

  /** The second of virtual time in which it is made. */
  public long second() {
    return atMillis / 1000;
  }

  private static void require(boolean isMet, String rule) {
    if (!isMet) {
      throw new IllegalArgumentException("Request: " + rule);
    }
  }

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
}
