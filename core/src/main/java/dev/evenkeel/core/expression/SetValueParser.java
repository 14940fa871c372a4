package dev.evenkeel.core.expression;

import dev.evenkeel.core.expression.Arithmetic.Operator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses the right side of a SET action: an operand, {@code list_append} of two, or one sum or
 * difference of two. The recursion is bounded, as every nested function counts as an operator.
 */
final class SetValueParser {
  private static final String OPERAND = "a path, a value placeholder or if_not_exists()";

  private final TokenCursor cursor;
  private final PathParser paths;

  SetValueParser(TokenCursor cursor) {
    this.cursor = cursor;
    this.paths = new PathParser(cursor);
  }

  SetValue value() {
    if (!cursor.at(TokenKind.LEFT_PAREN)) {
      return bareValue();
    }
    Token open = cursor.next();
    boolean operandFirst = cursor.at(TokenKind.LEFT_PAREN);
    SetValue inner = operandFirst ? sum(operand()) : bareValue();
    if (operandFirst && !(inner instanceof Arithmetic)) {
      throw cursor.redundantParentheses(open);
    }
    cursor.expect(TokenKind.RIGHT_PAREN);
    return inner instanceof SetOperand left ? sum(left) : inner;
  }

  private SetValue bareValue() {
    if (cursor.atFunction() && cursor.peek().text().equals(ListAppend.FUNCTION)) {
      return listAppend();
    }
    return sum(operand());
  }

  private SetValue sum(SetOperand left) {
    Operator operator = operator();
    if (operator == null) {
      return left;
    }
    cursor.countOperator(cursor.next());
    return new Arithmetic(left, operator, operand());
  }

  private @Nullable Operator operator() {
    return switch (cursor.peek().kind()) {
      case PLUS -> Operator.PLUS;
      case MINUS -> Operator.MINUS;
      default -> null;
    };
  }

  /** An operand, in at most one pair of parentheses. */
  private SetOperand operand() {
    if (!cursor.accept(TokenKind.LEFT_PAREN)) {
      return bareOperand();
    }
    if (cursor.at(TokenKind.LEFT_PAREN)) {
      throw cursor.redundantParentheses(cursor.peek());
    }
    SetOperand operand = bareOperand();
    cursor.expect(TokenKind.RIGHT_PAREN);
    return operand;
  }

  private SetOperand bareOperand() {
    if (cursor.at(TokenKind.VALUE_PLACEHOLDER)) {
      return new ValueOperand(cursor.next().text());
    }
    if (!cursor.atFunction()) {
      if (cursor.at(TokenKind.NAME) || cursor.at(TokenKind.NAME_PLACEHOLDER)) {
        return new PathOperand(paths.path());
      }
      throw cursor.unexpected(OPERAND);
    }
    if (!cursor.peek().text().equals(IfNotExists.FUNCTION)) {
      throw FunctionNames.refuse(cursor, cursor.peek(), OPERAND);
    }
    return ifNotExists();
  }

  private IfNotExists ifNotExists() {
    Token name = cursor.next();
    List<SetOperand> arguments = twoArguments(name);
    if (!(arguments.get(0) instanceof PathOperand first)) {
      throw cursor.refuse(
          name, "'" + arguments.get(0).render() + "' as the first argument", "a path");
    }
    DistinctOperands.require(cursor, name, first, arguments.subList(1, 2));
    return new IfNotExists(first.path(), arguments.get(1));
  }

  private ListAppend listAppend() {
    List<SetOperand> arguments = twoArguments(cursor.next());
    return new ListAppend(arguments.get(0), arguments.get(1));
  }

  private List<SetOperand> twoArguments(Token name) {
    cursor.countOperator(name);
    cursor.expect(TokenKind.LEFT_PAREN);
    List<SetOperand> arguments = new ArrayList<>();
    do {
      arguments.add(operand());
    } while (cursor.accept(TokenKind.COMMA));
    cursor.expect(TokenKind.RIGHT_PAREN);
    if (arguments.size() != 2) {
      throw cursor.refuse(name, arguments.size() + " arguments of " + name.text(), "2");
    }
    return arguments;
  }
}
