package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.RefusedOperationException;

/**
 * A batch names one logical key twice: literally, in two spellings of one number, with different
 * determinants beside it, or as a put and a delete. DynamoDB refuses a batch that names a key twice
 * ("Provided list of item keys contains duplicates"), but on a sharded table the two could be
 * different physical keys, which it cannot see. Nothing was sent.
 */
public final class DuplicateKeyException extends RefusedOperationException {
  private static final long serialVersionUID = 1L;

  /**
   * @param operation the SDK's operation name
   * @param table the table as the caller named it
   * @param first the position of one of the two among the table's entries, counted from 1
   * @param second the position of the other
   */
  public DuplicateKeyException(String operation, String table, int first, int second) {
    super(
        operation,
        table,
        "entries %d and %d of the table name the same logical key".formatted(first, second),
        "Name each key once in a batch, as DynamoDB demands");
  }
}
