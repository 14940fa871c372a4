package dev.evenkeel.chunking.spec;

import org.jspecify.annotations.Nullable;

/**
 * An item says that a value is outside it, and there it is not; and the item, read again, still
 * says so. Something deleted chunks or objects that no replaced value left behind.
 */
public final class MissingPayloadException extends LargeValueException {
  private static final long serialVersionUID = 1L;

  public MissingPayloadException(String problem) {
    this(problem, null);
  }

  public MissingPayloadException(String problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  private MissingPayloadException(MissingPayloadException failure, String table, String attribute) {
    super(failure, table, attribute);
  }

  @Override
  public MissingPayloadException at(String table, String attribute) {
    return new MissingPayloadException(this, table, attribute);
  }
}
