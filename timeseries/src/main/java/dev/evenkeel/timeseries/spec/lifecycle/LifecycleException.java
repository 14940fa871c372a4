package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.explain.TimeText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run, or one action of it, does not do what it would do, as something has to be put right by
 * people first, or planned anew. Nothing was changed.
 */
public final class LifecycleException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /** The reasons that callers distinguish. */
  public enum Reason {
    /**
     * The clock shows an earlier time than an earlier run saw: one of the two clocks is wrong, and
     * it is not known which. Nothing was done.
     */
    CLOCK_WENT_BACK,
    /**
     * A table has the name of a period table, and is not known to be ours. Give it another name, or
     * take it over with {@code adopt}.
     */
    FOREIGN_TABLE,
    /**
     * Another run took over, since this one was silent for longer than its lease. Its actions until
     * then stay; run or plan again.
     */
    LEASE_LOST,
    /**
     * The ledger holds what a newer version of Evenkeel wrote, or what none wrote. Nothing was done
     * for that series.
     */
    NEWER_LEDGER,
    /**
     * A table past its retention has deletion protection that the template does not ask for: it was
     * protected on purpose.
     */
    PROTECTED_TABLE,
    /**
     * Tables, the ledger or the due actions have changed since the plan was made. Nothing was done;
     * plan again.
     */
    STALE_PLAN,
    /**
     * More tables would be built in one run than the lifecycle may build: a spec or a clock is
     * likely to be wrong. Nothing was done.
     */
    TOO_MANY_TABLES
  }

  private final Reason reason;

  private LifecycleException(Reason reason, String message) {
    this(reason, message, null);
  }

  private LifecycleException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /**
   * A clock that cannot be right.
   *
   * @param now the time of the clock
   * @param seen the latest instant that a run saw
   */
  public static LifecycleException clockWentBack(String series, Instant now, Instant seen) {
    return new LifecycleException(
        Reason.CLOCK_WENT_BACK,
        "A run for '%s' saw %s, and now the clock tells %s. Nothing was done. Mend the clock; if it was the earlier run's that was wrong, accept this one ('evenkeel tables accept-clock', or acceptClock())."
            .formatted(series, TimeText.of(seen), TimeText.of(now)));
  }

  /** A table that is in the way. */
  public static LifecycleException foreignTable(String tableName, String reason) {
    return new LifecycleException(
        Reason.FOREIGN_TABLE,
        "Table '%s' is in the way: %s. It was not touched. Rename or remove it, or take it over ('evenkeel tables adopt', or adopt())."
            .formatted(tableName, reason));
  }

  /** A lease that another run has taken; the failure says of what. */
  public static LifecycleException leaseLost(DecoratorException failure) {
    return new LifecycleException(Reason.LEASE_LOST, String.valueOf(failure.getMessage()), failure);
  }

  /** An item of the control table that cannot be read. */
  public static LifecycleException newerLedger(
      String controlTable, String series, String item, String reason) {
    return new LifecycleException(
        Reason.NEWER_LEDGER,
        "Item '%s' of series '%s' in control table '%s' cannot be read: %s. Nothing was done. Run the newest Evenkeel that works on this table."
            .formatted(item, series, controlTable, reason));
  }

  /** A table with deletion protection that the template does not ask for. */
  public static LifecycleException protectedTable(String tableName) {
    return new LifecycleException(
        Reason.PROTECTED_TABLE,
        "Table '%s' is past its retention, and somebody protected it against deletion. It stays. Take the protection off to let it go."
            .formatted(tableName));
  }

  /** A plan that is no longer what is to be done. */
  public static LifecycleException stalePlan(String series, String reason) {
    return new LifecycleException(
        Reason.STALE_PLAN,
        "The plan for '%s' is stale: %s. Nothing was done. Plan again.".formatted(series, reason));
  }

  /** More tables than a run may build. */
  public static LifecycleException tooManyTables(String series, int count, int countMax) {
    return new LifecycleException(
        Reason.TOO_MANY_TABLES,
        "%d tables would be built for '%s', and a run may build %d. Look at the spec's lateness, prebuild and period and at the clock; if they are right, raise buildsMax."
            .formatted(count, series, countMax));
  }

  /** Whether a failure is one of this reason. */
  public static boolean is(@Nullable Throwable failure, Reason reason) {
    return failure instanceof LifecycleException lifecycle && lifecycle.reason == reason;
  }

  public Reason reason() {
    return reason;
  }
}
