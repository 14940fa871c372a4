package dev.evenkeel.chunking.spec.children;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/**
 * The set of a parent cannot be moved as it is. What is named in the message was not moved and is
 * still in the set; elements that were moved before are children.
 */
public final class ChildMigrationException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  public ChildMigrationException(ParentSet set, String problem, @Nullable Throwable cause) {
    super(
        "Attribute '%s' of table '%s' cannot be moved: %s"
            .formatted(set.attribute(), set.tableName(), problem),
        cause);
  }
}
