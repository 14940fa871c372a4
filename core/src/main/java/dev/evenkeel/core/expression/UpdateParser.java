package dev.evenkeel.core.expression;

import dev.evenkeel.core.expression.Lexer.Token;
import dev.evenkeel.core.expression.Lexer.TokenKind;
import dev.evenkeel.core.expression.Update.SetAction;
import dev.evenkeel.core.expression.Update.ValueAction;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Parses the sections of an update, each at most once and in any order. */
final class UpdateParser {
  private final TokenCursor cursor;
  private final OperandParser operands;
  private final Set<TokenKind> sections = EnumSet.noneOf(TokenKind.class);
  private final List<SetAction> sets = new ArrayList<>();
  private final List<DocumentPath> removes = new ArrayList<>();
  private final List<ValueAction> adds = new ArrayList<>();
  private final List<ValueAction> deletes = new ArrayList<>();

  UpdateParser(TokenCursor cursor) {
    this.cursor = cursor;
    this.operands = new OperandParser(cursor);
  }

  Update parse() {
    do {
      section();
    } while (!cursor.at(TokenKind.END));
    return new Update(sets, removes, adds, deletes);
  }

  private void section() {
    Token keyword = cursor.peek();
    if (!sections.add(keyword.kind())) {
      throw cursor.refuse(keyword, "a second section " + keyword.quoted(), "one of each at most");
    }
    switch (keyword.kind()) {
      case SET -> actions(() -> sets.add(setAction()));
      case REMOVE -> actions(() -> removes.add(operands.target()));
      case ADD -> actions(() -> adds.add(valueAction()));
      case DELETE -> actions(() -> deletes.add(valueAction()));
      default ->
          throw cursor.unexpected(
              sections.size() == 1
                  ? "SET, REMOVE, ADD or DELETE"
                  : "',', SET, REMOVE, ADD, DELETE or the end of the expression");
    }
  }

  private void actions(Runnable action) {
    cursor.next();
    do {
      action.run();
    } while (cursor.accept(TokenKind.COMMA));
  }

  private SetAction setAction() {
    DocumentPath path = operands.target();
    cursor.expect(TokenKind.EQ);
    return new SetAction(path, operands.setValue());
  }

  private ValueAction valueAction() {
    DocumentPath path = operands.target();
    return new ValueAction(path, cursor.expect(TokenKind.VALUE_PLACEHOLDER).text());
  }
}
