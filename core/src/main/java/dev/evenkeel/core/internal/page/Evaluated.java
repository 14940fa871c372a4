package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.item.ReadCapacity;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/**
 * What DynamoDB evaluated for an answer, which with a filter, a projection or a count is much more
 * than it returned.
 *
 * @param rows how many
 * @param bytes how large they are
 * @param returnedBytes how large what came back is
 */
public record Evaluated(long rows, long bytes, long returnedBytes) {
  /** Nothing. */
  public static final Evaluated NONE = new Evaluated(0, 0, 0);

  /**
   * By the rows themselves if they come as they are stored, else by the read units, which are told
   * in blocks of 4 KB: half a block is taken off, since the last one is not full. If no units are
   * told, what came back is all that is known.
   *
   * @param rows how many
   * @param returnedBytes how large what came back is
   * @param used null if rows come as they are stored, and all of them
   */
  public static Evaluated of(
      long rows,
      long returnedBytes,
      @Nullable ConsumedCapacity used,
      @Nullable Boolean consistent) {
    if (rows == 0 || used == null || used.capacityUnits() == null) {
      return new Evaluated(rows, returnedBytes, returnedBytes);
    }
    double blocks = used.capacityUnits() * (Boolean.TRUE.equals(consistent) ? 1 : 2);
    long bytes = (long) (blocks * ReadCapacity.BLOCK_BYTES) - ReadCapacity.BLOCK_BYTES / 2;
    return new Evaluated(rows, Math.max(bytes, returnedBytes), returnedBytes);
  }

  Evaluated plus(Evaluated other) {
    return new Evaluated(
        rows + other.rows, bytes + other.bytes, returnedBytes + other.returnedBytes);
  }

  /** Bytes of a row; 0 if there was none. */
  long rowBytes() {
    return rows == 0 ? 0 : Math.max(1, bytes / rows);
  }
}
