package dev.evenkeel.timeseries.spec.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The results of one series' actions in one run.
 *
 * @param series the logical table
 * @param at when it began
 * @param outcomes of each action that was begun or meant to be, in the order of the plan
 * @param notes actions that are not possible, or not yet, and hints for operators
 * @param prebuilt how far ahead its tables serve, and which are overdue
 * @param failure the failure that kept the whole series from its run; null if there is none
 */
public record LifecycleReport(
    String series,
    Instant at,
    List<Outcome> outcomes,
    List<String> notes,
    Prebuilt prebuilt,
    @Nullable Throwable failure) {

  /** The result of an action. */
  public enum Result {
    /** It is done, by this run or by others. */
    DONE,
    /** It is in progress, over several runs: an archive that is being written or exported. */
    UNDER_WAY,
    /** It waits for something; the next run continues. */
    LATER,
    /** It failed; the next run tries again. */
    FAILED
  }

  /**
   * The outcome of one action.
   *
   * @param detail the reason for waiting, or the failure; empty if it is done
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
   * Whether the run has done all it should: nothing failed, nothing is left to the next run but
   * archives in progress, and no table is overdue.
   */
  public boolean isComplete() {
    return !hasFailed() && actions(Result.LATER).isEmpty();
  }

  /**
   * Whether the run needs attention: an action failed, or a table is overdue. An action that was
   * left to the next run is no failure.
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

  /**
   * The prebuilt tables of a series.
   *
   * <p>A table is needed from the moment on at which its first item may come, and built some time
   * before. It is overdue when it does not serve although half of that time is over, or an item may
   * come already: runs have failed to build it, or there were no runs.
   *
   * @param overdue the tables that are, the oldest first
   * @param boundary when the first period begins, or began, that no table serves; null if the run
   *     did not look
   */
  public record Prebuilt(List<String> overdue, @Nullable Instant boundary) {
    /** Not determined. */
    public static final Prebuilt UNKNOWN = new Prebuilt(List.of(), null);

    /** Copies the list. */
    public Prebuilt {
      overdue = List.copyOf(overdue);
    }

    /**
     * The time until a period without a serving table begins; negative if it has begun.
     *
     * @return null if the run did not look
     */
    public @Nullable Duration untilBoundary(Instant now) {
      return boundary == null ? null : Duration.between(now, boundary);
    }
  }
}
