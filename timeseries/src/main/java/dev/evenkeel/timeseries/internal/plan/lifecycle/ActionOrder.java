package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Actions by phase. Actions for the next write come before those that save money, and both before
 * those that cannot be undone: a run that is cut short has done the more urgent part. Hooks learn
 * that a table retires before it is lowered, so that no autoscaling raises it again.
 */
final class ActionOrder {
  private static final Comparator<Planned> ORDER =
      Comparator.comparing(Planned::phase)
          .thenComparing(Comparator.comparingLong(Planned::savedUnits).reversed());

  private final List<Planned> planned = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** Phases in the order of a run. */
  enum Phase {
    BUILD,
    OPEN,
    RAISE,
    MEND,
    REOPEN,
    RETIRE,
    LOWER,
    RECLASS,
    ARCHIVE,
    DELETE,
    FORGET;

    /** Whether its actions take nothing away. */
    boolean adds() {
      return compareTo(RAISE) <= 0;
    }
  }

  private record Planned(Phase phase, TableAction action, long savedUnits) {}

  void add(Phase phase, TableAction action) {
    add(phase, action, 0);
  }

  /** Within a phase, what saves the most units a second comes first. */
  void add(Phase phase, TableAction action, long savedUnits) {
    planned.add(new Planned(phase, action, savedUnits));
  }

  int count(Phase phase) {
    return (int) planned.stream().filter(one -> one.phase == phase).count();
  }

  void note(String note) {
    notes.add(note);
  }

  /** All actions in order, or those alone that take nothing away. */
  List<TableAction> actions(boolean onlyAdding) {
    return planned.stream()
        .filter(one -> !onlyAdding || one.phase.adds())
        .sorted(ORDER)
        .map(Planned::action)
        .toList();
  }

  List<String> notes() {
    return notes;
  }
}
