package dev.evenkeel.core.expression;

/** One step of a {@link DocumentPath}. */
public sealed interface PathElement permits AttributeName, ListIndex {

  /** Whether both steps lead to the same place, however they are written. */
  boolean sameAs(PathElement other);
}
