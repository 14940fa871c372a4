package dev.evenkeel.core.item;

/**
 * The cost of writes to a table. The cost in each index, {@link SecondaryIndex#writeUnits}, is
 * added. A BatchWriteItem or TransactWriteItems costs the sum of its writes.
 *
 * <p>Sizes are those of {@link ItemSize}; 0 stands for no item. Sources: AWS, "Working with Tables
 * in DynamoDB"; for transactions "Amazon DynamoDB Transactions: How it works", where each item is
 * written twice, once to prepare and once to commit. (DynamoDB Local counts a TransactWriteItems as
 * one item, however many it has.)
 */
public enum WriteCapacity {
  /** One unit per block. */
  STANDARD(1),
  /** Two units per block; TransactWriteItems, also when it is cancelled. */
  TRANSACTIONAL(2);

  /** "DynamoDB writes data in blocks of 1 KB." */
  public static final int BLOCK_BYTES = 1024;

  private final int unitsPerBlock;

  WriteCapacity(int unitsPerBlock) {
    this.unitsPerBlock = unitsPerBlock;
  }

  /**
   * The cost of PutItem: "If an item with the same primary key exists in the table, the operation
   * replaces the item ... the item size that matters is the larger of the two".
   */
  public CapacityUnits put(long bytesBefore, long bytesAfter) {
    return units(Math.max(bytesBefore, requireItem(bytesAfter)));
  }

  /**
   * The cost of UpdateItem: "the larger of the 'before' and 'after' item sizes", however little
   * changes.
   */
  public CapacityUnits update(long bytesBefore, long bytesAfter) {
    return units(Math.max(bytesBefore, requireItem(bytesAfter)));
  }

  /**
   * The cost of DeleteItem: "DynamoDB uses the size of the deleted item"; of an item that does not
   * exist, one block.
   */
  public CapacityUnits delete(long bytesBefore) {
    return units(bytesBefore);
  }

  /**
   * The cost of a write whose condition was false. "If the item does not exist, DynamoDB will
   * consume one write capacity unit"; if it exists, the size of the item counts, and of a put or
   * update the size of the item that would have come to be where that is larger. ("DynamoDB read
   * and write operations": "an existing item is 300 KB. The new item you're trying to create or
   * update is 310 KB. The write capacity units consumed will be 310 KB". Older AWS texts disagree
   * on which of the two sizes counts; DynamoDB Local does not report it.)
   *
   * @param bytesExisting 0 if the item does not exist
   * @param bytesAttempted the item after the write, had it happened; 0 for a delete
   */
  public CapacityUnits failedCondition(long bytesExisting, long bytesAttempted) {
    return units(bytesExisting == 0 ? 0 : Math.max(bytesExisting, bytesAttempted));
  }

  private CapacityUnits units(long bytes) {
    return CapacityUnits.of(CapacityUnits.blocks(bytes, BLOCK_BYTES)).times(unitsPerBlock);
  }

  private static long requireItem(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException(
          "an item that was written has at least its key, so more than 0 bytes, but had " + bytes);
    }
    return bytes;
  }
}
