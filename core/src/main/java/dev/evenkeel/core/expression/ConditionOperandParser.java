package dev.evenkeel.core.expression;

import java.util.ArrayList;
import java.util.List;

/** Parses what a condition compares, and the arguments of its functions. */
final class ConditionOperandParser {
  private final TokenCursor cursor;
  private final PathParser paths;

  ConditionOperandParser(TokenCursor cursor) {
    this.cursor = cursor;
    this.paths = new PathParser(cursor);
  }

  /** An operand, in at most one pair of parentheses. */
  ConditionOperand operand() {
    if (!cursor.accept(TokenKind.LEFT_PAREN)) {
      return bareOperand();
    }
    if (cursor.at(TokenKind.LEFT_PAREN)) {
      throw cursor.redundantParentheses(cursor.peek());
    }
    ConditionOperand operand = bareOperand();
    cursor.expect(TokenKind.RIGHT_PAREN);
    return operand;
  }

  ConditionOperand bareOperand() {
    if (cursor.at(TokenKind.VALUE_PLACEHOLDER)) {
      return new ValueOperand(cursor.next().text());
    }
    if (!cursor.atFunction()) {
      if (cursor.at(TokenKind.NAME) || cursor.at(TokenKind.NAME_PLACEHOLDER)) {
        return new PathOperand(paths.path());
      }
      throw cursor.unexpected("a path, a value placeholder or size()");
    }
    if (!cursor.peek().text().equals(SizeOperand.FUNCTION)) {
      throw FunctionNames.refuse(cursor, cursor.peek(), "an operand: a path, a value or size()");
    }
    return size();
  }

  private SizeOperand size() {
    Token name = cursor.next();
    cursor.countOperator(name);
    Token start = cursor.peek();
    List<ConditionOperand> arguments = arguments();
    if (arguments.size() != 1) {
      throw cursor.refuse(start, arguments.size() + " arguments of size", "1");
    }
    if (arguments.get(0) instanceof SizeOperand) {
      throw cursor.refuse(start, "size() of size()", "a path or a value");
    }
    return new SizeOperand(arguments.get(0));
  }

  /** One or more operands in the parentheses of a function. */
  List<ConditionOperand> arguments() {
    cursor.expect(TokenKind.LEFT_PAREN);
    List<ConditionOperand> arguments = new ArrayList<>();
    do {
      arguments.add(operand());
    } while (cursor.accept(TokenKind.COMMA));
    cursor.expect(TokenKind.RIGHT_PAREN);
    return arguments;
  }
}
