package dev.evenkeel.chunking.spec;

import org.jspecify.annotations.Nullable;

/**
 * A value that was to be written cannot be: DynamoDB itself would refuse it, or it is text that has
 * no UTF-8 form. Nothing was written.
 */
public final class InvalidValueException extends LargeValueException {
  private static final long serialVersionUID = 1L;

  public InvalidValueException(String problem) {
    this(problem, null);
  }

  public InvalidValueException(String problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  private InvalidValueException(InvalidValueException failure, String table, String attribute) {
    super(failure, table, attribute);
  }

  @Override
  public InvalidValueException at(String table, String attribute) {
    return new InvalidValueException(this, table, attribute);
  }
}
