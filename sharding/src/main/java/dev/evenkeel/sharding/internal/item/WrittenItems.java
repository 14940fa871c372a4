package dev.evenkeel.sharding.internal.item;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Takes the items that a request writes, or checks in a transaction. */
public interface WrittenItems {

  /**
   * Takes an item.
   *
   * @param tableName the table as the request names it
   * @param attributes the item or its key
   */
  void add(@Nullable String tableName, Map<String, AttributeValue> attributes);

  default void add(String tableName, WriteRequest write) {
    if (write.putRequest() != null) {
      addPut(tableName, write.putRequest().item());
    }
    if (write.deleteRequest() != null) {
      add(tableName, write.deleteRequest().key());
    }
  }

  default void add(TransactWriteItem action) {
    if (action.put() != null) {
      addPut(action.put().tableName(), action.put().item());
    }
    if (action.update() != null) {
      add(action.update().tableName(), action.update().key());
    }
    if (action.delete() != null) {
      add(action.delete().tableName(), action.delete().key());
    }
    if (action.conditionCheck() != null) {
      addChecked(action.conditionCheck().tableName(), action.conditionCheck().key());
    }
  }

  /** Takes an item that is put; by default as any that is written. */
  default void addPut(@Nullable String tableName, Map<String, AttributeValue> item) {
    add(tableName, item);
  }

  /** Takes an item that a transaction checks and does not write; by default as one it writes. */
  default void addChecked(@Nullable String tableName, Map<String, AttributeValue> key) {
    add(tableName, key);
  }
}
