package dev.evenkeel.examples.quickstart;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;

/** Numbers as bars of text, one line each, the longest bar for the greatest number. */
final class BarChart {
  private static final int BAR_LENGTH_MAX = 48;

  private BarChart() {}

  /** The first {@code rowsMax} entries, and one line for the rest if there are more. */
  static List<String> of(SortedMap<String, Integer> numbers, int rowsMax) {
    int greatest = Collections.max(numbers.values());
    int labelLength = numbers.keySet().stream().mapToInt(String::length).max().orElseThrow();
    String form = "%-" + labelLength + "s %" + Integer.toString(greatest).length() + "d %s";
    Stream<String> rows =
        numbers.entrySet().stream().limit(rowsMax).map(entry -> row(form, entry, greatest));
    int rest = numbers.size() - rowsMax;
    return Stream.concat(rows, rest > 0 ? Stream.of("and " + rest + " more") : Stream.of())
        .toList();
  }

  private static String row(String form, Map.Entry<String, Integer> entry, int greatest) {
    int number = entry.getValue();
    int length = Math.toIntExact(((long) number * BAR_LENGTH_MAX + greatest - 1) / greatest);
    return String.format(Locale.ROOT, form, entry.getKey(), number, "#".repeat(length));
  }
}
