package dev.evenkeel.core.expression;

import java.util.ArrayList;
import java.util.List;

/** Parses {@code attribute.name[0]}. */
final class PathParser {
  private final TokenCursor cursor;

  PathParser(TokenCursor cursor) {
    this.cursor = cursor;
  }

  DocumentPath path() {
    Token start = cursor.peek();
    List<PathElement> elements = new ArrayList<>();
    elements.add(attribute());
    while (cursor.at(TokenKind.DOT) || cursor.at(TokenKind.LEFT_BRACKET)) {
      elements.add(cursor.accept(TokenKind.DOT) ? attribute() : index());
    }
    if (elements.size() > ExpressionLimits.PATH_ELEMENTS) {
      throw cursor.refuse(
          start,
          "a document path of " + elements.size() + " elements",
          "at most " + ExpressionLimits.PATH_ELEMENTS);
    }
    return new DocumentPath(elements);
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
}
