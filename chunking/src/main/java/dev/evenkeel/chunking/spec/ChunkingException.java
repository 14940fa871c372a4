package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/**
 * A write, or a sweep, of a table with large values failed. The message names the table and what to
 * do. Failures of single values are {@link LargeValueException}s.
 */
public final class ChunkingException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /** The reason, for callers that handle it. */
  public enum Reason {
    /**
     * A write took longer than the grace, and a sweep gave it up before it was visible. Nothing was
     * written; repeat it. If it happens again, raise the grace above what the slowest write takes.
     */
    WRITE_ABANDONED,
    /**
     * Other writers replaced the item again and again between its reading and its writing. Nothing
     * was written; repeat it.
     */
    WRITE_CONTENDED,
    /**
     * An item is larger than DynamoDB takes even after every value that the spec allows was
     * compressed or moved. Nothing was written.
     */
    ITEM_TOO_LARGE,
    /**
     * A write was made, but what it is to return ({@code ReturnValues}) could not be put together:
     * a value outside the item is lost, damaged or too large, or could not be fetched. The cause
     * says which. To repeat the write would make it twice.
     */
    RETURN_VALUES,
    /** The table for chunks or for intents is not there, or has other keys than the spec says. */
    STORE_MISSING,
    /**
     * The values below a bucket's prefix are another table's, or their owner is not recorded: a
     * deep sweep that continued could take another application's values for orphans. Nothing was
     * noted or removed.
     */
    PREFIX_OWNER
  }

  private final Reason reason;

  /**
   * @param message the event and the remedy, in whole sentences
   */
  public ChunkingException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Whether a failure is one of this kind, for this reason. */
  public static boolean is(@Nullable Throwable failure, Reason reason) {
    return failure instanceof ChunkingException chunking && chunking.reason == reason;
  }

  public Reason reason() {
    return reason;
  }

  @Override
  public boolean isOfItem() {
    return reason == Reason.ITEM_TOO_LARGE;
  }
}
