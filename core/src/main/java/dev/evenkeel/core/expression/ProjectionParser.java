package dev.evenkeel.core.expression;

import java.util.ArrayList;
import java.util.List;

/** Parses {@code path, path, ...}. */
final class ProjectionParser {
  private final TokenCursor cursor;
  private final TargetPaths paths;

  ProjectionParser(TokenCursor cursor) {
    this.cursor = cursor;
    this.paths = new TargetPaths(cursor);
  }

  Projection parse() {
    List<DocumentPath> projected = new ArrayList<>();
    do {
      projected.add(paths.next());
    } while (cursor.accept(TokenKind.COMMA));
    if (!cursor.at(TokenKind.END)) {
      throw cursor.unexpected("',' or the end of the expression");
    }
    return new Projection(projected);
  }
}
