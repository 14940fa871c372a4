package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Settings of a lifecycle, common to all its series.
 *
 * @param controlTable where ledger and lease are
 * @param limits what a run may do
 * @param budget how long a run may wait for what is under way
 * @param leaseLength how long a run that has died keeps others waiting
 * @param clockJumpMax how much later than the last run the clock may be without a doubt
 * @param nanos a monotonic time, which scans are paced by
 * @param mayExport whether items are stored as the client shows them
 * @param asksTargets whether somebody can be asked which tables are scaled by others
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
    boolean isLocal) {}
