package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.time.Duration;
import java.util.function.LongSupplier;

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
    boolean isLocal) {

  /**
   * Limits of a run, beside its spec.
   *
   * @param deletesMax how many tables it may delete; 0 for none at all
   * @param buildsMax how many tables it may build
   * @param onlyAdds whether it may build and raise, and nothing that takes anything away
   * @param reconciles whether it sets right what live tables have other than their template
   */
  public record RunLimits(int deletesMax, int buildsMax, boolean onlyAdds, boolean reconciles) {
    /** The default maximum of tables that a run may build: four days of hours. */
    public static final int BUILDS_MAX_DEFAULT = 100;

    /** No table is deleted. */
    public static final RunLimits KEEPING = new RunLimits(0, BUILDS_MAX_DEFAULT, false, false);

    /** The same, with so many deletes. */
    public RunLimits deleting(int max) {
      return new RunLimits(max, buildsMax, onlyAdds, reconciles);
    }

    /** The same, with so many builds. */
    public RunLimits building(int max) {
      return new RunLimits(deletesMax, max, onlyAdds, reconciles);
    }

    /** The same, without anything that takes away. */
    public RunLimits adding() {
      return new RunLimits(deletesMax, buildsMax, true, reconciles);
    }

    /** The same, setting right what tables have other than their template. */
    public RunLimits reconciling() {
      return new RunLimits(deletesMax, buildsMax, onlyAdds, true);
    }
  }
}
