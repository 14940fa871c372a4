package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.DecoratorException;

/**
 * An UpdateItem whose key does not tell the shard found the item on no shard, and may not create
 * it: it could not say where. Nothing was written. An update that carries a condition which does
 * not hold of a missing item fails with DynamoDB's own {@code ConditionalCheckFailedException}
 * instead.
 */
public final class NoItemToUpdateException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String table;

  /**
   * @param table the table the request names
   * @param remedy what to do instead; a clause without a full stop
   */
  public NoItemToUpdateException(String table, String remedy) {
    super(
        ("UpdateItem on '%s' found no item with this key on any shard, and may not create one."
                + " Nothing was written. %s.")
            .formatted(table, remedy));
    this.table = table;
  }

  public String table() {
    return table;
  }
}
