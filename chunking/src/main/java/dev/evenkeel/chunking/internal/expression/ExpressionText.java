package dev.evenkeel.chunking.internal.expression;

import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Expression;
import dev.evenkeel.core.internal.expression.Expression.Kind;
import dev.evenkeel.core.internal.expression.Expression.Limits;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.InvalidExpressionException;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator.PlaceholderUse;
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

/** Rewritten expressions as text, within DynamoDB's limits. */
public final class ExpressionText {
  private ExpressionText() {}

  /**
   * The text to send.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if it is longer than DynamoDB takes
   */
  public static String of(Call call, Kind kind, Expression rewritten) {
    String text = rewritten.render();
    int excess = Limits.excess(text);
    if (excess > 0) {
      throw tooLong(
          call,
          kind,
          "%d bytes, %d more than the %d"
              .formatted(Utf8.length(text), excess, Limits.EXPRESSION_SIZE_BYTES));
    }
    return text;
  }

  /**
   * The text of a condition or a filter to send.
   *
   * @param names the names of its placeholders
   * @throws dev.evenkeel.core.RefusedOperationException if it is longer than DynamoDB takes, or has
   *     more operators
   */
  public static String of(Call call, Kind kind, Condition rewritten, Map<String, String> names) {
    String text = of(call, kind, rewritten);
    try {
      ExpressionParser.condition(text, names);
    } catch (InvalidExpressionException e) {
      throw tooLong(call, kind, "more than the %d operators".formatted(Limits.OPERATORS));
    }
    return text;
  }

  /** Those of these expressions that there are. */
  public static List<Expression> present(@Nullable Expression... expressions) {
    return Stream.of(expressions).filter(Objects::nonNull).toList();
  }

  private static RuntimeException tooLong(Call call, Kind kind, String size) {
    return call.refuse(
        "with the markers of its attributes its %s has %s that DynamoDB takes"
            .formatted(kind.parameter(), size),
        "Make it shorter");
  }

  /**
   * The definitions of the placeholders in a rewritten request. DynamoDB refuses one that is not
   * used: so those that only the caller's expressions used are left out, and those that the caller
   * never used stay, for DynamoDB to refuse.
   *
   * @param names as a request builder takes them: null if there are none
   * @param values likewise
   */
  public record PlaceholderDefinitions(
      @Nullable Map<String, String> names, @Nullable Map<String, AttributeValue> values) {

    /**
     * The definitions of a request.
     *
     * @param fresh knows the caller's placeholders and the new ones
     * @param before the caller's expressions
     * @param after the expressions that are sent in their place, all of them
     */
    public static PlaceholderDefinitions of(
        PlaceholderAllocator fresh,
        Collection<? extends Expression> before,
        Collection<? extends Expression> after) {
      PlaceholderUse used = PlaceholderUse.of(before);
      PlaceholderUse uses = PlaceholderUse.of(after);
      return new PlaceholderDefinitions(
          without(fresh.names(), used.names(), uses.names()),
          without(fresh.values(), used.values(), uses.values()));
    }

    private static <V> @Nullable Map<String, V> without(
        Map<String, V> defined, Set<String> used, Set<String> uses) {
      Map<String, V> retained = new LinkedHashMap<>(defined);
      retained.keySet().removeIf(name -> used.contains(name) && !uses.contains(name));
      return retained.isEmpty() ? null : retained;
    }
  }
}
