package dev.evenkeel.sharding.internal.expression;

import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The filter of a read that may see every key of the table, and what its placeholders stand for: as
 * the caller gave it, or with stored keys where it reads the partition key attribute.
 *
 * @param expression null if there is none
 * @param changed whether it differs from the caller's
 */
public record FilterExpression(
    @Nullable String expression,
    Map<String, String> names,
    Map<String, AttributeValue> values,
    boolean changed) {

  /**
   * Checks and rewrites a filter.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if it cannot be honoured exactly
   */
  public static FilterExpression of(
      Call call,
      ShardedTable table,
      @Nullable String expression,
      Map<String, String> names,
      Map<String, AttributeValue> values) {
    FilterExpression asked = new FilterExpression(expression, names, values, false);
    refuseNumbers(call, table, expression, names);
    if (expression == null || table.plain()) {
      return asked;
    }
    Condition condition = ExpressionParser.filter(expression, names);
    boolean rewritten =
        KeyPaths.readIn(condition, table.partitionKey()) && areGiven(condition, values);
    return rewritten ? asked.withStoredKeys(call, table, condition) : asked;
  }

  /** Refuses an expression that names a number which spreads an index. */
  public static void refuseNumbers(
      Call call, ShardedTable table, @Nullable String expression, Map<String, String> names) {
    if (expression != null && !table.indexShards().attributes().isEmpty()) {
      table.indexShards().refuseIn(call, ExpressionParser.filter(expression, names));
    }
  }

  /** A filter with a value that is not defined or no number is DynamoDB's to refuse. */
  private static boolean areGiven(Condition condition, Map<String, AttributeValue> values) {
    return condition.valuePlaceholders().stream()
        .allMatch(
            placeholder ->
                values.containsKey(placeholder)
                    && KeyOutcome.withMembers(values.get(placeholder))
                        .allMatch(value -> CanonicalNumber.orNull(value) != null));
  }

  private FilterExpression withStoredKeys(Call call, ShardedTable table, Condition condition) {
    PlaceholderAllocator fresh = PlaceholderAllocator.of(names, values, List.of(condition));
    KeyFilter filter = new KeyFilter(call, table.partitionKey(), table.storedKeys(), values, fresh);
    Condition stored = condition.replacingPredicates(filter::predicate);
    if (stored.equals(condition)) {
      return this;
    }
    String text = stored.render();
    StoredTerms.requireRoom(
        call,
        table.partitionKey(),
        () -> ExpressionParser.filter(text, fresh.names()),
        "Compare it with fewer values, query the logical keys, or filter the items that are received");
    return new FilterExpression(text, fresh.names(), fresh.values(), true);
  }
}
