package dev.evenkeel.core.internal.work;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The share of each worker in one rate: nobody has less than another who could use it, and what
 * some do not need goes to the others.
 */
final class Shares {
  /** The part of an equal share that a worker keeps though it uses less, to show that it could. */
  private static final double KEPT = 0.1;

  private Shares() {}

  /**
   * The share of one worker.
   *
   * @param rate units a second of all; may be infinite
   * @param workers all that are alive, this one among them
   */
  static double of(double rate, Collection<WorkerRow> workers, String id) {
    if (Double.isInfinite(rate)) {
      return rate;
    }
    double equal = rate / workers.size();
    double own = 0;
    double rest = rate;
    List<WorkerRow> open = new ArrayList<>(workers);
    List<WorkerRow> modest; // who needs less than an equal part of the rest
    do {
      double part = rest / open.size();
      modest = open.stream().filter(row -> needs(row, equal) < part).toList();
      for (WorkerRow row : modest) {
        rest -= needs(row, equal);
        own = row.id().equals(id) ? needs(row, equal) : own;
      }
      open.removeAll(modest);
    } while (!modest.isEmpty() && !open.isEmpty());
    return open.isEmpty() ? own + rest / workers.size() : own > 0 ? own : rest / open.size();
  }

  private static double needs(WorkerRow row, double equal) {
    return row.waited() || row.beat() <= 1
        ? Double.POSITIVE_INFINITY
        : Math.max(2 * row.used(), KEPT * equal);
  }
}
