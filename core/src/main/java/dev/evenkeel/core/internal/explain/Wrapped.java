package dev.evenkeel.core.internal.explain;

import java.util.stream.Collectors;

/** Prose for a terminal. It is broken at spaces, so a longer word stands as it is. */
public final class Wrapped {
  /** The columns of a line. */
  public static final int COLUMNS = 100;

  private static final int HANGING = 4;

  private Wrapped() {}

  /** Wraps each line; what follows of it is indented by four columns more than its beginning. */
  public static String of(String text) {
    return text.lines()
        .map(line -> of(line, indent(line) + HANGING))
        .collect(Collectors.joining("\n"));
  }

  /** Wraps a line; what follows of it is indented by so many columns. */
  public static String of(String line, int hanging) {
    StringBuilder wrapped = new StringBuilder();
    String rest = line;
    int end = end(rest);
    while (end > 0) {
      wrapped.append(rest, 0, end).append('\n');
      rest = " ".repeat(hanging) + rest.substring(end + 1);
      end = end(rest);
    }
    return wrapped.append(rest).toString();
  }

  /** The space at which a line is broken; -1 if it is not. */
  private static int end(String line) {
    if (line.length() <= COLUMNS) {
      return -1;
    }
    int last = line.lastIndexOf(' ', COLUMNS);
    return last > indent(line) ? last : line.indexOf(' ', COLUMNS);
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }
}
