package dev.evenkeel.sharding.internal.expression;

import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Expression;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator.PlaceholderUse;
import dev.evenkeel.core.internal.expression.Update;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The condition and the update of a write of one item, and what their placeholders stand for: as
 * the caller gave them, or with the logical key where they read the partition key attribute.
 *
 * @param condition null if there is none
 * @param update null if there is none
 * @param changed whether they differ from the caller's
 */
public record WriteExpressions(
    @Nullable String condition,
    @Nullable String update,
    Map<String, String> names,
    Map<String, AttributeValue> values,
    boolean changed) {

  /** The names to send: null where none are left, since DynamoDB refuses an empty map. */
  public @Nullable Map<String, String> namesToSend() {
    return changed && names.isEmpty() ? null : names;
  }

  /** The values to send: null where none are left, since DynamoDB refuses an empty map. */
  public @Nullable Map<String, AttributeValue> valuesToSend() {
    return changed && values.isEmpty() ? null : values;
  }

  /** The update, parsed; null if there is none. */
  public @Nullable Update parsedUpdate() {
    return update == null ? null : ExpressionParser.update(update, names);
  }

  /**
   * Checks and rewrites the expressions of a write.
   *
   * @param key the logical key, canonical
   * @throws dev.evenkeel.core.RefusedOperationException if they cannot be honoured exactly
   */
  public WriteExpressions inStoredTerms(Call call, ShardedTable table, AttributeValue key) {
    boolean numbers = !table.indexShards().attributes().isEmpty();
    boolean keyDiffers = !table.storedAsGiven(key);
    if ((condition == null && update == null) || !(numbers || keyDiffers)) {
      return this;
    }
    Condition asked = condition == null ? null : ExpressionParser.condition(condition, names);
    Update updated = parsedUpdate();
    Stream.of(asked, updated)
        .filter(Objects::nonNull)
        .forEach(expression -> table.indexShards().refuseIn(call, expression));
    return keyDiffers ? withKey(call, table.partitionKey(), key, asked, updated) : this;
  }

  /** The expressions of a write that has no update. */
  public static WriteExpressions of(
      @Nullable String condition, Map<String, String> names, Map<String, AttributeValue> values) {
    return of(condition, null, names, values);
  }

  public static WriteExpressions of(
      @Nullable String condition,
      @Nullable String update,
      Map<String, String> names,
      Map<String, AttributeValue> values) {
    return new WriteExpressions(condition, update, names, values, false);
  }

  private WriteExpressions withKey(
      Call call,
      String partitionKey,
      AttributeValue key,
      @Nullable Condition asked,
      @Nullable Update updated) {
    List<Expression> parsed =
        Stream.<@Nullable Expression>of(asked, updated).filter(Objects::nonNull).toList();
    if (parsed.stream().noneMatch(expression -> KeyPaths.readIn(expression, partitionKey))) {
      return this;
    }
    PlaceholderAllocator fresh = PlaceholderAllocator.of(names, values, parsed);
    KnownKey known = new KnownKey(call, partitionKey, key, fresh);
    Condition condition = asked == null ? null : known.in(asked);
    Update update = updated == null ? null : known.in(updated);
    List<Expression> rewritten =
        Stream.<@Nullable Expression>of(condition, update).filter(Objects::nonNull).toList();
    WriteExpressions written =
        new WriteExpressions(
            condition == null ? null : condition.render(),
            update == null ? null : update.render(),
            without(fresh.names(), dropped(PlaceholderUse::names, parsed, rewritten)),
            without(fresh.values(), dropped(PlaceholderUse::values, parsed, rewritten)),
            true);
    StoredTerms.requireRoom(call, partitionKey, written::parse, "Shorten the expression");
    return written;
  }

  /** The placeholders that only the replaced parts used. DynamoDB refuses what is not used. */
  private static Set<String> dropped(
      Function<PlaceholderUse, Set<String>> of, List<Expression> before, List<Expression> after) {
    Set<String> dropped = new HashSet<>(of.apply(PlaceholderUse.of(before)));
    dropped.removeAll(of.apply(PlaceholderUse.of(after)));
    return dropped;
  }

  private static <V> Map<String, V> without(Map<String, V> defined, Set<String> dropped) {
    Map<String, V> rest = new HashMap<>(defined);
    rest.keySet().removeAll(dropped);
    return rest;
  }

  private void parse() {
    if (condition != null) {
      ExpressionParser.condition(condition, names);
    }
    if (update != null) {
      ExpressionParser.update(update, names);
    }
  }
}
