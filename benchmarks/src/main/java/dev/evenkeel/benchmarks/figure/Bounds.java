package dev.evenkeel.benchmarks.figure;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of all figures, read from one file. A line holds a program, a figure, {@code <=} or
 * {@code >=}, a value, and the sizes it holds at: {@code any}, {@code full} or {@code smoke}. Empty
 * lines and lines that start with {@code #} say nothing.
 */
public final class Bounds {
  private static final int COLUMNS = 5;

  private final List<Bound> bounds;

  private Bounds(List<Bound> bounds) {
    this.bounds = bounds;
  }

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException if a line is not one of a bound; names the line
   */
  public static Bounds read(Path file) throws IOException {
    List<Bound> bounds = new ArrayList<>();
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        bounds.add(bound(file, number, line.trim().split("\\s+")));
      }
    }
    return new Bounds(bounds);
  }

  private static Bound bound(Path file, int number, String[] columns) {
    try {
      if (columns.length != COLUMNS || !columns[2].matches("[<>]=")) {
        throw new IllegalArgumentException("not 'PROGRAM FIGURE <= VALUE SIZE'");
      }
      return new Bound(
          columns[0],
          columns[1],
          columns[2].equals("<="),
          new BigDecimal(columns[3]),
          Bound.CheckedAt.valueOf(columns[4].toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Line %d of %s holds no bound: %s".formatted(number, file, e.getMessage()), e);
    }
  }

  /** The programs that have bounds. */
  public Set<String> programs() {
    return bounds.stream().map(Bound::program).collect(Collectors.toSet());
  }

  /** The bounds of a program's figures at one size. */
  public List<Bound> of(String program, Scale scale) {
    return bounds.stream()
        .filter(bound -> bound.program().equals(program) && bound.holds().at(scale))
        .toList();
  }

  /** One line for each bound at one size that the figures of a program do not keep. */
  public List<String> missed(String program, Scale scale, Map<String, String> figures) {
    return of(program, scale).stream()
        .filter(bound -> !kept(bound, figures.get(bound.figure())))
        .map(
            bound ->
                "%s is %s, but must be %s"
                    .formatted(
                        bound.figure(), figures.getOrDefault(bound.figure(), "not printed"), bound))
        .toList();
  }

  private static boolean kept(Bound bound, @Nullable String value) {
    return value != null && bound.allows(new BigDecimal(value));
  }
}
