package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.Expression.Limits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A place in an item: a top-level attribute and the steps below it.
 *
 * <p>Equal paths are written alike; {@link #samePlaceAs} compares where they lead.
 *
 * @param elements an {@link AttributeName} and then whatever follows it; 1 to 32 in all
 */
public record DocumentPath(List<PathElement> elements) {

  public DocumentPath {
    elements = List.copyOf(elements);
    if (elements.isEmpty() || elements.size() > Limits.PATH_ELEMENTS) {
      throw new IllegalArgumentException(
          "A document path has 1 to %d elements but was given %d"
              .formatted(Limits.PATH_ELEMENTS, elements.size()));
    }
    if (!(elements.get(0) instanceof AttributeName)) {
      throw new IllegalArgumentException("A document path starts with an attribute");
    }
  }

  /** The path of a top-level attribute. */
  public static DocumentPath of(AttributeName attribute) {
    return new DocumentPath(List.of(attribute));
  }

  /** The first element, the top-level attribute. */
  public AttributeName root() {
    return (AttributeName) elements.get(0);
  }

  /** The name of the top-level attribute, placeholders resolved. */
  public String attribute() {
    return root().name();
  }

  /** Whether the path names a whole attribute, nothing inside it. */
  public boolean isTopLevel() {
    return elements.size() == 1;
  }

  /** Whether both paths lead to the same place, however they are written. */
  public boolean samePlaceAs(DocumentPath other) {
    return elements.size() == other.elements.size() && firstDifference(other) == elements.size();
  }

  /**
   * Whether DynamoDB refuses to project or update both: one contains the other, or they take the
   * same place for a map and for a list.
   */
  public boolean conflictsWith(DocumentPath other) {
    int difference = firstDifference(other);
    if (difference == shorterLength(other)) {
      return true;
    }
    return elements.get(difference).getClass() != other.elements.get(difference).getClass();
  }

  private int firstDifference(DocumentPath other) {
    int i = 0;
    while (i < shorterLength(other) && elements.get(i).sameAs(other.elements.get(i))) {
      i++;
    }
    return i;
  }

  private int shorterLength(DocumentPath other) {
    return Math.min(elements.size(), other.elements.size());
  }

  /** The {@code #} placeholders the path is written with. */
  Stream<String> namePlaceholders() {
    return elements.stream()
        .filter(e -> e instanceof AttributeName name && name.isPlaceholder())
        .map(e -> ((AttributeName) e).token());
  }

  /** The path as an expression writes it. */
  public String render() {
    StringBuilder text = new StringBuilder(root().token());
    for (PathElement element : elements.subList(1, elements.size())) {
      if (element instanceof AttributeName name) {
        text.append('.').append(name.token());
      } else if (element instanceof ListIndex index) {
        text.append('[').append(index.value()).append(']');
      }
    }
    return text.toString();
  }

  /** One step of a {@link DocumentPath}. */
  public sealed interface PathElement permits AttributeName, ListIndex {

    /** Whether both steps lead to the same place, however they are written. */
    boolean sameAs(PathElement other);
  }

  /**
   * An attribute (or a map key) as an expression names it.
   *
   * <p>Two names that are written differently are unequal even when they resolve alike; {@link
   * #sameAs} compares what they resolve to.
   *
   * @param token the token of the expression: {@code #p}, or the name itself
   * @param name the attribute it stands for; may hold any character, a dot included
   */
  public record AttributeName(String token, String name) implements PathElement {

    public AttributeName {
      Objects.requireNonNull(token, "token");
      if (name.isEmpty()) {
        throw new IllegalArgumentException("The attribute name of '" + token + "' is empty");
      }
      if (!token.startsWith("#") && !token.equals(name)) {
        throw new IllegalArgumentException(
            "'%s' cannot stand for the attribute '%s': only a # placeholder can"
                .formatted(token, name));
      }
    }

    /** An attribute written without a placeholder. */
    public static AttributeName bare(String name) {
      return new AttributeName(name, name);
    }

    public boolean isPlaceholder() {
      return token.startsWith("#");
    }

    @Override
    public boolean sameAs(PathElement other) {
      return other instanceof AttributeName that && name.equals(that.name);
    }
  }

  /** The step into an element of a list, counted from 0. */
  public record ListIndex(int value) implements PathElement {

    public ListIndex {
      if (value < 0) {
        throw new IllegalArgumentException("A list index must be >= 0 but was " + value);
      }
    }

    @Override
    public boolean sameAs(PathElement other) {
      return equals(other);
    }
  }

  /** The rule that no two paths of a projection, and no two targets of an update, may conflict. */
  static final class PathConflicts {
    private final Map<String, List<DocumentPath>> byAttribute = new HashMap<>();

    /** Whether the path conflicts with none of those added before; adds it. */
    boolean add(DocumentPath path) {
      List<DocumentPath> siblings =
          byAttribute.computeIfAbsent(path.attribute(), a -> new ArrayList<>());
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
}
