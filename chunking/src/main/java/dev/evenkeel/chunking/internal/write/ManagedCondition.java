package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.expression.ConditionRewrite;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.write.ItemSnapshot.OptimisticLock;
import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Condition.And;
import dev.evenkeel.core.internal.expression.Condition.Or;
import dev.evenkeel.core.internal.expression.Expression;
import dev.evenkeel.core.internal.expression.Expression.Limits;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator.PlaceholderUse;
import dev.evenkeel.core.internal.expression.Update;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.value.Utf8;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The condition of a put or a delete, as its caller wrote it. */
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
    this.rewritten = parsed == null ? null : rewrite(parsed, allocator());
  }

  public Call call() {
    return call;
  }

  private PlaceholderAllocator allocator() {
    return PlaceholderAllocator.of(names, values, parsed == null ? List.of() : List.of(parsed));
  }

  private Condition rewrite(Condition condition, PlaceholderAllocator fresh) {
    return ConditionRewrite.of(call, table, condition, fresh);
  }

  /** The condition alone; the caller's own text if there is nothing to change. */
  public Expressions withoutLock() {
    if (parsed == null || parsed.equals(rewritten)) {
      return new Expressions(text, null, names, values);
    }
    PlaceholderAllocator fresh = allocator();
    return Expressions.of(call, List.of(parsed), rewrite(parsed, fresh), List.of(), null, fresh);
  }

  /** The condition, and the conditions that the item has the payloads of its snapshot. */
  public Expressions withLock(ItemSnapshot snapshot, Collection<String> attributes) {
    PlaceholderAllocator fresh = allocator();
    Condition condition = parsed == null ? null : rewrite(parsed, fresh);
    return Expressions.of(
        call,
        parsed == null ? List.of() : List.of(parsed),
        condition,
        OptimisticLock.of(snapshot, attributes, fresh),
        null,
        fresh);
  }

  /**
   * The expressions of one write as they are sent.
   *
   * @param condition null if there is none
   * @param update null if there is none
   */
  public record Expressions(
      @Nullable String condition,
      @Nullable String update,
      Map<String, String> names,
      Map<String, AttributeValue> values) {

    /**
     * Puts expressions together.
     *
     * @param written the caller's expressions, for their placeholders
     * @param condition the caller's, rewritten; or null
     * @param conditions those that are added
     * @param update the caller's, rewritten; or null
     * @param fresh gave the placeholders of all these
     * @throws dev.evenkeel.core.RefusedOperationException if they are longer than DynamoDB allows
     */
    public static Expressions of(
        Call call,
        List<? extends Expression> written,
        @Nullable Condition condition,
        List<String> conditions,
        @Nullable Update update,
        PlaceholderAllocator fresh) {
      String whole = joined(condition, conditions);
      String conditionText = whole == null ? null : fit(call, "condition", whole);
      if (written.isEmpty()) {
        return new Expressions(conditionText, null, fresh.names(), fresh.values());
      }
      PlaceholderUse before = PlaceholderUse.of(written);
      PlaceholderUse after =
          PlaceholderUse.of(
              Stream.<Expression>of(condition, update).filter(Objects::nonNull).toList());
      return new Expressions(
          conditionText,
          update == null ? null : fit(call, "update", update.render()),
          without(fresh.names(), before.names(), after.names()),
          without(fresh.values(), before.values(), after.values()));
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

    private static String fit(Call call, String which, String text) {
      int excess = Limits.excess(text);
      if (excess > 0) {
        throw call.refuse(
            "with what large values need, its %s expression has %d bytes, and DynamoDB allows %d"
                .formatted(which, Utf8.length(text), Limits.EXPRESSION_SIZE_BYTES),
            "Shorten it by %d bytes, by short placeholders for example".formatted(excess));
      }
      return text;
    }

    /** Drops what was used and is no longer; what the caller never used is DynamoDB's to refuse. */
    private static <V> Map<String, V> without(
        Map<String, V> defined, Set<String> before, Set<String> after) {
      Map<String, V> retained = new LinkedHashMap<>(defined);
      retained.keySet().removeIf(token -> before.contains(token) && !after.contains(token));
      return retained;
    }

    /** Names as a request takes them: an empty map is refused there. */
    public @Nullable Map<String, String> namesOrNull() {
      return names.isEmpty() ? null : names;
    }

    public @Nullable Map<String, AttributeValue> valuesOrNull() {
      return values.isEmpty() ? null : values;
    }
  }
}
