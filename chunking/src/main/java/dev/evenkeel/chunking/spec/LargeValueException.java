package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.DecoratorException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A large value cannot be written, or what is stored of it cannot be read. The message never
 * repeats any of it.
 *
 * <p>It names the table and the attribute as far as they were known: what works on bytes alone does
 * not know them, and who does adds them with {@link #at}.
 */
public final class LargeValueException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /** The reason, for callers that handle it. */
  public enum Reason {
    /**
     * The stored value is not the one that was written: it is damaged, cut off, longer than its
     * marker says, or was not written by this library. Nothing of it is returned.
     */
    CORRUPT,
    /**
     * A value that was to be written cannot be: it is text that has no UTF-8 form, a reference that
     * names another value, or of a type that the spec does not say. Nothing was written. A value
     * that DynamoDB itself would refuse, as an empty set, is refused as DynamoDB does it.
     */
    INVALID,
    /**
     * An item says that a value is outside it, and there it is not; and the item, read again, still
     * says so. Something deleted chunks or objects that no replaced value left behind.
     */
    PAYLOAD_MISSING,
    /** A newer version of Evenkeel wrote the value, in a form that this one does not know. */
    NEWER_FORMAT,
    /**
     * An item was to keep the value that a {@link LargeReference} names, and has another by now, or
     * none. Nothing was written: read the item again, as after a failed condition, and consistently
     * where a cache may have it.
     */
    STALE_REFERENCE,
    /**
     * A requested codec, or the codec that a stored value names, is not there or cannot be used.
     * The message lists what there is, or names the Maven artifact to add.
     */
    UNKNOWN_CODEC,
    /**
     * A value has more bytes than the configured limit allows, or says so of itself. Nothing of it
     * is returned, and nothing was written.
     */
    TOO_LARGE
  }

  private final Reason reason;
  private final String problem;
  private final @Nullable String table;
  private final @Nullable String attribute;

  /**
   * A failure without its place.
   *
   * @param problem the problem and the remedy
   */
  public LargeValueException(Reason reason, String problem) {
    this(reason, problem, null);
  }

  public LargeValueException(Reason reason, String problem, @Nullable Throwable cause) {
    super(problem, cause);
    this.reason = reason;
    this.problem = problem;
    this.table = null;
    this.attribute = null;
  }

  private LargeValueException(LargeValueException failure, String table, String attribute) {
    super(
        "Attribute '%s' of table '%s': %s".formatted(attribute, table, failure.problem),
        failure.getCause());
    this.reason = failure.reason;
    this.problem = failure.problem;
    this.table = table;
    this.attribute = attribute;
    setStackTrace(failure.getStackTrace());
    Arrays.stream(failure.getSuppressed()).forEach(this::addSuppressed);
  }

  /** Whether a failure is one of large values, for this reason. */
  public static boolean is(@Nullable Throwable failure, Reason reason) {
    return failure instanceof LargeValueException large && large.reason == reason;
  }

  public Reason reason() {
    return reason;
  }

  @Override
  public boolean isOfItem() {
    return reason == Reason.INVALID || reason == Reason.TOO_LARGE;
  }

  /** The problem and the remedy, without the place. */
  public String problem() {
    return problem;
  }

  /** The table as its client calls it; null if not known. */
  public @Nullable String table() {
    return table;
  }

  /** The attribute that holds the value, or should; null if not known. */
  public @Nullable String attribute() {
    return attribute;
  }

  /** This failure, with the same stack trace, and with the place added. */
  public LargeValueException at(String table, String attribute) {
    return new LargeValueException(this, table, attribute);
  }
}
