package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.Condition.And;
import dev.evenkeel.core.internal.expression.Condition.Between;
import dev.evenkeel.core.internal.expression.Condition.Comparison;
import dev.evenkeel.core.internal.expression.Condition.ComparisonOperator;
import dev.evenkeel.core.internal.expression.Condition.ConditionFunction;
import dev.evenkeel.core.internal.expression.Condition.FunctionCall;
import dev.evenkeel.core.internal.expression.Condition.In;
import dev.evenkeel.core.internal.expression.Condition.Not;
import dev.evenkeel.core.internal.expression.Condition.Or;
import dev.evenkeel.core.internal.expression.Expression.Limits;
import dev.evenkeel.core.internal.expression.Lexer.Token;
import dev.evenkeel.core.internal.expression.Lexer.TokenKind;
import dev.evenkeel.core.internal.expression.Operand.ConditionOperand;
import dev.evenkeel.core.internal.expression.Operand.PathOperand;
import dev.evenkeel.core.internal.expression.Operand.SizeOperand;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses the grammar that conditions, filters and key conditions share.
 *
 * <p>A parenthesis may hold a condition or an operand, and only the following token decides which:
 * so the levels of the grammar pass on a {@link Part} that is either, and the caller that needs a
 * condition checks for one.
 *
 * <p>The recursion is bounded: every pair of parentheses around a condition holds an operator that
 * no inner pair holds, or is redundant, and operators are limited.
 */
final class ConditionParser {
  private static final int OPEN_PARENTHESES_MAX = Limits.OPERATORS + 1;

  private final TokenCursor cursor;
  private final Listener listener;
  private final OperandParser operands;
  private int openParentheses;

  ConditionParser(TokenCursor cursor, Listener listener) {
    this.cursor = cursor;
    this.listener = listener;
    this.operands = new OperandParser(cursor);
  }

  /** Receives the parser's elements in the order of the text; may refuse them. */
  interface Listener {
    Listener NONE =
        new Listener() {
          @Override
          public void connective(Token operator) {}

          @Override
          public void predicate(Token start, Condition predicate) {}
        };

    /** An AND, OR or NOT. */
    void connective(Token operator);

    /** A comparison, BETWEEN, IN or function. */
    void predicate(Token start, Condition predicate);
  }

  /** A condition or an operand; where it starts, and whether its text is one parenthesis. */
  private record Part(Expression expression, Token start, boolean parenthesised) {}

  /** The whole expression. */
  Condition parse() {
    Condition condition = condition(disjunction());
    if (!cursor.at(TokenKind.END)) {
      throw cursor.unexpected("AND, OR or the end of the expression");
    }
    return condition;
  }

  private Condition condition(Part part) {
    if (part.expression() instanceof Condition condition) {
      return condition;
    }
    throw cursor.unexpected("a comparison, BETWEEN or IN after the operand");
  }

  private Part disjunction() {
    Part first = conjunction();
    if (!cursor.at(TokenKind.OR)) {
      return first;
    }
    List<Condition> conditions = new ArrayList<>(List.of(condition(first)));
    while (cursor.at(TokenKind.OR)) {
      connective();
      conditions.add(condition(conjunction()));
    }
    return new Part(new Or(conditions), first.start(), false);
  }

  private Part conjunction() {
    Part first = negation();
    if (!cursor.at(TokenKind.AND)) {
      return first;
    }
    List<Condition> conditions = new ArrayList<>(List.of(condition(first)));
    while (cursor.at(TokenKind.AND)) {
      connective();
      conditions.add(condition(negation()));
    }
    return new Part(new And(conditions), first.start(), false);
  }

  private Part negation() {
    if (!cursor.at(TokenKind.NOT)) {
      return predicate();
    }
    Token start = cursor.peek();
    int negations = 0;
    while (cursor.at(TokenKind.NOT)) {
      connective();
      negations++;
    }
    Condition condition = condition(predicate());
    for (int i = 0; i < negations; i++) {
      condition = new Not(condition);
    }
    return new Part(condition, start, false);
  }

  private void connective() {
    Token operator = cursor.next();
    cursor.countOperator(operator);
    listener.connective(operator);
  }

  private Part predicate() {
    Part part = primary();
    if (!(part.expression() instanceof ConditionOperand left) || !atPredicateOperator()) {
      return part;
    }
    Token operator = cursor.next();
    cursor.countOperator(operator);
    return predicate(
        part.start(),
        switch (operator.kind()) {
          case BETWEEN -> between(operator, left);
          case IN -> in(operator, left);
          default -> comparison(operator, left);
        });
  }

  private boolean atPredicateOperator() {
    TokenKind kind = cursor.peek().kind();
    return ComparisonOperator.isComparison(kind)
        || kind == TokenKind.BETWEEN
        || kind == TokenKind.IN;
  }

  private Part predicate(Token start, Condition predicate) {
    listener.predicate(start, predicate);
    return new Part(predicate, start, false);
  }

  private Comparison comparison(Token operator, ConditionOperand left) {
    ConditionOperand right = operands.conditionOperand();
    operands.requireDistinct(operator, left, List.of(right));
    return new Comparison(left, ComparisonOperator.of(operator.kind()), right);
  }

  private Between between(Token operator, ConditionOperand operand) {
    ConditionOperand lower = operands.conditionOperand();
    cursor.expect(TokenKind.AND);
    ConditionOperand upper = operands.conditionOperand();
    operands.requireDistinct(operator, operand, List.of(lower, upper));
    return new Between(operand, lower, upper);
  }

  private In in(Token operator, ConditionOperand operand) {
    List<ConditionOperand> candidates = operands.conditionArguments();
    checkCandidates(operator, candidates);
    operands.requireDistinct(operator, operand, candidates);
    return new In(operand, candidates);
  }

  private Part primary() {
    Token start = cursor.peek();
    if (start.kind() == TokenKind.LEFT_PAREN) {
      return parenthesis();
    }
    if (!cursor.atFunction() || start.text().equals(SizeOperand.FUNCTION)) {
      return new Part(operands.bareConditionOperand(), start, false);
    }
    return predicate(start, function());
  }

  private Part parenthesis() {
    Token open = cursor.expect(TokenKind.LEFT_PAREN);
    openParentheses++;
    if (openParentheses > OPEN_PARENTHESES_MAX) {
      throw cursor.refuse(
          open,
          openParentheses + " open parentheses, some of them redundant",
          "at most " + OPEN_PARENTHESES_MAX);
    }
    Part inner = disjunction();
    cursor.expect(TokenKind.RIGHT_PAREN);
    openParentheses--;
    if (inner.parenthesised()) {
      throw cursor.redundantParentheses(open);
    }
    return new Part(inner.expression(), open, true);
  }

  private FunctionCall function() {
    Token name = cursor.next();
    ConditionFunction function = ConditionFunction.named(name.text());
    if (function == null) {
      throw operands.refuseFunction(name, "a function of conditions, in lower case");
    }
    cursor.countOperator(name);
    List<ConditionOperand> arguments = operands.conditionArguments();
    checkArguments(name, function, arguments);
    operands.requireDistinct(name, arguments.get(0), arguments.subList(1, arguments.size()));
    return new FunctionCall(function, arguments);
  }

  private void checkCandidates(Token in, List<ConditionOperand> candidates) {
    if (candidates.size() > Limits.IN_OPERANDS) {
      throw cursor.refuse(
          in, candidates.size() + " operands of IN", "at most " + Limits.IN_OPERANDS);
    }
  }

  private void checkArguments(
      Token name, ConditionFunction function, List<ConditionOperand> arguments) {
    if (arguments.size() != function.arity()) {
      throw cursor.refuse(
          name,
          arguments.size() + " arguments of " + function.text(),
          Integer.toString(function.arity()));
    }
    switch (function) {
      case ATTRIBUTE_EXISTS, ATTRIBUTE_NOT_EXISTS ->
          require(arguments.get(0) instanceof PathOperand, name, arguments.get(0), "a path");
      case ATTRIBUTE_TYPE ->
          require(arguments.get(1) instanceof ValueOperand, name, arguments.get(1), "a value");
      case BEGINS_WITH -> arguments.forEach(a -> require(isNoSize(a), name, a, "a path or value"));
      case CONTAINS -> {}
    }
  }

  private static boolean isNoSize(ConditionOperand operand) {
    return !(operand instanceof SizeOperand);
  }

  private void require(boolean holds, Token name, ConditionOperand argument, String expected) {
    if (!holds) {
      String found = "'" + argument.render() + "' as an argument of " + name.text();
      throw cursor.refuse(name, found, expected);
    }
  }
}
