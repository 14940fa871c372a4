package dev.evenkeel.chunking.spec;

/**
 * An item was to keep the value that a {@link LargeReference} names, and has another by now, or
 * none. Nothing was written: read the item again, as after a failed condition.
 */
public final class StaleReferenceException extends LargeValueException {
  private static final long serialVersionUID = 1L;

  public StaleReferenceException(String problem) {
    super(problem, null);
  }

  private StaleReferenceException(StaleReferenceException failure, String table, String attribute) {
    super(failure, table, attribute);
  }

  @Override
  public StaleReferenceException at(String table, String attribute) {
    return new StaleReferenceException(this, table, attribute);
  }
}
