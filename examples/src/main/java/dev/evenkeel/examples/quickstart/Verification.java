package dev.evenkeel.examples.quickstart;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;

/** Compares what came back with what had to, row by row, and remembers what differs. */
final class Verification {
  private final List<String> differences = new ArrayList<>();

  /** The differences, one sentence each; empty if there are none. */
  List<String> differences() {
    return List.copyOf(differences);
  }

  void sameNumber(String what, long expected, long actual) {
    if (expected != actual) {
      differences.add("%s: %d expected, but got %d".formatted(what, expected, actual));
    }
  }

  /** Expects the same text, which is too long to be shown. */
  void sameText(String what, String expected, String actual) {
    if (!expected.equals(actual)) {
      differences.add(
          "%s: not what was stored; %d characters expected, but got %d"
              .formatted(what, expected.length(), actual.length()));
    }
  }

  /** Expects the same hits in the same order, each of them once. */
  void sameHits(String what, List<Hit> expected, Iterator<Hit> actual) {
    BitSet lines = new BitSet();
    int row = 0;
    boolean same = true;
    while (actual.hasNext()) {
      Hit hit = actual.next();
      if (same && row < expected.size() && !hit.equals(expected.get(row))) {
        same = false;
        differences.add(
            "%s: row %d should be %s, but is %s"
                .formatted(what, row + 1, name(expected.get(row)), name(hit)));
      }
      if (lines.get(hit.line())) {
        differences.add("%s: %s came back more than once".formatted(what, name(hit)));
      }
      lines.set(hit.line());
      row++;
    }
    sameNumber(what, expected.size(), row);
  }

  private static String name(Hit hit) {
    return "line " + hit.line() + " of " + hit.at();
  }
}
