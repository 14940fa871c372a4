package dev.evenkeel.sharding.internal.plan.rules;

import dev.evenkeel.core.expression.ExpressionParser;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Checks conditions and filters that are sent on as they are. */
public final class Conditions {
  private Conditions() {}

  /**
   * Checks the condition of a write of one item.
   *
   * @param key the logical key, canonical
   */
  public static void check(
      Call call,
      ShardedTable table,
      AttributeValue key,
      @Nullable String expression,
      Map<String, String> names) {
    check(call, table, expression, names, !table.storedAsGiven(key));
  }

  /** Checks the filter of a read that may see every key of the table. */
  public static void checkFilter(
      Call call, ShardedTable table, @Nullable String expression, Map<String, String> names) {
    check(call, table, expression, names, !table.plain());
  }

  private static void check(
      Call call,
      ShardedTable table,
      @Nullable String expression,
      Map<String, String> names,
      boolean keyDiffers) {
    if (keyDiffers) {
      refuseKeyValue(call, table, expression, names);
    }
    refuseNumbers(call, table, expression, names);
  }

  /** Refuses an expression that names a number which spreads an index. */
  public static void refuseNumbers(
      Call call, ShardedTable table, @Nullable String expression, Map<String, String> names) {
    if (expression != null && !table.indexShards().attributes().isEmpty()) {
      table.indexShards().refuseIn(call, ExpressionParser.condition(expression, names));
    }
  }

  /**
   * Refuses an expression that looks at the value of the partition key, which is a physical one
   * where the expression is evaluated. Whether the attribute exists may be asked.
   */
  private static void refuseKeyValue(
      Call call, ShardedTable table, @Nullable String expression, Map<String, String> names) {
    if (expression == null) {
      return;
    }
    String partitionKey = table.spec().partitionKey();
    if (ExpressionParser.condition(expression, names).attributesRead().contains(partitionKey)) {
      throw call.refuse(
          "an expression compares partition key attribute '"
              + partitionKey
              + "', whose stored value carries a suffix",
          "Ask only attribute_exists or attribute_not_exists of it, or query the logical key");
    }
  }
}
