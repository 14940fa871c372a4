package dev.evenkeel.core.internal.work;

/** The rows of a pass were deleted while a worker was at work on it. */
public final class PassEndedException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  PassEndedException(String job) {
    super("Job '%s' has ended: another process has taken its rows away.".formatted(job));
  }
}
