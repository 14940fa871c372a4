package dev.evenkeel.core.expression;

/** A document path in an expression and what the expression does with it. */
public record PathUse(DocumentPath path, Usage usage) {

  /** What can be done with a path. */
  public enum Usage {
    /** {@code attribute_exists} or {@code attribute_not_exists}: only whether it is there. */
    EXISTENCE(false, false),
    /** Compared, measured, copied, returned, or matched as a key: the outcome depends on it. */
    VALUE(true, false),
    /** The target of a SET action. */
    SET(false, true),
    /** The target of a REMOVE action. */
    REMOVE(false, true),
    /** The target of an ADD action, whose outcome depends on what was there. */
    ADD(true, true),
    /** The target of a DELETE action, whose outcome depends on what was there. */
    DELETE(true, true);

    private final boolean readsValue;
    private final boolean writes;

    Usage(boolean readsValue, boolean writes) {
      this.readsValue = readsValue;
      this.writes = writes;
    }

    /** Whether the stored value (not only its existence) matters. */
    public boolean readsValue() {
      return readsValue;
    }

    /** Whether the stored value is changed. */
    public boolean writes() {
      return writes;
    }
  }
}
