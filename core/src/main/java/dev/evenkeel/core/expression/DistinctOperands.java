package dev.evenkeel.core.expression;

import java.util.List;

/** The rule that a path is not compared with itself, nor given to a function twice. */
final class DistinctOperands {
  private DistinctOperands() {}

  static void require(TokenCursor cursor, Token at, Operand first, List<? extends Operand> others) {
    if (first instanceof PathOperand path && others.stream().anyMatch(o -> isSame(path, o))) {
      throw cursor.refuse(
          at, "the path '" + first.render() + "' on both sides", "operands that differ");
    }
  }

  private static boolean isSame(PathOperand path, Operand other) {
    return other instanceof PathOperand that && path.path().samePlaceAs(that.path());
  }
}
