package dev.evenkeel.jobs.work;

/**
 * A job cannot run as requested. The message gives reason and remedy, and what was done, if
 * anything.
 */
public final class JobException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public JobException(String message) {
    super(message);
  }
}
