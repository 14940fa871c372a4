package dev.evenkeel.parquet.spec;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

  /**
   * What a column holds, and which attributes go into it. A value of another type, or one that does
   * not fit, is null in the column and counted; it is whole in the column {@code item}.
   *
   * @param kind what is taken
   * @param precision the digits of a decimal; 0 for other kinds
   * @param scale how many of them stand behind the point; 0 for other kinds
   */
  public record ColumnType(Kind kind, int precision, int scale) {
    /** What is taken. */
    public enum Kind {
      /** A string. */
      STRING("string"),
      /** A number as DynamoDB writes it, a text with all its digits: up to 38. */
      NUMBER("string"),
      /** A number that the precision and the scale hold exactly. */
      DECIMAL("decimal"),
      /**
       * A number, as the nearest of 64 bits. One that has more digits than that is counted as
       * rounded.
       */
      DOUBLE("double"),
      /** A whole number of 64 bits. */
      LONG("bigint"),
      BOOLEAN("boolean"),
      BINARY("binary"),
      /**
       * A string that is a date, or a date and a time, as ISO 8601 writes them: in UTC, or with an
       * offset such as {@code +02:00}. What is less than a microsecond is cut off, and counted as
       * rounded.
       */
      TIMESTAMP_ISO("timestamp"),
      /** A number of seconds since 1970. */
      TIMESTAMP_SECONDS("timestamp"),
      /** A number of milliseconds since 1970. */
      TIMESTAMP_MILLIS("timestamp"),
      /** Any value, as DynamoDB JSON: lists, maps and sets, too. */
      JSON("string");

      private final String athena;

      Kind(String athena) {
        this.athena = athena;
      }
    }

    public static final ColumnType STRING = new ColumnType(Kind.STRING, 0, 0);
    public static final ColumnType NUMBER = new ColumnType(Kind.NUMBER, 0, 0);
    public static final ColumnType DOUBLE = new ColumnType(Kind.DOUBLE, 0, 0);
    public static final ColumnType LONG = new ColumnType(Kind.LONG, 0, 0);
    public static final ColumnType BOOLEAN = new ColumnType(Kind.BOOLEAN, 0, 0);
    public static final ColumnType BINARY = new ColumnType(Kind.BINARY, 0, 0);
    public static final ColumnType JSON = new ColumnType(Kind.JSON, 0, 0);
    public static final ColumnType TIMESTAMP_ISO = new ColumnType(Kind.TIMESTAMP_ISO, 0, 0);
    public static final ColumnType TIMESTAMP_SECONDS = new ColumnType(Kind.TIMESTAMP_SECONDS, 0, 0);
    public static final ColumnType TIMESTAMP_MILLIS = new ColumnType(Kind.TIMESTAMP_MILLIS, 0, 0);

    /** The digits of DynamoDB's numbers, and the most that Athena's decimals have. */
    public static final int PRECISION_MAX = 38;

    private static final Pattern DECIMAL =
        Pattern.compile("decimal\\(([0-9]{1,2}),([0-9]{1,2})\\)");

    /**
     * @throws IllegalArgumentException if a decimal cannot have this precision and scale
     */
    public ColumnType {
      requireNonNull(kind);
      if (kind == Kind.DECIMAL
          && (precision < 1 || precision > PRECISION_MAX || scale > precision)) {
        throw new IllegalArgumentException(
            "a decimal has 1 to 38 digits, and not more of them behind the point, but not (%d,%d)"
                .formatted(precision, scale));
      }
      if (scale < 0 || (kind != Kind.DECIMAL && (precision != 0 || scale != 0))) {
        throw new IllegalArgumentException("only a decimal has a precision and a scale");
      }
    }

    /** Numbers of so many digits, some of them behind the point. */
    public static ColumnType decimal(int precision, int scale) {
      return new ColumnType(Kind.DECIMAL, precision, scale);
    }

    /**
     * The type of a text: {@code string}, {@code number}, {@code decimal(38,9)}, {@code double},
     * {@code long}, {@code boolean}, {@code binary}, {@code json}, {@code timestamp} for ISO 8601,
     * {@code timestamp(epochSeconds)} or {@code timestamp(epochMillis)}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static ColumnType parse(String text) {
      Matcher decimal = DECIMAL.matcher(text.replace(" ", ""));
      if (decimal.matches()) {
        return decimal(Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)));
      }
      return switch (text) {
        case "string" -> STRING;
        case "number" -> NUMBER;
        case "double" -> DOUBLE;
        case "long" -> LONG;
        case "boolean" -> BOOLEAN;
        case "binary" -> BINARY;
        case "json" -> JSON;
        case "timestamp" -> TIMESTAMP_ISO;
        case "timestamp(epochSeconds)" -> TIMESTAMP_SECONDS;
        case "timestamp(epochMillis)" -> TIMESTAMP_MILLIS;
        default ->
            throw new IllegalArgumentException(
                "'%s' is no type of a column. Write string, number, decimal(38,9), double, long, boolean, binary, timestamp, timestamp(epochSeconds), timestamp(epochMillis) or json"
                    .formatted(text));
      };
    }

    /** The text that {@link #parse} takes. */
    public String text() {
      return switch (kind) {
        case DECIMAL -> "decimal(%d,%d)".formatted(precision, scale);
        case TIMESTAMP_ISO -> "timestamp";
        case TIMESTAMP_SECONDS -> "timestamp(epochSeconds)";
        case TIMESTAMP_MILLIS -> "timestamp(epochMillis)";
        default -> kind.name().toLowerCase(Locale.ROOT);
      };
    }

    /** The type in Athena's DDL. */
    public String athena() {
      return kind == Kind.DECIMAL ? text() : kind.athena;
    }
  }
}
