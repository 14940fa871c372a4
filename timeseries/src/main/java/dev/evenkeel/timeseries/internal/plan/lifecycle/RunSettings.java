package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership.Question;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Settings of a lifecycle, common to all its series.
 *
 * @param controlTable where ledger and lease are
 * @param limits the limits of a run
 * @param budget how long a run may wait for what is under way
 * @param leaseLength how long a run that has died keeps others waiting
 * @param clockJumpMax how much later than the last run the clock may be without a doubt
 * @param nanos a monotonic time, which scans are paced by
 * @param mayExport whether items are stored as the client shows them
 * @param asksTargets whether scalable targets can be looked up
 * @param isLocal whether the engine is an emulator, which may lack settings that AWS has
 * @param archiveJob the job under which workers share the scans of archives that begin; null where
 *     runs do them
 */
public record RunSettings(
    String controlTable,
    TableOwnership ownership,
    RunLimits limits,
    Duration budget,
    Duration leaseLength,
    Duration clockJumpMax,
    LongSupplier nanos,
    boolean mayExport,
    boolean asksTargets,
    boolean isLocal,
    @Nullable String archiveJob) {

  /**
   * The ownership by the ledger, which is free; else by the configured proof.
   *
   * @param entry of the ledger; null if it does not know the table
   */
  Flow<Ownership> ownershipOf(String series, TableDescription table, @Nullable LedgerEntry entry) {
    return entry != null && entry.isOf(table.tableId(), table.creationDateTime())
        ? Flow.of(Ownership.OURS)
        : ownership.of(new Question(series, table, entry));
  }

  /** The limits at a moment: a clock in doubt takes nothing away. */
  RunLimits limitsAt(RunClock moment) {
    return moment.isDoubtful() ? limits.adding() : limits;
  }

  /**
   * The time that a run uses, after comparing its clock with the times of earlier runs. It never
   * goes back from run to run.
   *
   * @param now the time to use
   * @param isDoubtful whether it is so much later that the clock may be wrong: then nothing is
   *     taken away
   */
  record RunClock(Instant now, boolean isDoubtful) {
    /** Clocks of two healthy machines differ by less. */
    static final Duration SKEW_MAX = Duration.ofMinutes(5);

    /**
     * Judges a clock.
     *
     * @param latest the latest instant that a run saw; null before the first
     * @throws LifecycleException if it is earlier, by more than clocks differ
     */
    static RunClock of(
        String series, Instant now, @Nullable Instant latest, Duration clockJumpMax) {
      if (latest == null) {
        return new RunClock(now, false);
      }
      if (now.isBefore(latest.minus(SKEW_MAX))) {
        throw LifecycleException.clockWentBack(series, now, latest);
      }
      return now.isBefore(latest)
          ? new RunClock(latest, false)
          : new RunClock(now, now.isAfter(latest.plus(clockJumpMax)));
    }
  }

  /**
   * Limits of a run, beside its spec.
   *
   * @param deletesMax how many tables it may delete; 0 for none at all
   * @param buildsMax how many tables it may build
   * @param onlyAdds whether it may build and raise, and nothing that takes anything away
   * @param reconciles whether it sets right what live tables have other than their template
   * @param held tables that it may not delete yet, and why
   */
  public record RunLimits(
      int deletesMax,
      int buildsMax,
      boolean onlyAdds,
      boolean reconciles,
      Map<String, String> held) {
    /** The default maximum of tables that a run may build: four days of hours. */
    public static final int BUILDS_MAX_DEFAULT = 100;

    /** No table is deleted. */
    public static final RunLimits KEEPING =
        new RunLimits(0, BUILDS_MAX_DEFAULT, false, false, Map.of());

    /** The same, with so many deletes. */
    public RunLimits deleting(int max) {
      return new RunLimits(max, buildsMax, onlyAdds, reconciles, held);
    }

    /** The same, with so many builds. */
    public RunLimits building(int max) {
      return new RunLimits(deletesMax, max, onlyAdds, reconciles, held);
    }

    /** The same, without anything that takes away. */
    public RunLimits adding() {
      return new RunLimits(deletesMax, buildsMax, true, reconciles, held);
    }

    /** The same, setting right what tables have other than their template. */
    public RunLimits reconciling() {
      return new RunLimits(deletesMax, buildsMax, onlyAdds, true, held);
    }

    /** The same, without deleting these tables. */
    public RunLimits holding(Map<String, String> tables) {
      return new RunLimits(deletesMax, buildsMax, onlyAdds, reconciles, tables);
    }
  }
}
