package dev.evenkeel.simulator.trace;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;

/** Whole traces, for tests. */
final class Reading {
  private Reading() {}

  static TraceReader csv(String... lines) {
    return TraceReader.of(
        "test.csv", new StringReader(String.join("\n", lines)), TraceFormat.csv());
  }

  static List<TraceRecord> all(TraceReader reader) {
    List<TraceRecord> records = new ArrayList<>();
    for (TraceRecord next = reader.next(); next != null; next = reader.next()) {
      records.add(next);
    }
    return records;
  }

  static List<TraceRecord> allCsv(String... lines) {
    return all(csv(lines));
  }
}
