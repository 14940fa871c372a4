package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/**
 * An item whose key does not tell its shard was looked for on every shard, and what was found does
 * not allow what was asked. Nothing was chosen or changed.
 */
public final class ItemLookupException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /** The reasons that callers distinguish. */
  public enum Reason {
    /**
     * The item was found on several shards. Two puts of the same key went to different shards:
     * under a drawn selector although the spec promises unique sort keys, or with different values
     * of a determinant that is no part of the key. A query on the logical key and sort key shows
     * all of them.
     */
    SEVERAL,
    /**
     * An UpdateItem found the item on no shard, and may not create it: it could not say where. An
     * update that carries a condition which does not hold of a missing item fails with DynamoDB's
     * own {@code ConditionalCheckFailedException} instead.
     */
    NONE,
    /**
     * A write saw the item come or go between looking and writing, as often as it may try: other
     * writers delete it and put it again. The call can be repeated.
     */
    UNSETTLED
  }

  private final Reason reason;
  private final String table;

  private ItemLookupException(Reason reason, String table, String message) {
    super(message);
    this.reason = reason;
    this.table = table;
  }

  /** An item that is on several shards. */
  public static ItemLookupException several(String operation, String table, int found) {
    return new ItemLookupException(
        Reason.SEVERAL,
        table,
        ("%s on '%s' found the item on %d shards: its key was put more than once. Query the logical"
                + " key with this sort key to see them all; give the attribute the shard is calculated"
                + " from, if there is one, beside the key.")
            .formatted(operation, table, found));
  }

  /**
   * An item to update that is on none.
   *
   * @param table the table the request names
   * @param remedy the remedy; a clause without a full stop
   */
  public static ItemLookupException none(String table, String remedy) {
    return new ItemLookupException(
        Reason.NONE,
        table,
        ("UpdateItem on '%s' found no item with this key on any shard, and may not create one."
                + " Nothing was written. %s.")
            .formatted(table, remedy));
  }

  /** An item that comes and goes. */
  public static ItemLookupException unsettled(String operation, String table, int attempts) {
    return new ItemLookupException(
        Reason.UNSETTLED,
        table,
        ("%s on '%s' looked for the item %d times, and each time it had come or gone before it could"
                + " be written: other writers delete it and put it again. Nothing was written."
                + " Repeat the call.")
            .formatted(operation, table, attempts));
  }

  /** Whether a failure is one of this reason. */
  public static boolean is(@Nullable Throwable failure, Reason reason) {
    return failure instanceof ItemLookupException lookup && lookup.reason == reason;
  }

  public Reason reason() {
    return reason;
  }

  public String table() {
    return table;
  }
}
