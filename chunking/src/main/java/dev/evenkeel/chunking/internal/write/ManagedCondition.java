package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.expression.ManagedConditions;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.core.expression.Condition;
import dev.evenkeel.core.expression.ExpressionParser;
import dev.evenkeel.core.expression.PlaceholderAllocator;
import dev.evenkeel.core.operation.Call;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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

  private ManagedCondition(
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

  /**
   * Reads a condition.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if it asks of a large value what is not
   *     where DynamoDB looks
   */
  public static ManagedCondition of(
      Call call,
      ChunkedTable table,
      @Nullable String text,
      Map<String, String> names,
      Map<String, AttributeValue> values) {
    return new ManagedCondition(call, table, text, names, values);
  }

  public Call call() {
    return call;
  }

  private PlaceholderAllocator allocator() {
    return PlaceholderAllocator.of(names, values, parsed == null ? List.of() : List.of(parsed));
  }

  private Condition rewrite(Condition condition, PlaceholderAllocator fresh) {
    return ManagedConditions.rewrite(call, table, condition, fresh);
  }

  /** The condition alone; the caller's own text if there is nothing to change. */
  public Expressions unpinned() {
    if (parsed == null || parsed.equals(rewritten)) {
      return new Expressions(text, null, names, values);
    }
    PlaceholderAllocator fresh = allocator();
    return Expressions.of(call, List.of(parsed), rewrite(parsed, fresh), List.of(), null, fresh);
  }

  /** The condition, and that the item is as it was seen. */
  public Expressions pinned(ItemSnapshot seen, Collection<String> attributes) {
    PlaceholderAllocator fresh = allocator();
    Condition condition = parsed == null ? null : rewrite(parsed, fresh);
    return Expressions.of(
        call,
        parsed == null ? List.of() : List.of(parsed),
        condition,
        OptimisticLock.of(seen, attributes, fresh),
        null,
        fresh);
  }
}
