package dev.evenkeel.core.expression;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rule that no two paths of a projection, and no two targets of an update, may conflict. */
final class PathConflicts {
  private final Map<String, List<DocumentPath>> seen = new HashMap<>();

  /** Whether the path conflicts with none of those added before; adds it. */
  boolean add(DocumentPath path) {
    List<DocumentPath> siblings = seen.computeIfAbsent(path.attribute(), a -> new ArrayList<>());
    boolean free = siblings.stream().noneMatch(path::conflictsWith);
    siblings.add(path);
    return free;
  }

  static void requireNone(List<DocumentPath> paths) {
    PathConflicts conflicts = new PathConflicts();
    for (DocumentPath path : paths) {
      if (!conflicts.add(path)) {
        throw new IllegalArgumentException(
            "The path '%s' overlaps or conflicts with another".formatted(path.render()));
      }
    }
  }
}
