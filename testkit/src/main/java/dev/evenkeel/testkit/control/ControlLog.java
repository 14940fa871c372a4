package dev.evenkeel.testkit.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The log of events, in order: every table operation, every change of a status, every lost write.
 * Reads that succeeded changed nothing; they are counted only, so that the log of years stays
 * small.
 *
 * <p>Safe for use by several threads.
 */
public final class ControlLog {
  private final List<ControlEvent> events = new ArrayList<>();
  private final Map<String, Long> calls = new TreeMap<>();
  private long number;

  ControlLog() {}

  synchronized void add(ControlEvent event) {
    events.add(event);
  }

  synchronized ControlCall count(String operation, @Nullable String table) {
    calls.merge(operation, 1L, Long::sum);
    return new ControlCall(++number, operation, table);
  }

  /** All events so far. */
  public synchronized List<ControlEvent> events() {
    return List.copyOf(events);
  }

  /** The number of calls of each table operation, failed ones included. */
  public synchronized Map<String, Long> callCounts() {
    return Map.copyOf(calls);
  }

  /** One line for each event. */
  @Override
  public String toString() {
    StringBuilder lines = new StringBuilder();
    events().forEach(event -> lines.append(event).append('\n'));
    return lines.toString();
  }
}
