package dev.evenkeel.timeseries.spec.lifecycle;

/**
 * A setting of a live table that is not what its template says. Only what the template says is
 * compared: protection, recovery, tags or a stream that somebody added are none.
 *
 * @param tableName whose
 * @param setting which
 * @param difference what is there, and what the template says, for people
 * @param isMendable whether a run that reconciles sets it right; the others are left to people, as
 *     setting them right costs a backfill, breaks consumers, or cannot be undone
 */
public record Drift(
    String tableName, TableSetting setting, String difference, boolean isMendable) {}
