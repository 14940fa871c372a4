package dev.evenkeel.core.item;

/**
 * The cost of reads, by consistency. Sizes are those of {@link ItemSize} and whole: "you can
 * request a subset of attributes to retrieve; however, doing so has no impact on the item size
 * calculations", nor has asking for counts only.
 *
 * <p>Sources: AWS, "Working with Tables in DynamoDB" for eventually and strongly consistent reads;
 * "DynamoDB read and write operations" for transactional ones: "A transactional read request of an
 * item up to 4 KB requires two read units".
 */
public enum ReadCapacity {
  /** Half a unit per block; the default of every read, and all a global secondary index offers. */
  EVENTUAL(1),
  /** One unit per block. */
  STRONG(2),
  /** Two units per block; TransactGetItems. */
  TRANSACTIONAL(4);

  /** "DynamoDB reads data in blocks of 4 KB." */
  public static final int BLOCK_BYTES = 4096;

  private final int halvesPerBlock;

  ReadCapacity(int halvesPerBlock) {
    this.halvesPerBlock = halvesPerBlock;
  }

  /**
   * The cost of GetItem: "DynamoDB rounds the item size up to the next 4 KB".
   *
   * @param itemBytes 0 if the item does not exist, which costs one block: "If you perform a read
   *     operation on an item that does not exist, DynamoDB will still consume provisioned read
   *     throughput"
   */
  public CapacityUnits get(long itemBytes) {
    return new CapacityUnits(
        Math.multiplyExact(CapacityUnits.blocks(itemBytes, BLOCK_BYTES), halvesPerBlock));
  }

  /**
   * The cost of BatchGetItem and TransactGetItems: each item as by {@link #get}, "DynamoDB first
   * rounds up the size of each item to the next 4 KB and then calculates the total size". DynamoDB
   * Local charges a BatchGetItem nothing for items that do not exist; the rule AWS states does.
   *
   * @param itemBytes one for each key asked for, 0 where the item does not exist
   */
  public CapacityUnits batchGet(long... itemBytes) {
    CapacityUnits units = CapacityUnits.ZERO;
    for (long bytes : itemBytes) {
      units = units.plus(get(bytes));
    }
    return units;
  }

  /**
   * The cost of one page of a Query or Scan, over a table or an index: "all items returned are
   * treated as a single read operation ... DynamoDB computes the total size of all items and then
   * rounds up to the next 4 KB boundary". The evaluated bytes count, before any filter. Of an
   * index, the entries count; a local index that fetches items from its table costs {@link
   * #batchGet} of those items in addition.
   *
   * <p>A page that evaluates nothing costs one block: "you'll still be charged additional read
   * throughput based on read consistency and the number of partitions searched to serve the
   * request, even if no data exists" (AWS, "DynamoDB read and write operations"). A Scan that
   * searches several partitions may cost more. DynamoDB Local charges nothing for an empty page.
   *
   * @param evaluatedBytes the sizes of all items evaluated, added up
   * @throws IllegalStateException if transactional, which no Query or Scan can be
   */
  public CapacityUnits page(long evaluatedBytes) {
    if (this == TRANSACTIONAL) {
      throw new IllegalStateException("a Query or Scan is EVENTUAL or STRONG, never TRANSACTIONAL");
    }
    return get(evaluatedBytes);
  }
}
