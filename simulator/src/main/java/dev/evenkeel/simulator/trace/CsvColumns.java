package dev.evenkeel.simulator.trace;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which column of a CSV trace holds what; -1 where there is none.
 *
 * @param count how many there are
 * @param names all of them, in their order, as far as they are ours; others are "..."
 */
record CsvColumns(
    int count,
    String names,
    int time,
    int key,
    int bytes,
    int sortKey,
    int operation,
    int attributes) {
  private static final Set<String> OURS =
      Set.of("time", "key", "bytes", "sortkey", "operation", "attributes");

  /** Those of a trace without a header. */
  static final CsvColumns PLAIN = new CsvColumns(3, "time, key, bytes", 0, 1, 2, -1, -1, -1);

  /** Whether a first line tells the names of columns: it has one of those that must be there. */
  static boolean isHeader(List<String> fields) {
    return fields.stream()
        .map(CsvColumns::plain)
        .anyMatch(List.of("time", "key", "bytes")::contains);
  }

  /**
   * What a header says.
   *
   * @throws MalformedLineException if a column is missing, or is there twice
   */
  static CsvColumns of(List<String> header) throws MalformedLineException {
    List<String> names = header.stream().map(CsvColumns::plain).toList();
    return new CsvColumns(
        names.size(),
        names.stream()
            .map(name -> OURS.contains(name) ? name : "...")
            .collect(Collectors.joining(", ")),
        required(names, "time"),
        required(names, "key"),
        required(names, "bytes"),
        optional(names, "sortkey"),
        optional(names, "operation"),
        optional(names, "attributes"));
  }

  private static int required(List<String> names, String name) throws MalformedLineException {
    int column = optional(names, name);
    if (column < 0) {
      throw new MalformedLineException("the header has no column '" + name + "'");
    }
    return column;
  }

  private static int optional(List<String> names, String name) throws MalformedLineException {
    int column = names.indexOf(name);
    if (column != names.lastIndexOf(name)) {
      throw new MalformedLineException("the header has the column '" + name + "' twice");
    }
    return column;
  }

  private static String plain(String name) {
    return name.strip().toLowerCase(Locale.ROOT);
  }
}
