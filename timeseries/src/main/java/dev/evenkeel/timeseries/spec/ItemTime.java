package dev.evenkeel.timeseries.spec;

import static java.time.ZoneOffset.UTC;
import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The rule that reads the time of an item from its key. It must be in the key: an item is found by
 * nothing else, so a time elsewhere would not tell the table of a get, an update or a delete.
 *
 * <p>Formats are those whose order in a key is the order of time, so that a range of keys is a
 * range of periods. Texts are read in UTC; an offset other than {@code Z} is refused, for such
 * texts do not sort by time.
 */
public final class ItemTime {
  private static final Pattern ISO =
      Pattern.compile("(\\d{4}-\\d{2}-\\d{2})(?:T(\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)Z?)?");

  private static final BigDecimal MILLIS = BigDecimal.valueOf(1_000);

  /**
   * Beyond what DynamoDB stores, 38 digits from 1E-130 to 9.9E+125: to write out the digits of a
   * number such as 1E-2000000000 would take minutes.
   */
  private static final long SCALE_MAX = 200;

  private final String attribute;
  private final Format format;
  private final @Nullable String delimiter;

  private ItemTime(String attribute, Format format, @Nullable String delimiter) {
    this.attribute = requireNonNull(attribute);
    this.format = format;
    this.delimiter = delimiter;
  }

  private enum Format {
    ISO_8601("an ISO 8601 time in UTC such as 2026-11-21T10:05:03Z", ScalarAttributeType.S),
    EPOCH_SECONDS("the seconds since 1970", ScalarAttributeType.N),
    EPOCH_MILLIS("the milliseconds since 1970", ScalarAttributeType.N);

    private final String words;
    private final ScalarAttributeType type;

    Format(String words, ScalarAttributeType type) {
      this.words = words;
      this.type = type;
    }
  }

  /**
   * A string: a date, or a date and a time to the minute, second or fraction, with {@code Z} or
   * nothing at its end: {@code 2026-11-21}, {@code 2026-11-21T10:05Z}, {@code
   * 2026-11-21T10:05:03.250Z}. A date alone is midnight, and is refused where periods are of hours.
   */
  public static ItemTime iso(String attribute) {
    return new ItemTime(attribute, Format.ISO_8601, null);
  }

  /** A number of seconds since 1970, with or without a fraction. */
  public static ItemTime epochSeconds(String attribute) {
    return new ItemTime(attribute, Format.EPOCH_SECONDS, null);
  }

  /** A number of milliseconds since 1970. */
  public static ItemTime epochMillis(String attribute) {
    return new ItemTime(attribute, Format.EPOCH_MILLIS, null);
  }

  /**
   * The time ends where {@code delimiter} begins: with {@code #}, that of {@code
   * 2026-11-21T10:05:03Z#4711}. A value without the delimiter is a time as a whole.
   *
   * @throws IllegalArgumentException if the time is a number, or the delimiter is empty or could be
   *     part of a time
   */
  public ItemTime before(String newDelimiter) {
    if (format != Format.ISO_8601) {
      throw new IllegalArgumentException("a number has no parts, so no delimiter either");
    }
    if (newDelimiter.isEmpty() || newDelimiter.matches(".*[-0-9A-Za-z:.].*")) {
      throw new IllegalArgumentException(
          "delimiter must not be empty, nor have characters that times have, but was '%s'"
              .formatted(newDelimiter));
    }
    return new ItemTime(attribute, format, newDelimiter);
  }

  /** Whether both read the same time from every item. */
  boolean isSameAs(ItemTime other) {
    return id().equals(other.id());
  }

  /** Names all that decides which time is read from an item. */
  String id() {
    String whole = "%s as %s".formatted(attribute, format);
    return delimiter == null ? whole : "%s before %s".formatted(whole, delimiter);
  }

  /** The attribute that holds it. */
  public String attribute() {
    return attribute;
  }

  /** The format, as messages say it. */
  String words() {
    return format.words;
  }

  /** The type of that attribute. */
  public ScalarAttributeType type() {
    return format.type;
  }

  /**
   * Reads a time.
   *
   * @param period refuses a date alone if periods are of hours
   * @throws ItemTimeException if the value is something else
   */
  public Instant read(AttributeValue value, Period period) {
    Instant time = format == Format.ISO_8601 ? text(value, period) : number(value);
    if (!Period.TIMES.contains(time)) {
      throw unreadable("It is not from 1970 to 9998");
    }
    return time;
  }

  private Instant text(AttributeValue value, Period period) {
    String text = part(value);
    Instant toTheSecond = TextTime.toTheSecond(text);
    if (toTheSecond != null) {
      return toTheSecond;
    }
    Matcher matcher = ISO.matcher(text);
    if (!matcher.matches()) {
      throw unreadable("It has another form");
    }
    if (matcher.group(2) == null && !period.isOfDays()) {
      throw unreadable("It is a date without a time, and periods are shorter than a day");
    }
    try {
      return matcher.group(2) == null
          ? LocalDate.parse(matcher.group(1)).atStartOfDay().toInstant(UTC)
          : LocalDateTime.parse(matcher.group(1) + "T" + matcher.group(2)).toInstant(UTC);
    } catch (DateTimeException e) {
      throw unreadable("There is no such time");
    }
  }

  private String part(AttributeValue value) {
    if (value.s() == null) {
      throw unreadable("It is no string");
    }
    int end = delimiter == null ? -1 : value.s().indexOf(delimiter);
    return end < 0 ? value.s() : value.s().substring(0, end);
  }

  private Instant number(AttributeValue value) {
    if (value.n() == null) {
      throw unreadable("It is no number");
    }
    try {
      BigDecimal number = new BigDecimal(value.n());
      if (Math.abs((long) number.scale()) > SCALE_MAX) {
        throw unreadable("It is no number that DynamoDB stores");
      }
      BigDecimal seconds = format == Format.EPOCH_MILLIS ? number.divide(MILLIS) : number;
      if (seconds.signum() < 0 || seconds.precision() - seconds.scale() > 12) {
        throw unreadable("It is not from 1970 to 9998");
      }
      BigDecimal whole = new BigDecimal(seconds.toBigInteger());
      long nanos = seconds.subtract(whole).movePointRight(9).longValue();
      return Instant.ofEpochSecond(whole.longValueExact(), nanos);
    } catch (NumberFormatException e) {
      throw unreadable("It is no number");
    }
  }

  private ItemTimeException unreadable(String why) {
    return new ItemTimeException(
        ItemTimeException.Reason.UNREADABLE,
        "Attribute '%s' should hold %s%s. %s. Correct it, or name another format in the spec."
            .formatted(
                attribute,
                format.words,
                delimiter == null ? "" : ", before '" + delimiter + "'",
                why));
  }

  /**
   * The least key value of all times from the start of a period on: values of earlier periods are
   * less, those of this one and later ones are not.
   *
   * @param start at which a period begins, so a full hour
   */
  public AttributeValue boundary(Instant start) {
    return switch (format) {
      case ISO_8601 -> {
        LocalDateTime time = LocalDateTime.ofInstant(start, UTC);
        String date = time.toLocalDate().toString();
        yield AttributeValue.fromS(
            time.getHour() == 0 ? date : "%sT%02d".formatted(date, time.getHour()));
      }
      case EPOCH_SECONDS -> AttributeValue.fromN(Long.toString(start.getEpochSecond()));
      case EPOCH_MILLIS -> AttributeValue.fromN(Long.toString(start.toEpochMilli()));
    };
  }

  @Override
  public String toString() {
    return "%s as %s".formatted(attribute, format.words);
  }
}
