package dev.evenkeel.testkit.control;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The script of one export that an {@link ExportSimulator} accepts. Immutable: each method returns
 * a new script.
 */
public final class ExportScript {
  private final Kind kind;
  private final String failureCode;
  private final String failureMessage;
  private final boolean leavesPart;
  private final @Nullable Duration time;

  private ExportScript(
      Kind kind,
      String failureCode,
      String failureMessage,
      boolean leavesPart,
      @Nullable Duration time) {
    this.kind = kind;
    this.failureCode = failureCode;
    this.failureMessage = failureMessage;
    this.leavesPart = leavesPart;
    this.time = time;
  }

  /** IN_PROGRESS, then COMPLETED with all files; or FAILED if S3 refuses them. */
  public static ExportScript succeeds() {
    return new ExportScript(Kind.SUCCEEDS, "", "", false, null);
  }

  /**
   * IN_PROGRESS, then FAILED; nothing is in the bucket.
   *
   * @param code as the service has it: {@code S3NoSuchBucket}, {@code S3AccessDenied}, {@code
   *     KmsNotFoundException}
   * @param message the service's message
   */
  public static ExportScript fails(String code, String message) {
    return new ExportScript(Kind.FAILS, code, message, false, null);
  }

  /** A bucket that is not there: what the service says, without its request ids. */
  public static ExportScript failsForWantOfTheBucket() {
    return fails(
        "S3NoSuchBucket",
        "The specified bucket does not exist (Service: Amazon S3; Status Code: 404; Error Code: NoSuchBucket)");
  }

  /** A bucket of another account, or whose policy denies: what the service says. */
  public static ExportScript failsForWantOfPermission() {
    return fails(
        "S3AccessDenied",
        "Access Denied (Service: Amazon S3; Status Code: 403; Error Code: AccessDenied)");
  }

  /** A key that is not there: what the service says. */
  public static ExportScript failsForWantOfTheKey() {
    return fails(
        "KmsNotFoundException",
        "Key does not exist (Service: Amazon S3; Status Code: 400; Error Code: KMS.NotFoundException)");
  }

  /**
   * IN_PROGRESS, then {@code ExportNotFoundException}, as for records of more than 90 days. Nothing
   * is in the bucket.
   */
  public static ExportScript vanishes() {
    return new ExportScript(Kind.VANISHES, "", "", false, null);
  }

  /** IN_PROGRESS for ever. */
  public static ExportScript neverEnds() {
    return new ExportScript(Kind.NEVER_ENDS, "", "", false, null);
  }

  /** The export ends so long after it began, whatever the simulator draws. */
  public ExportScript after(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("an export cannot take " + duration);
    }
    return new ExportScript(kind, failureCode, failureMessage, leavesPart, duration);
  }

  /** A failed export leaves the first half of its data files, and no manifest. */
  public ExportScript leavingPart() {
    return new ExportScript(kind, failureCode, failureMessage, true, time);
  }

  Kind kind() {
    return kind;
  }

  String failureCode() {
    return failureCode;
  }

  String failureMessage() {
    return failureMessage;
  }

  boolean leavesPart() {
    return leavesPart;
  }

  /** The duration; null if it is drawn. */
  @Nullable Duration time() {
    return time;
  }

  enum Kind {
    SUCCEEDS,
    FAILS,
    VANISHES,
    NEVER_ENDS
  }
}
