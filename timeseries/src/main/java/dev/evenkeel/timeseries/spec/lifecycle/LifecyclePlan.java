package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * The plan of one series, in order: build, open, raise, mend, reopen, retire, lower, reclass,
 * archive, delete, forget.
 *
 * @param series the logical table
 * @param at for when it was made
 * @param actions nothing if all is as it should be
 * @param notes actions that are not possible, or not yet, and hints for operators
 * @param drift differences of live tables from their template; a run that does not reconcile does
 *     not look for them
 * @param fingerprint of what was seen; who applies the plan to anything else is refused
 */
public record LifecyclePlan(
    String series,
    Instant at,
    List<TableAction> actions,
    List<String> notes,
    List<Drift> drift,
    String fingerprint) {

  /** Copies the lists. */
  public LifecyclePlan {
    actions = List.copyOf(actions);
    notes = List.copyOf(notes);
    drift = List.copyOf(drift);
  }

  /** The plan as text for people, a line each. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (TableAction action : actions) {
      text.append(action.getClass().getSimpleName().toLowerCase(Locale.ROOT))
          .append(' ')
          .append(action.tableName())
          .append(": ")
          .append(action.reason())
          .append('\n');
    }
    for (Drift one : drift) {
      text.append(
          "drift: table '%s': %s %s\n"
              .formatted(one.tableName(), one.setting().words(), one.difference()));
    }
    notes.forEach(note -> text.append("note: ").append(note).append('\n'));
    return text.isEmpty() ? "nothing to do\n" : text.toString();
  }

  /**
   * A setting of a live table that differs from its template. Only settings of the template are
   * compared: protection, recovery, tags or a stream beyond them are no drift.
   *
   * @param tableName the table
   * @param setting the setting
   * @param difference the actual and the template's value, as text
   * @param isMendable whether a run that reconciles sets it right; the others are left to people,
   *     as setting them right costs a backfill, breaks consumers, or cannot be undone
   */
  public record Drift(
      String tableName, TableSetting setting, String difference, boolean isMendable) {}
}
