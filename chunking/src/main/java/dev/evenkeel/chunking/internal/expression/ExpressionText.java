package dev.evenkeel.chunking.internal.expression;

import dev.evenkeel.core.expression.Condition;
import dev.evenkeel.core.expression.Expression;
import dev.evenkeel.core.expression.Expression.Kind;
import dev.evenkeel.core.expression.Expression.Limits;
import dev.evenkeel.core.expression.ExpressionParser;
import dev.evenkeel.core.expression.InvalidExpressionException;
import dev.evenkeel.core.operation.Call;
import java.util.Map;

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
    if (text.length() > Limits.EXPRESSION_SIZE_BYTES) {
      throw tooLong(
          call,
          kind,
          "%d bytes, more than the %d".formatted(text.length(), Limits.EXPRESSION_SIZE_BYTES));
    }
    return text;
  }

  /**
   * The text of a condition or a filter to send.
   *
   * @param names what its placeholders stand for
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

  private static RuntimeException tooLong(Call call, Kind kind, String size) {
    return call.refuse(
        "with the markers of its attributes its %s has %s that DynamoDB takes"
            .formatted(kind.parameter(), size),
        "Make it shorter");
  }
}
