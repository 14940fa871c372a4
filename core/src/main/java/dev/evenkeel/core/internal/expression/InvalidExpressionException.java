package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.expression.Expression.Kind;

/**
 * An expression is one that DynamoDB would refuse. Clients turn it into what the SDK throws for
 * DynamoDB's answer: a {@code DynamoDbException} with error code {@code ValidationException}.
 *
 * <p>The message quotes tokens of the expression, which are names, placeholders and keywords; an
 * expression cannot hold an item's values.
 */
public final class InvalidExpressionException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String found;
  private final String expected;

  /**
   * @param kind of the expression in the request
   * @param position in the text, counted in characters from 0
   */
  InvalidExpressionException(Kind kind, int position, String found, String expected) {
    super(
        "Invalid %s at position %d: found %s, expected %s."
            .formatted(kind.parameter(), position, found, expected));
    this.found = found;
    this.expected = expected;
  }

  /** The text found; a clause without a full stop. */
  public String found() {
    return found;
  }

  /** The text expected; a clause without a full stop. */
  public String expected() {
    return expected;
  }
}
