package dev.evenkeel.core.internal.operation;

/** The refusal of a builder that names no table: its client would do nothing. */
public final class NoTablesException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public NoTablesException(String message) {
    super(message);
  }
}
