package dev.evenkeel.core.expression;

import dev.evenkeel.core.expression.PathUse.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A condition or filter expression, or a part of one that is true or false by itself.
 *
 * <p>{@code a AND b AND c} is one {@link And} of three; {@code (a AND b) AND c} is an {@code And}
 * whose first part is an {@code And}: nesting follows the text. NOT binds tighter than AND, AND
 * tighter than OR.
 */
public sealed interface Condition extends Expression {

  @Override
  Condition rewrite(TokenRewriter rewriter);

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

    @Override
    public And rewrite(TokenRewriter rewriter) {
      return new And(rewriteAll(conditions, rewriter));
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

    @Override
    public Or rewrite(TokenRewriter rewriter) {
      return new Or(rewriteAll(conditions, rewriter));
    }
  }

  /** The opposite of a condition. */
  record Not(Condition condition) implements Condition {
    @Override
    public String render() {
      boolean compound = condition instanceof And || condition instanceof Or;
      return Rendering.fit(
          "NOT " + (compound ? "(" + condition.render() + ")" : condition.render()));
    }

    @Override
    public List<Condition> parts() {
      return List.of(condition);
    }

    @Override
    public Not rewrite(TokenRewriter rewriter) {
      return new Not(condition.rewrite(rewriter));
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

    @Override
    public Comparison rewrite(TokenRewriter rewriter) {
      return new Comparison(left.rewrite(rewriter), operator, right.rewrite(rewriter));
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

    @Override
    public Between rewrite(TokenRewriter rewriter) {
      return new Between(
          operand.rewrite(rewriter), lower.rewrite(rewriter), upper.rewrite(rewriter));
    }
  }

  /** Whether an operand equals one of 1 to 100 others. */
  record In(ConditionOperand operand, List<ConditionOperand> candidates) implements Condition {
    public In {
      candidates = List.copyOf(candidates);
      if (candidates.isEmpty() || candidates.size() > ExpressionLimits.IN_OPERANDS) {
        throw new IllegalArgumentException(
            "IN takes 1 to %d operands but was given %d"
                .formatted(ExpressionLimits.IN_OPERANDS, candidates.size()));
      }
    }

    @Override
    public String render() {
      return operand.render() + " IN (" + Rendering.join(candidates, ", ") + ")";
    }

    @Override
    public List<ConditionOperand> parts() {
      return Stream.concat(Stream.of(operand), candidates.stream()).toList();
    }

    @Override
    public In rewrite(TokenRewriter rewriter) {
      return new In(
          operand.rewrite(rewriter),
          candidates.stream().map(candidate -> candidate.rewrite(rewriter)).toList());
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
      return function.text() + "(" + Rendering.join(arguments, ", ") + ")";
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

    @Override
    public FunctionCall rewrite(TokenRewriter rewriter) {
      return new FunctionCall(
          function, arguments.stream().map(argument -> argument.rewrite(rewriter)).toList());
    }
  }

  /** Written with loops, as the other methods of a junction are: streams would deepen the stack. */
  private static String join(List<Condition> conditions, String separator, boolean tight) {
    StringBuilder text = new StringBuilder();
    for (Condition condition : conditions) {
      boolean enclosed = condition instanceof Or || (tight && condition instanceof And);
      text.append(text.isEmpty() ? "" : separator);
      text.append(enclosed ? "(" + condition.render() + ")" : condition.render());
    }
    return Rendering.fit(text.toString());
  }

  private static List<Condition> rewriteAll(List<Condition> conditions, TokenRewriter rewriter) {
    List<Condition> rewritten = new ArrayList<>();
    for (Condition condition : conditions) {
      rewritten.add(condition.rewrite(rewriter));
    }
    return rewritten;
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
}
