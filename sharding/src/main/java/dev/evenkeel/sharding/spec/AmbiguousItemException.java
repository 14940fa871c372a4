package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.DecoratorException;

/**
 * A read of one item found it on several shards. That happens only under a drawn selector, when two
 * items of a logical key were given the same sort key although the spec promises unique ones.
 * Nothing was chosen or changed; a query on the logical key and sort key shows all of them.
 */
public final class AmbiguousItemException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String table;
  private final int found;

  public AmbiguousItemException(String table, int found) {
    super(
        ("GetItem on '%s' found the item on %d shards. The spec says uniqueSortKeys(), but this sort"
                + " key was written more than once. Query the logical key with this sort key to see"
                + " them all.")
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
