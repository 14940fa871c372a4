package dev.evenkeel.chunking.internal.write;

import static dev.evenkeel.chunking.internal.expression.ExpressionText.present;

import dev.evenkeel.chunking.internal.expression.ConditionRewrite;
import dev.evenkeel.chunking.internal.expression.ExpressionText.PlaceholderDefinitions;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.write.ItemSnapshot.OptimisticLock;
import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Condition.And;
import dev.evenkeel.core.internal.expression.Condition.Or;
import dev.evenkeel.core.internal.expression.Expression;
import dev.evenkeel.core.internal.expression.Expression.Limits;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.expression.Update;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.value.Utf8;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The condition of a write, as its caller wrote it. */
public final class ManagedCondition {
  private final Call call;
  private final ChunkedTable table;
  private final @Nullable String text;
  private final Map<String, String> names;
  private final Map<String, AttributeValue> values;
  private final @Nullable Condition parsed;
  private final @Nullable Condition rewritten;

  /**
   * Reads a condition.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if it asks of a large value what is not
   *     where DynamoDB looks
   */
  public ManagedCondition(
      Call call,
      ChunkedTable table,
      @Nullable String text,
      Map<String, String> names,
      Map<String, AttributeValue> values) {
    this.call = call;
    this.table = table;
    this.text = text;
    this.names = names;
    this.values = values;
    this.parsed = text == null ? null : ExpressionParser.condition(text, names);
    this.rewritten =
        parsed == null
            ? null
            : rewrite(parsed, PlaceholderAllocator.of(names, values, List.of(parsed)));
  }

  public Call call() {
    return call;
  }

  private Condition rewrite(Condition condition, PlaceholderAllocator fresh) {
    return ConditionRewrite.of(call, table, condition, fresh);
  }

  /** The condition alone; the caller's own text if there is nothing to change. */
  public Expressions withoutLock() {
    if (parsed == null || parsed.equals(rewritten)) {
      return new Expressions(text, null, names, values);
    }
    return beside(null, Map.of(), null, List.of(), List.of());
  }

  /** The condition, and the conditions that the item has the payloads of its snapshot. */
  public Expressions withLock(ItemSnapshot snapshot, Collection<String> attributes) {
    return beside(null, Map.of(), snapshot, attributes, List.of());
  }

  /**
   * The condition, and an update.
   *
   * @param update null if there is none
   * @param stored for each value that it sets, the attributes that the item has of it then
   * @param snapshot the item, if an optimistic lock is added; null for none
   * @param attributes whose payloads the lock compares
   * @param inputs the attributes whose values it compares
   * @throws dev.evenkeel.core.RefusedOperationException if they are longer than DynamoDB allows
   */
  public Expressions beside(
      @Nullable ManagedUpdate update,
      Map<String, Map<String, AttributeValue>> stored,
      @Nullable ItemSnapshot snapshot,
      Collection<String> attributes,
      Collection<String> inputs) {
    List<Expression> written = present(parsed, update == null ? null : update.update());
    PlaceholderAllocator fresh = PlaceholderAllocator.of(names, values, written);
    Condition condition = parsed == null ? null : rewrite(parsed, fresh);
    List<String> locks = new ArrayList<>();
    if (snapshot != null) {
      locks.addAll(OptimisticLock.of(snapshot, attributes, fresh));
      locks.addAll(OptimisticLock.ofValues(snapshot, inputs, fresh));
    }
    String whole = joined(condition, locks);
    Update sent = update == null ? null : update.rewritten(stored, fresh);
    PlaceholderDefinitions defined =
        PlaceholderDefinitions.of(fresh, written, present(condition, sent));
    return new Expressions(
        whole == null ? null : fit("condition", whole),
        sent == null ? null : fit("update", sent.render()),
        defined.names(),
        defined.values());
  }

  /** All of these conditions; null if there is none. */
  private static @Nullable String joined(@Nullable Condition condition, List<String> conditions) {
    if (condition == null) {
      return conditions.isEmpty() ? null : Expression.compact(String.join(" AND ", conditions));
    }
    if (conditions.isEmpty()) {
      return condition.render();
    }
    boolean compound = condition instanceof And || condition instanceof Or;
    String text = compound ? "(" + condition.render() + ")" : condition.render();
    return Expression.compact(text + " AND " + String.join(" AND ", conditions));
  }

  private String fit(String which, String text) {
    int excess = Limits.excess(text);
    if (excess > 0) {
      throw call.refuse(
          "with what large values need, its %s expression has %d bytes, and DynamoDB allows %d"
              .formatted(which, Utf8.length(text), Limits.EXPRESSION_SIZE_BYTES),
          "Shorten it by %d bytes, by short placeholders for example".formatted(excess));
    }
    return text;
  }

  /**
   * The expressions of one write as they are sent.
   *
   * @param condition null if there is none
   * @param update null if there is none
   * @param names as a request takes them: null if there are none
   * @param values likewise
   */
  public record Expressions(
      @Nullable String condition,
      @Nullable String update,
      @Nullable Map<String, String> names,
      @Nullable Map<String, AttributeValue> values) {

    public Expressions {
      names = names == null || names.isEmpty() ? null : names;
      values = values == null || values.isEmpty() ? null : values;
    }
  }
}
