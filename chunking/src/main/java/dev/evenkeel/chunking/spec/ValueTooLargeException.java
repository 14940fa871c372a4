package dev.evenkeel.chunking.spec;

import org.jspecify.annotations.Nullable;

/**
 * A value has more bytes than the configured limit allows, or says so of itself. Nothing of it is
 * returned, and nothing was written.
 */
public final class ValueTooLargeException extends LargeValueException {
  private static final long serialVersionUID = 1L;

  public ValueTooLargeException(String problem) {
    this(problem, null);
  }

  public ValueTooLargeException(String problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  private ValueTooLargeException(ValueTooLargeException failure, String table, String attribute) {
    super(failure, table, attribute);
  }

  @Override
  public ValueTooLargeException at(String table, String attribute) {
    return new ValueTooLargeException(this, table, attribute);
  }
}
