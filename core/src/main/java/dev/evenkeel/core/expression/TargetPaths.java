package dev.evenkeel.core.expression;

/** Parses paths of which no two may overlap or conflict. */
final class TargetPaths {
  private final TokenCursor cursor;
  private final PathParser paths;
  private final PathConflicts conflicts = new PathConflicts();

  TargetPaths(TokenCursor cursor) {
    this.cursor = cursor;
    this.paths = new PathParser(cursor);
  }

  DocumentPath next() {
    Token start = cursor.peek();
    DocumentPath path = paths.path();
    if (!conflicts.add(path)) {
      throw cursor.refuse(
          start,
          "the path '" + path.render() + "', which overlaps or conflicts with an earlier one",
          "paths that exclude each other");
    }
    return path;
  }
}
