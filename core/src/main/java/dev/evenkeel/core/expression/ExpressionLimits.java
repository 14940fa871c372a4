package dev.evenkeel.core.expression;

/**
 * How large an expression may be. Size and {@code IN} operands are from the AWS page "Quotas in
 * Amazon DynamoDB" (expression parameters), as are the operators; all were checked on both sides of
 * the limit against DynamoDB Local.
 */
public final class ExpressionLimits {
  /** The longest expression text. Only ASCII is legal in one, so characters are bytes. */
  public static final int EXPRESSION_SIZE_BYTES = 4096;

  /**
   * The most operators and functions in one expression. {@code AND}, {@code OR}, {@code NOT},
   * comparisons, {@code BETWEEN}, {@code IN}, {@code +}, {@code -} and function calls count; the
   * {@code =} of a SET action does not.
   */
  public static final int OPERATORS = 300;

  /** The most operands inside the parentheses of {@code IN}. */
  public static final int IN_OPERANDS = 100;

  /** The most elements of a document path, the attribute included. */
  public static final int PATH_ELEMENTS = 32;

  private ExpressionLimits() {}
}
