package dev.evenkeel.parquet.spec;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column, and the attribute that goes into it.
 *
 * @param name lower-case letters, digits and underscores, as Athena's names are; a letter first
 * @param path where the value is, as in a document path: {@code device}, {@code meta.device},
 *     {@code readings[0].at}; a name that has a point or a bracket stands in backquotes
 * @param type what it holds
 */
public record ParquetColumn(String name, String path, ColumnType type) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,127}");
  private static final Pattern STEP =
      Pattern.compile("\\.?(?:`([^`]+)`|([^.`\\[\\]]+))|\\[([0-9]{1,9})]");

  /**
   * Checks name and path.
   *
   * @throws IllegalArgumentException if they can be none
   */
  public ParquetColumn {
    requireNonNull(type);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' can be no name of a column: it has 1 to 128 of the characters a-z, 0-9 and '_', and a letter first. Choose such a name, and say the attribute as 'path'"
              .formatted(name));
    }
    if (steps(path).isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' is no path of an attribute. Write device, meta.device or readings[0].at"
              .formatted(path));
    }
  }

  /** The attribute of the column's own name. */
  public static ParquetColumn of(String name, ColumnType type) {
    return new ParquetColumn(name, name, type);
  }

  /** One element of a path: the name of an attribute or an entry, or the index of an element. */
  public sealed interface Step {
    /** An attribute, or an entry of a map. */
    record Name(String name) implements Step {}

    /** An element of a list, from 0. */
    record Index(int index) implements Step {}
  }

  /** The elements of the path; the first is an attribute. */
  public List<Step> steps() {
    return steps(path);
  }

  /** None if the text is no path. */
  private static List<Step> steps(String path) {
    List<Step> steps = new ArrayList<>();
    Matcher matcher = STEP.matcher(path);
    int end = 0;
    while (end < path.length() && matcher.find() && matcher.start() == end) {
      boolean isDotted = path.charAt(end) == '.';
      String name = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
      boolean isName = name != null;
      if (isName && isDotted == steps.isEmpty()) {
        return List.of();
      }
      steps.add(isName ? new Step.Name(name) : new Step.Index(Integer.parseInt(matcher.group(3))));
      end = matcher.end();
    }
    return end == path.length() && !steps.isEmpty() && steps.get(0) instanceof Step.Name
        ? steps
        : List.of();
  }
}
