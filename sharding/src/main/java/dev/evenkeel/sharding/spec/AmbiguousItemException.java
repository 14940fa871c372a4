package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.DecoratorException;

/**
 * One item was looked for on every shard and found on several. Two puts of the same key went to
 * different shards: under a drawn selector although the spec promises unique sort keys, or with
 * different values of a determinant that is no part of the key. Nothing was chosen or changed; a
 * query on the logical key and sort key shows all of them.
 */
public final class AmbiguousItemException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String operation;
  private final String table;
  private final int found;

  public AmbiguousItemException(String operation, String table, int found) {
    super(
        ("%s on '%s' found the item on %d shards: its key was put more than once. Query the logical"
                + " key with this sort key to see them all, and delete all but one by their"
                + " physical keys.")
            .formatted(operation, table, found));
    this.operation = operation;
    this.table = table;
    this.found = found;
  }

  /** The SDK's name of the operation that looked for the item. */
  public String operation() {
    return operation;
  }

  public String table() {
    return table;
  }

  /** On how many shards the item was found. */
  public int found() {
    return found;
  }
}
