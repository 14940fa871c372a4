package dev.evenkeel.chunking.spec.children;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/**
 * The set of a parent cannot be moved as it is. The elements named in the message were not moved
 * and are still in the set; elements that were moved before are children.
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
