package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.DocumentPath.PathConflicts;
import dev.evenkeel.core.internal.expression.Expression.PathUse;
import dev.evenkeel.core.internal.expression.Expression.PathUse.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A projection expression: the paths to return, none of which contains another. */
public record Projection(List<DocumentPath> paths) implements Expression {

  public Projection {
    paths = List.copyOf(paths);
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("A projection has one path at least");
    }
    PathConflicts.requireNone(paths);
  }

  /** Whether the attribute, given by its resolved name, is returned whole. */
  public boolean covers(String attribute) {
    return paths.stream().anyMatch(p -> p.isTopLevel() && p.attribute().equals(attribute));
  }

  /**
   * This projection and the whole of one more attribute, put last. Paths inside that attribute are
   * dropped, since DynamoDB refuses both together; what they named is still returned, as part of
   * the whole.
   */
  public Projection with(AttributeName attribute) {
    if (covers(attribute.name())) {
      return this;
    }
    List<DocumentPath> more = new ArrayList<>(paths);
    more.removeIf(p -> p.attribute().equals(attribute.name()));
    more.add(DocumentPath.of(attribute));
    return new Projection(more);
  }

  @Override
  public String render() {
    return Lexer.fit(paths.stream().map(DocumentPath::render).collect(Collectors.joining(", ")));
  }

  @Override
  public List<Expression> parts() {
    return List.of();
  }

  @Override
  public List<PathUse> pathUses() {
    return paths.stream().map(path -> new PathUse(path, Usage.VALUE)).toList();
  }

  @Override
  public Set<String> valuePlaceholders() {
    return Set.of();
  }
}
