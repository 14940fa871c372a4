package dev.evenkeel.sharding.internal.plan.rules;

import dev.evenkeel.core.expression.Expression;
import dev.evenkeel.core.expression.Update;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What an update of a sharded item may not do. */
public final class UpdateRules {
  private UpdateRules() {}

  /**
   * Checks an update expression.
   *
   * @param key the logical key, canonical
   * @param update the parsed expression, or null if there is none
   */
  public static void check(
      Call call, ShardedTable table, AttributeValue key, @Nullable Update update) {
    if (update == null) {
      return;
    }
    table.indexShards().refuseIn(call, update);
    if (!table.storedAsGiven(key)) {
      refuseKeyValue(call, table, update);
    }
    if (table.shards(key) > 1) {
      refuseDeterminants(call, table, update);
    }
  }

  /**
   * Refuses an update that would leave the item on a shard which does not follow from it. That key
   * attributes cannot be updated is left for DynamoDB to say.
   */
  private static void refuseDeterminants(Call call, ShardedTable table, Update update) {
    Set<String> touched = new HashSet<>(update.attributesWritten());
    touched.addAll(update.attributesRemoved());
    for (String determinant : table.extraDeterminants()) {
      if (touched.contains(determinant)) {
        throw call.refuse(
            "the update changes attribute '"
                + determinant
                + "', from which the item's shard is calculated",
            "Delete the item and put it with the new value, which may be on another shard");
      }
    }
  }

  /** Refuses an update that copies the stored partition key, which is a physical one. */
  private static void refuseKeyValue(Call call, ShardedTable table, Update update) {
    String partitionKey = table.spec().partitionKey();
    boolean read =
        update.parts().stream()
            .map(Expression::attributesRead)
            .flatMap(Collection::stream)
            .anyMatch(partitionKey::equals);
    if (read) {
      throw call.refuse(
          "the update reads partition key attribute '"
              + partitionKey
              + "', whose stored value carries a suffix",
          "Give the logical key as a value, as in SET copy = :key");
    }
  }
}
