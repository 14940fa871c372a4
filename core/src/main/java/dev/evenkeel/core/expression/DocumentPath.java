package dev.evenkeel.core.expression;

import java.util.ArrayList;
import java.util.List;
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
    if (elements.isEmpty() || elements.size() > ExpressionLimits.PATH_ELEMENTS) {
      throw new IllegalArgumentException(
          "A document path has 1 to %d elements but was given %d"
              .formatted(ExpressionLimits.PATH_ELEMENTS, elements.size()));
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

  /** The same path below another top-level attribute. */
  public DocumentPath withRoot(AttributeName root) {
    List<PathElement> moved = new ArrayList<>(elements);
    moved.set(0, root);
    return new DocumentPath(moved);
  }

  DocumentPath rewrite(TokenRewriter rewriter) {
    return withRoot(rewriter.attribute(root()));
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
}
