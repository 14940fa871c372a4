package dev.evenkeel.sharding.internal.expression;

import dev.evenkeel.core.internal.expression.Update;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The limits of updates of a sharded item. */
public final class UpdateRules {
  private UpdateRules() {}

  /**
   * Refuses an update that would leave the item on a shard which does not follow from it. That key
   * attributes cannot be updated is left for DynamoDB to say.
   *
   * @param key the logical key, canonical
   * @param update the parsed expression, or null if there is none
   */
  public static void check(
      Call call, ShardedTable table, AttributeValue key, @Nullable Update update) {
    if (update == null || table.shards(key) <= 1) {
      return;
    }
    Set<String> touched = new HashSet<>(update.attributesWritten());
    touched.addAll(update.attributesRemoved());
    for (String determinant : table.beside().names()) {
      if (touched.contains(determinant)) {
        throw call.refuse(
            "the update changes attribute '"
                + determinant
                + "', from which the item's shard is calculated",
            "Delete the item and put it with the new value, which may be on another shard");
      }
    }
  }
}
