package dev.evenkeel.upload.spec;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/**
 * An upload ended before its source did. Everything that was sent has been answered, and the report
 * says what is stored; run the upload again with the same checkpoint store to continue.
 *
 * <p>Unlike the failures of single calls, DynamoDB's own exception is the cause of this one: a
 * caller first needs the progress of the upload.
 */
public final class UploadFailedException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /** Why an upload ends. */
  public enum Reason {
    /** More records were rejected than allowed. All records before the first of them are stored. */
    REJECTED,
    /**
     * An item was not stored in as many attempts as allowed: throttling, or other retryable errors.
     */
    ATTEMPTS,
    /** DynamoDB or the client refused a request with an error that is not retryable. */
    REFUSED,
    /** The source could not be read any further. */
    SOURCE,
    /** The checkpoint could not be saved. */
    CHECKPOINT,
    /** The listener threw. */
    LISTENER
  }

  private final Reason reason;
  private final transient UploadReport report;

  public UploadFailedException(
      Reason reason, String message, @Nullable Throwable cause, UploadReport report) {
    super(message, cause);
    this.reason = reason;
    this.report = report;
  }

  public Reason reason() {
    return reason;
  }

  /** The report of the run until then. Lost if the exception is serialized. */
  public UploadReport report() {
    return report;
  }
}
