package dev.evenkeel.jobs.report;

import dev.evenkeel.core.internal.explain.Wrapped;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Lines and words as all reports have them. */
final class ReportText {
  private ReportText() {}

  /** A sentence, broken into lines where it is long. */
  static String line(String format, Object... values) {
    return Wrapped.of(String.format(Locale.ROOT, format, values)) + "\n";
  }

  /** A sentence for each note. */
  static String notes(List<String> notes) {
    return notes.stream().map(note -> line("note: %s", note)).collect(Collectors.joining());
  }

  /** The word for a constant, in text and in JSON. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
