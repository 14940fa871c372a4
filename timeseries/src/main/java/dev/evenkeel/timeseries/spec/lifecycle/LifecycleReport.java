package dev.evenkeel.timeseries.spec.lifecycle;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What became of the actions of one series in one run.
 *
 * @param series the logical table
 * @param at when it began
 * @param outcomes of each action that was begun or meant to be, in the order of the plan
 * @param notes what cannot be done, or not yet, and what people should look at
 * @param prebuilt how far ahead its tables serve, and which are overdue
 * @param failure what kept the whole series from its run; null if nothing did
 */
public record LifecycleReport(
    String series,
    Instant at,
    List<Outcome> outcomes,
    List<String> notes,
    Prebuilt prebuilt,
    @Nullable Throwable failure) {

  /** How an action ended. */
  public enum Result {
    /** It is done; also if somebody else had done it. */
    DONE,
    /** It goes on as it should, over several runs: an archive that is being written or exported. */
    UNDER_WAY,
    /** It has to wait for something; the next run goes on. */
    LATER,
    /** It failed; the next run tries again. */
    FAILED
  }

  /**
   * What became of one action.
   *
   * @param detail what it waits for, or what failed; empty if it is done
   * @param cause of a failure; null if there was none
   */
  public record Outcome(
      TableAction action, Result result, String detail, @Nullable Throwable cause) {}

  /** Copies the lists. */
  public LifecycleReport {
    outcomes = List.copyOf(outcomes);
    notes = List.copyOf(notes);
  }

  /**
   * Whether all that was to be done in this run is done: nothing failed, nothing is left to the
   * next run but archives that go on as they should, and no table is overdue.
   */
  public boolean isComplete() {
    return !hasFailed() && actions(Result.LATER).isEmpty();
  }

  /**
   * Whether somebody has to look: something failed, or a table is overdue. What was only left to
   * the next run did not fail.
   */
  public boolean hasFailed() {
    return failure != null || !actions(Result.FAILED).isEmpty() || !prebuilt.overdue().isEmpty();
  }

  /** The actions that ended so. */
  public List<TableAction> actions(Result result) {
    return outcomes.stream()
        .filter(outcome -> outcome.result() == result)
        .map(Outcome::action)
        .toList();
  }

  /** The report as text for people, a line each. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Outcome outcome : outcomes) {
      text.append(outcome.result().name().toLowerCase(Locale.ROOT))
          .append(": ")
          .append(outcome.action().getClass().getSimpleName().toLowerCase(Locale.ROOT))
          .append(' ')
          .append(outcome.action().tableName())
          .append(outcome.detail().isEmpty() ? "" : ": " + outcome.detail())
          .append('\n');
    }
    notes.forEach(note -> text.append("note: ").append(note).append('\n'));
    prebuilt.overdue().forEach(table -> text.append("overdue: ").append(table).append('\n'));
    if (failure != null) {
      text.append("failure: ").append(failure).append('\n');
    }
    return text.isEmpty() ? "nothing to do\n" : text.toString();
  }
}
