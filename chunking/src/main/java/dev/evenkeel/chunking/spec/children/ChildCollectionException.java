package dev.evenkeel.chunking.spec.children;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/** Children of a collection, or the set that they replace, do not allow what was asked for. */
public final class ChildCollectionException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /** The reasons that callers distinguish. */
  public enum Reason {
    /**
     * A child was to be added whose range value another child has, with another element. Nothing is
     * ever overwritten: the child that was there stays. Of several that were to be added, some may
     * have been: add them again.
     */
    RANGE_TAKEN,
    /**
     * The set of a parent cannot be moved as it is; the message or the cause says why. Elements
     * that were moved before are children, and the others are still in the set.
     */
    SET_NOT_MOVABLE
  }

  private final Reason reason;

  private ChildCollectionException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** A range that another child has. */
  public static ChildCollectionException rangeTaken(String table, String range, String element) {
    return new ChildCollectionException(
        Reason.RANGE_TAKEN,
        "Table '%s' has a child with the same '%s' and another '%s'. Give each child of a parent a '%s' of its own, for example by adding to it what tells them apart."
            .formatted(table, range, element, range),
        null);
  }

  /** A set that cannot be moved. */
  public static ChildCollectionException setNotMovable(
      ParentSet set, String problem, @Nullable Throwable cause) {
    return new ChildCollectionException(
        Reason.SET_NOT_MOVABLE,
        "Attribute '%s' of table '%s' cannot be moved: %s"
            .formatted(set.attribute(), set.tableName(), problem),
        cause);
  }

  public Reason reason() {
    return reason;
  }
}
