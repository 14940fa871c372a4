package dev.evenkeel.chunking.spec;

import org.jspecify.annotations.Nullable;

/**
 * A codec was asked for, or is named by a stored value, that is not there or cannot be used. The
 * message lists what there is, or names the Maven artifact to add.
 */
public final class UnknownCodecException extends LargeValueException {
  private static final long serialVersionUID = 1L;

  public UnknownCodecException(String problem) {
    this(problem, null);
  }

  public UnknownCodecException(String problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  private UnknownCodecException(UnknownCodecException failure, String table, String attribute) {
    super(failure, table, attribute);
  }

  @Override
  public UnknownCodecException at(String table, String attribute) {
    return new UnknownCodecException(this, table, attribute);
  }
}
