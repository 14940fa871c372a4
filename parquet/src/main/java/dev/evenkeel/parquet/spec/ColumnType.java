package dev.evenkeel.parquet.spec;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
     * A string that is a date, or a date and a time in UTC, as ISO 8601 writes them. What is less
     * than a microsecond is cut off, and counted as rounded.
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

  private static final Pattern DECIMAL = Pattern.compile("decimal\\(([0-9]{1,2}),([0-9]{1,2})\\)");

  /**
   * @throws IllegalArgumentException if a decimal cannot have this precision and scale
   */
  public ColumnType {
    requireNonNull(kind);
    if (kind == Kind.DECIMAL && (precision < 1 || precision > PRECISION_MAX || scale > precision)) {
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
