package dev.evenkeel.timeseries.spec.lifecycle;

/**
 * A setting of a live table that differs from its template. Only settings of the template are
 * compared: protection, recovery, tags or a stream beyond them are no drift.
 *
 * @param tableName the table
 * @param setting the setting
 * @param difference the actual and the template's value, as text
 * @param isMendable whether a run that reconciles sets it right; the others are left to people, as
 *     setting them right costs a backfill, breaks consumers, or cannot be undone
 */
public record Drift(
    String tableName, TableSetting setting, String difference, boolean isMendable) {}
