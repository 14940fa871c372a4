package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.DecoratorException;

/**
 * A read of one item found it on several shards. That happens where the key does not tell the
 * shard, when two items of a logical key were given the same sort key: under a drawn selector,
 * although the spec promises unique ones; under one that is calculated from an attribute outside
 * the key, with different values of that attribute. Nothing was chosen or changed; a query on the
 * logical key and sort key shows all of them.
 */
public final class AmbiguousItemException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String table;
  private final int found;

  public AmbiguousItemException(String table, int found) {
    super(
        ("GetItem on '%s' found the item on %d shards: its sort key was written more than once, and the"
                + " key does not tell which is meant. Query the logical key with this sort key to see"
                + " them all; give the attribute the shard is calculated from, if there is one, beside"
                + " the key.")
            .formatted(table, found));
    this.table = table;
    this.found = found;
  }

  public String table() {
    return table;
  }

  /** On how many shards the item was found. */
  public int found() {
    return found;
  }
}
