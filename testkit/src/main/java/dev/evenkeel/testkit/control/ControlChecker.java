package dev.evenkeel.testkit.control;

import dev.evenkeel.testkit.control.ControlEvent.Outcome;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Checks a log: changes of tables and lost data. */
public final class ControlChecker {
  private static final Set<Outcome> DONE = EnumSet.of(Outcome.APPLIED, Outcome.ANSWER_LOST);

  private final List<ControlEvent> events;

  private ControlChecker(ControlLog log) {
    this.events = log.events();
  }

  /** A judge of what is in the log now. */
  public static ControlChecker of(ControlLog log) {
    return new ControlChecker(log);
  }

  /** The tables with attempted changes whose names do not pass. A refused change counts too. */
  public Set<String> tablesTouchedOutside(Predicate<String> names) {
    Set<String> touched = new TreeSet<>();
    for (ControlEvent event : events) {
      String table = event.table();
      if (ControlOperations.CHANGES.contains(event.operation())
          && table != null
          && !names.test(table)) {
        touched.add(table);
      }
    }
    return touched;
  }

  /** The tables with attempted changes whose names begin with none of these. */
  public Set<String> tablesTouchedOutside(String... prefixes) {
    return tablesTouchedOutside(name -> Arrays.stream(prefixes).anyMatch(name::startsWith));
  }

  /** The calls of DeleteTable that were carried out, the repeated ones on a table included. */
  public List<ControlEvent> deletions() {
    return events.stream()
        .filter(event -> event.operation().equals("DeleteTable"))
        .filter(event -> DONE.contains(event.outcome()))
        .toList();
  }

  /** The number of lost writes by table: accepted while it was being deleted. */
  public Map<String, Long> writesLost() {
    Map<String, Long> lost = new TreeMap<>();
    for (ControlEvent event : events) {
      if (event.outcome() == Outcome.WRITE_LOST && event.table() != null) {
        lost.merge(event.table(), 1L, Long::sum);
      }
    }
    return lost;
  }

  /** The updates that were refused because throughput was lowered too often. */
  public List<ControlEvent> decreaseLimitRefusals() {
    return refusals("LimitExceededException").stream()
        .filter(event -> event.detail().contains(DecreaseQuota.REFUSAL))
        .toList();
  }

  /** The table operations that were refused with this error code. */
  public List<ControlEvent> refusals(String errorCode) {
    return events.stream()
        .filter(event -> event.outcome() == Outcome.REFUSED)
        .filter(event -> event.detail().startsWith(errorCode + ":"))
        .toList();
  }

  /** The most tables that were CREATING, UPDATING or DELETING at once. */
  public int busyTablesMax() {
    return events.stream().mapToInt(ControlEvent::busyTables).max().orElse(0);
  }
}
