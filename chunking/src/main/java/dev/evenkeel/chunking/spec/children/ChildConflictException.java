package dev.evenkeel.chunking.spec.children;

import dev.evenkeel.core.DecoratorException;

/**
 * A child was to be added whose range value another child has, with another element. Nothing is
 * ever overwritten: the child that was there stays. Of several that were to be added, some may have
 * been: add them again.
 */
public final class ChildConflictException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  public ChildConflictException(String table, String range, String element) {
    super(
        "Table '%s' has a child with the same '%s' and another '%s'. Give each child of a parent a '%s' of its own, for example by adding to it what tells them apart."
            .formatted(table, range, element, range));
  }
}
