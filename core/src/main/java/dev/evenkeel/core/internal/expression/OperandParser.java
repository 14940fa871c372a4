package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.Condition.ConditionFunction;
import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.DocumentPath.ListIndex;
import dev.evenkeel.core.internal.expression.DocumentPath.PathConflicts;
import dev.evenkeel.core.internal.expression.DocumentPath.PathElement;
import dev.evenkeel.core.internal.expression.Expression.Limits;
import dev.evenkeel.core.internal.expression.Lexer.Token;
import dev.evenkeel.core.internal.expression.Lexer.TokenKind;
import dev.evenkeel.core.internal.expression.Operand.Arithmetic;
import dev.evenkeel.core.internal.expression.Operand.Arithmetic.Operator;
import dev.evenkeel.core.internal.expression.Operand.ConditionOperand;
import dev.evenkeel.core.internal.expression.Operand.IfNotExists;
import dev.evenkeel.core.internal.expression.Operand.ListAppend;
import dev.evenkeel.core.internal.expression.Operand.PathOperand;
import dev.evenkeel.core.internal.expression.Operand.SetOperand;
import dev.evenkeel.core.internal.expression.Operand.SetValue;
import dev.evenkeel.core.internal.expression.Operand.SimpleOperand;
import dev.evenkeel.core.internal.expression.Operand.SizeOperand;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Parses paths, what a condition compares, and what a SET action assigns. The recursion is bounded,
 * as every nested function counts as an operator.
 */
final class OperandParser {
  private static final String SET_OPERAND = "a path, a value placeholder or if_not_exists()";

  private final TokenCursor cursor;
  private final PathConflicts targets = new PathConflicts();

  OperandParser(TokenCursor cursor) {
    this.cursor = cursor;
  }

  /** {@code attribute.name[0]}. */
  DocumentPath path() {
    Token start = cursor.peek();
    List<PathElement> elements = new ArrayList<>();
    elements.add(attribute());
    while (cursor.at(TokenKind.DOT) || cursor.at(TokenKind.LEFT_BRACKET)) {
      elements.add(cursor.accept(TokenKind.DOT) ? attribute() : index());
    }
    if (elements.size() > Limits.PATH_ELEMENTS) {
      throw cursor.refuse(
          start,
          "a document path of " + elements.size() + " elements",
          "at most " + Limits.PATH_ELEMENTS);
    }
    return new DocumentPath(elements);
  }

  /** A path that neither overlaps nor conflicts with a target parsed before. */
  DocumentPath target() {
    Token start = cursor.peek();
    DocumentPath path = path();
    if (!targets.add(path)) {
      throw cursor.refuse(
          start,
          "the path '" + path.render() + "', which overlaps or conflicts with an earlier one",
          "paths that exclude each other");
    }
    return path;
  }

  private AttributeName attribute() {
    return switch (cursor.peek().kind()) {
      case NAME -> bare(cursor.next());
      case NAME_PLACEHOLDER -> resolved(cursor.next());
      default -> throw cursor.unexpected("an attribute name or # placeholder");
    };
  }

  private AttributeName bare(Token token) {
    if (ReservedWords.contains(token.text())) {
      throw cursor.refuse(
          token,
          "the reserved word " + token.quoted(),
          "a # placeholder for an attribute of that name");
    }
    return AttributeName.bare(token.text());
  }

  private AttributeName resolved(Token token) {
    String name = cursor.names().get(token.text());
    if (name == null || name.isEmpty()) {
      throw cursor.refuse(
          token,
          token.quoted() + " without a name",
          "a placeholder that ExpressionAttributeNames gives a name");
    }
    return new AttributeName(token.text(), name);
  }

  private ListIndex index() {
    cursor.expect(TokenKind.LEFT_BRACKET);
    Token number = cursor.expect(TokenKind.INDEX);
    cursor.expect(TokenKind.RIGHT_BRACKET);
    try {
      return new ListIndex(Integer.parseInt(number.text()));
    } catch (NumberFormatException e) {
      throw cursor.refuse(
          number, "the list index " + number.quoted(), "at most " + Integer.MAX_VALUE);
    }
  }

  /** An operand of a condition, in at most one pair of parentheses. */
  ConditionOperand conditionOperand() {
    return unwrapped(this::bareConditionOperand);
  }

  ConditionOperand bareConditionOperand() {
    return cursor.atFunction() ? size() : pathOrValue("a path, a value placeholder or size()");
  }

  /** An operand of a SET action, in at most one pair of parentheses. */
  private SetOperand setOperand() {
    return unwrapped(() -> cursor.atFunction() ? ifNotExists() : pathOrValue(SET_OPERAND));
  }

  private SimpleOperand pathOrValue(String expected) {
    if (cursor.at(TokenKind.VALUE_PLACEHOLDER)) {
      return new ValueOperand(cursor.next().text());
    }
    if (cursor.at(TokenKind.NAME) || cursor.at(TokenKind.NAME_PLACEHOLDER)) {
      return new PathOperand(path());
    }
    throw cursor.unexpected(expected);
  }

  private <T extends Operand> T unwrapped(Supplier<T> bare) {
    if (!cursor.accept(TokenKind.LEFT_PAREN)) {
      return bare.get();
    }
    if (cursor.at(TokenKind.LEFT_PAREN)) {
      throw cursor.redundantParentheses(cursor.peek());
    }
    T operand = bare.get();
    cursor.expect(TokenKind.RIGHT_PAREN);
    return operand;
  }

  private <T> List<T> arguments(Supplier<T> argument) {
    cursor.expect(TokenKind.LEFT_PAREN);
    List<T> arguments = new ArrayList<>();
    do {
      arguments.add(argument.get());
    } while (cursor.accept(TokenKind.COMMA));
    cursor.expect(TokenKind.RIGHT_PAREN);
    return arguments;
  }

  /** One or more operands in the parentheses of a condition's function. */
  List<ConditionOperand> conditionArguments() {
    return arguments(this::conditionOperand);
  }

  private SizeOperand size() {
    if (!cursor.peek().text().equals(SizeOperand.FUNCTION)) {
      throw refuseFunction(cursor.peek(), "an operand: a path, a value or size()");
    }
    cursor.countOperator(cursor.next());
    Token start = cursor.peek();
    List<ConditionOperand> arguments = conditionArguments();
    if (arguments.size() != 1) {
      throw cursor.refuse(start, arguments.size() + " arguments of size", "1");
    }
    if (arguments.get(0) instanceof SizeOperand) {
      throw cursor.refuse(start, "size() of size()", "a path or a value");
    }
    return new SizeOperand(arguments.get(0));
  }

  /**
   * The right side of a SET action: an operand, list_append of two, a sum or a difference of two.
   */
  SetValue setValue() {
    if (!cursor.at(TokenKind.LEFT_PAREN)) {
      return bareSetValue();
    }
    Token open = cursor.next();
    boolean operandFirst = cursor.at(TokenKind.LEFT_PAREN);
    SetValue inner = operandFirst ? sum(setOperand()) : bareSetValue();
    if (operandFirst && !(inner instanceof Arithmetic)) {
      throw cursor.redundantParentheses(open);
    }
    cursor.expect(TokenKind.RIGHT_PAREN);
    return inner instanceof SetOperand left ? sum(left) : inner;
  }

  private SetValue bareSetValue() {
    if (cursor.atFunction() && cursor.peek().text().equals(ListAppend.FUNCTION)) {
      List<SetOperand> arguments = twoArguments(cursor.next());
      return new ListAppend(arguments.get(0), arguments.get(1));
    }
    return sum(setOperand());
  }

  private SetValue sum(SetOperand left) {
    Operator operator =
        switch (cursor.peek().kind()) {
          case PLUS -> Operator.PLUS;
          case MINUS -> Operator.MINUS;
          default -> null;
        };
    if (operator == null) {
      return left;
    }
    cursor.countOperator(cursor.next());
    return new Arithmetic(left, operator, setOperand());
  }

  private IfNotExists ifNotExists() {
    if (!cursor.peek().text().equals(IfNotExists.FUNCTION)) {
      throw refuseFunction(cursor.peek(), SET_OPERAND);
    }
    Token name = cursor.next();
    List<SetOperand> arguments = twoArguments(name);
    if (!(arguments.get(0) instanceof PathOperand first)) {
      throw cursor.refuse(
          name, "'" + arguments.get(0).render() + "' as the first argument", "a path");
    }
    requireDistinct(name, first, arguments.subList(1, 2));
    return new IfNotExists(first.path(), arguments.get(1));
  }

  private List<SetOperand> twoArguments(Token name) {
    cursor.countOperator(name);
    List<SetOperand> arguments = arguments(this::setOperand);
    if (arguments.size() != 2) {
      throw cursor.refuse(name, arguments.size() + " arguments of " + name.text(), "2");
    }
    return arguments;
  }

  /** The rule that a path is not compared with itself, nor given to a function twice. */
  void requireDistinct(Token at, Operand first, List<? extends Operand> others) {
    if (first instanceof PathOperand path && others.stream().anyMatch(o -> isSame(path, o))) {
      throw cursor.refuse(
          at, "the path '" + first.render() + "' on both sides", "operands that differ");
    }
  }

  private static boolean isSame(PathOperand path, Operand other) {
    return other instanceof PathOperand that && path.path().samePlaceAs(that.path());
  }

  /** Why a name before a parenthesis is not a function that may be called there. */
  InvalidExpressionException refuseFunction(Token name, String expected) {
    String found = isFunction(name.text()) ? "the function " : "the unknown function ";
    return cursor.refuse(name, found + name.quoted(), expected);
  }

  private static boolean isFunction(String name) {
    return ConditionFunction.named(name) != null
        || name.equals(SizeOperand.FUNCTION)
        || name.equals(IfNotExists.FUNCTION)
        || name.equals(ListAppend.FUNCTION);
  }
}
