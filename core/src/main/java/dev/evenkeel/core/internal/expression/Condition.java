package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.Expression.Limits;
import dev.evenkeel.core.internal.expression.Expression.PathUse;
import dev.evenkeel.core.internal.expression.Expression.PathUse.Usage;
import dev.evenkeel.core.internal.expression.Lexer.TokenKind;
import dev.evenkeel.core.internal.expression.Operand.ConditionOperand;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A condition or filter expression, or a part of one that is true or false by itself.
 *
 * <p>{@code a AND b AND c} is one {@link And} of three; {@code (a AND b) AND c} is an {@code And}
 * whose first part is an {@code And}: nesting follows the text. NOT binds tighter than AND, AND
 * tighter than OR.
 */
public sealed interface Condition extends Expression {

  /** The parts that must all hold: those of a top-level {@link And}, else this condition alone. */
  default List<Condition> conjuncts() {
    return this instanceof And and ? and.conditions() : List.of(this);
  }

  /**
   * This condition with each predicate (comparison, BETWEEN, IN, function) replaced by what {@code
   * replacement} gives for it; AND, OR and NOT stay.
   */
  default Condition replacingPredicates(UnaryOperator<Condition> replacement) {
    if (this instanceof And and) {
      return new And(replaceAll(and.conditions(), replacement));
    }
    if (this instanceof Or or) {
      return new Or(replaceAll(or.conditions(), replacement));
    }
    return this instanceof Not not
        ? new Not(not.condition().replacingPredicates(replacement))
        : replacement.apply(this);
  }

  /** The condition that all the given ones hold; of one condition, that condition itself. */
  static Condition allOf(List<Condition> conditions) {
    return conditions.size() == 1 ? conditions.get(0) : new And(conditions);
  }

  /** All of two or more conditions. */
  record And(List<Condition> conditions) implements Condition {
    public And {
      conditions = requireSeveral(conditions);
    }

    @Override
    public String render() {
      return join(conditions, " AND ", true);
    }

    @Override
    public List<Condition> parts() {
      return conditions;
    }
  }

  /** Any of two or more conditions. */
  record Or(List<Condition> conditions) implements Condition {
    public Or {
      conditions = requireSeveral(conditions);
    }

    @Override
    public String render() {
      return join(conditions, " OR ", false);
    }

    @Override
    public List<Condition> parts() {
      return conditions;
    }
  }

  /** The opposite of a condition. */
  record Not(Condition condition) implements Condition {
    @Override
    public String render() {
      boolean compound = condition instanceof And || condition instanceof Or;
      return Lexer.fit("NOT " + (compound ? "(" + condition.render() + ")" : condition.render()));
    }

    @Override
    public List<Condition> parts() {
      return List.of(condition);
    }
  }

  /** One operand compared with another. */
  record Comparison(ConditionOperand left, ComparisonOperator operator, ConditionOperand right)
      implements Condition {
    @Override
    public String render() {
      return left.render() + " " + operator.symbol() + " " + right.render();
    }

    @Override
    public List<ConditionOperand> parts() {
      return List.of(left, right);
    }
  }

  /** Whether an operand lies between two others, both included. */
  record Between(ConditionOperand operand, ConditionOperand lower, ConditionOperand upper)
      implements Condition {
    @Override
    public String render() {
      return operand.render() + " BETWEEN " + lower.render() + " AND " + upper.render();
    }

    @Override
    public List<ConditionOperand> parts() {
      return List.of(operand, lower, upper);
    }
  }

  /** Whether an operand equals one of 1 to 100 others. */
  record In(ConditionOperand operand, List<ConditionOperand> candidates) implements Condition {
    public In {
      candidates = List.copyOf(candidates);
      if (candidates.isEmpty() || candidates.size() > Limits.IN_OPERANDS) {
        throw new IllegalArgumentException(
            "IN takes 1 to %d operands but was given %d"
                .formatted(Limits.IN_OPERANDS, candidates.size()));
      }
    }

    @Override
    public String render() {
      return operand.render() + " IN (" + list(candidates) + ")";
    }

    @Override
    public List<ConditionOperand> parts() {
      return Stream.concat(Stream.of(operand), candidates.stream()).toList();
    }
  }

  /** A function that is true or false. */
  record FunctionCall(ConditionFunction function, List<ConditionOperand> arguments)
      implements Condition {
    public FunctionCall {
      arguments = List.copyOf(arguments);
      if (arguments.size() != function.arity()) {
        throw new IllegalArgumentException(
            "%s takes %d arguments but was given %d"
                .formatted(function.text(), function.arity(), arguments.size()));
      }
    }

    @Override
    public String render() {
      return function.text() + "(" + list(arguments) + ")";
    }

    @Override
    public List<ConditionOperand> parts() {
      return arguments;
    }

    @Override
    public List<PathUse> pathUses() {
      Usage usage = function.testsExistence() ? Usage.EXISTENCE : Usage.VALUE;
      return Condition.super.pathUses().stream().map(u -> new PathUse(u.path(), usage)).toList();
    }
  }

  private static String list(List<ConditionOperand> operands) {
    return operands.stream().map(Expression::render).collect(Collectors.joining(", "));
  }

  /** Written with loops, as the other methods of a junction are: streams would deepen the stack. */
  private static String join(List<Condition> conditions, String separator, boolean tight) {
    StringBuilder text = new StringBuilder();
    for (Condition condition : conditions) {
      boolean enclosed = condition instanceof Or || (tight && condition instanceof And);
      text.append(text.isEmpty() ? "" : separator);
      text.append(enclosed ? "(" + condition.render() + ")" : condition.render());
    }
    return Lexer.fit(text.toString());
  }

  private static List<Condition> replaceAll(
      List<Condition> conditions, UnaryOperator<Condition> replacement) {
    List<Condition> replaced = new ArrayList<>();
    for (Condition condition : conditions) {
      replaced.add(condition.replacingPredicates(replacement));
    }
    return replaced;
  }

  private static List<Condition> requireSeveral(List<Condition> conditions) {
    if (conditions.size() < 2) {
      throw new IllegalArgumentException(
          "AND and OR join two conditions or more but were given " + conditions.size());
    }
    return List.copyOf(conditions);
  }

  /** The comparisons of a condition. */
  enum ComparisonOperator {
    EQ("=", TokenKind.EQ),
    NE("<>", TokenKind.NE),
    LT("<", TokenKind.LT),
    LE("<=", TokenKind.LE),
    GT(">", TokenKind.GT),
    GE(">=", TokenKind.GE);

    private final String symbol;
    private final TokenKind token;

    ComparisonOperator(String symbol, TokenKind token) {
      this.symbol = symbol;
      this.token = token;
    }

    public String symbol() {
      return symbol;
    }

    /** The comparison that says the same with its sides exchanged. */
    public ComparisonOperator reversed() {
      return switch (this) {
        case EQ, NE -> this;
        case LT -> GT;
        case LE -> GE;
        case GT -> LT;
        case GE -> LE;
      };
    }

    static boolean isComparison(TokenKind token) {
      return token.compareTo(TokenKind.EQ) >= 0 && token.compareTo(TokenKind.GE) <= 0;
    }

    static ComparisonOperator of(TokenKind token) {
      for (ComparisonOperator operator : values()) {
        if (operator.token == token) {
          return operator;
        }
      }
      throw new IllegalArgumentException(token + " is not a comparison");
    }
  }

  /**
   * The functions of a condition that are true or false; {@code size} is a {@link
   * Operand.SizeOperand}.
   */
  enum ConditionFunction {
    ATTRIBUTE_EXISTS("attribute_exists", 1),
    ATTRIBUTE_NOT_EXISTS("attribute_not_exists", 1),
    ATTRIBUTE_TYPE("attribute_type", 2),
    BEGINS_WITH("begins_with", 2),
    CONTAINS("contains", 2);

    private final String text;
    private final int arity;

    ConditionFunction(String text, int arity) {
      this.text = text;
      this.arity = arity;
    }

    /** The name as expressions write it; DynamoDB takes it in lower case only. */
    public String text() {
      return text;
    }

    /** The number of arguments. */
    public int arity() {
      return arity;
    }

    /** Whether it asks only if something is there. */
    public boolean testsExistence() {
      return arity == 1;
    }

    static @Nullable ConditionFunction named(String text) {
      for (ConditionFunction function : values()) {
        if (function.text.equals(text)) {
          return function;
        }
      }
      return null;
    }
  }
}
