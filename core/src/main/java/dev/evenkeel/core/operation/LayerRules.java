package dev.evenkeel.core.operation;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** What a decorator tells those above it of its tables. Nothing of it sends anything. */
public interface LayerRules {

  /**
   * Refuses what this layer would refuse of a request before it sends anything. A layer above that
   * sends several requests for one asks before the first. Nothing is sent.
   *
   * @throws dev.evenkeel.core.DecoratorException if this layer refuses it
   */
  default void requireAccepted(DynamoDbRequest request) {}

  /**
   * The periods whose tables hold the items of a table.
   *
   * @return null if the table has no periods here
   */
  default @Nullable Periods periodsOf(String tableName) {
    return null;
  }

  /** How a layer finds the table of an item's period. Nothing of it sends anything. */
  interface Periods {

    /** The key attribute that holds the time. */
    KeyAttribute time();

    /** The key of every table. */
    KeySchema key();

    /** Names all that decides where items are; layers that differ in it look elsewhere. */
    String layoutId();

    /**
     * The table that a write of an item would go to now.
     *
     * @throws dev.evenkeel.core.DecoratorException if the layer would refuse the write
     */
    String tableFor(Map<String, AttributeValue> item);
  }

  /**
   * The name by which callers of this layer know a table that it keeps for itself, such as a
   * period's.
   *
   * @return null if the layer has no such table
   */
  default @Nullable String logicalNameOf(String tableName) {
    return null;
  }

  /**
   * Checks that the rows of one table, which a layer above keeps for the items of another, come and
   * go with the items' periods.
   *
   * @param rowsKey the key that the rows have
   * @throws IllegalArgumentException if they do not
   */
  default void requireCompanion(String itemsTable, String rowsTable, KeySchema rowsKey) {}
}
