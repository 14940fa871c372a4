package dev.evenkeel.chunking.spec;

import org.jspecify.annotations.Nullable;

/**
 * What is stored is not what was written: it is damaged, cut off, longer than it says, or was not
 * written by this library. Nothing of it is returned.
 */
public final class CorruptValueException extends LargeValueException {
  private static final long serialVersionUID = 1L;

  public CorruptValueException(String problem) {
    this(problem, null);
  }

  public CorruptValueException(String problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  private CorruptValueException(CorruptValueException failure, String table, String attribute) {
    super(failure, table, attribute);
  }

  @Override
  public CorruptValueException at(String table, String attribute) {
    return new CorruptValueException(this, table, attribute);
  }
}
