package dev.evenkeel.jobs.work;

/**
 * A job that cannot be done as asked; the message says why and what to do. Nothing was done, or the
 * message says what.
 */
public final class JobException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public JobException(String message) {
    super(message);
  }
}
