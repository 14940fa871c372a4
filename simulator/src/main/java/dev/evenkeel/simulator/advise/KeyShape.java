package dev.evenkeel.simulator.advise;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The shape of a key. */
enum KeyShape {
  /** A date, or an hour or minute of one, maybe behind a prefix. */
  DATE,
  /** A time to the second or closer, maybe behind a prefix. */
  TIMESTAMP,
  /** It ends with a whole number. */
  NUMBER,
  OTHER;

  private static final String YEAR = "(?:19|20)\\d\\d";
  private static final String MONTH = "(?:0[1-9]|1[0-2])";
  private static final String DAY = "(?:0[1-9]|[12]\\d|3[01])";
  private static final String HOUR = "(?:[01]\\d|2[0-3])";
  private static final String SIXTY = "[0-5]\\d";

  /** Such as 2014-07, 2014-07-09, 20140709, 2014-07-09T10, 2014-07-09 10:05. */
  private static final Pattern ROUNDED =
      Pattern.compile(
          "%s-%s(?:-%s(?:[T ]%s(?::?%s)?)?)?Z?|%s%s%s(?:T%s(?:%s)?Z?)?"
              .formatted(YEAR, MONTH, DAY, HOUR, SIXTY, YEAR, MONTH, DAY, HOUR, SIXTY));

  /** Such as 2014-07-09T10:05:03.250Z. */
  private static final Pattern EXACT =
      Pattern.compile(
          "%s-?%s-?%s[T ]%s:?%s:?%s(?:[.,]\\d{1,9})?(?:Z|[+-]\\d\\d:?\\d\\d)?"
              .formatted(YEAR, MONTH, DAY, HOUR, SIXTY, SIXTY));

  private static final int TIME_LENGTH_MAX = 35;

  /** The digits of numbers of seconds from 2001 on, and of milliseconds. */
  private static final int SECONDS_DIGITS = 10;

  private static final int MILLIS_DIGITS = 13;

  /** A number is a time only if it is one about that of the request. */
  private static final Duration ABOUT = Duration.ofDays(366);

  private static final int DIGITS_MAX = 18;

  /**
   * @param atMillis when the key was used; -1 if that is not known
   */
  static KeyShape of(String key, long atMillis) {
    int digits = digitsAtEnd(key);
    if (digits == 0 && !key.endsWith("Z")) {
      return OTHER;
    }
    KeyShape time = ofTime(key);
    if (time != OTHER) {
      return time;
    }
    if ((digits == SECONDS_DIGITS || digits == MILLIS_DIGITS)
        && isAbout(epochMillis(key, digits), atMillis)) {
      return TIMESTAMP;
    }
    return digits > 0 && digits <= DIGITS_MAX ? NUMBER : OTHER;
  }

  private static long epochMillis(String key, int digits) {
    long number = Long.parseLong(key, key.length() - digits, key.length(), 10);
    return digits == SECONDS_DIGITS ? 1_000 * number : number;
  }

  /**
   * Whether a number is a time near the key's use; if the time of use is unknown, one of the years
   * from 2001 to 2033.
   */
  private static boolean isAbout(long millis, long atMillis) {
    return atMillis < 0
        ? millis >= 1_000_000_000_000L && millis < 2_000_000_000_000L
        : Math.abs(millis - atMillis) <= ABOUT.toMillis();
  }

  /** Where a time may begin: at the first digit, or behind what is no letter or digit. */
  private static KeyShape ofTime(String key) {
    for (int from = Math.max(0, key.length() - TIME_LENGTH_MAX); from < key.length(); from++) {
      boolean isBegin = from == 0 || !Character.isLetterOrDigit(key.charAt(from - 1));
      char first = key.charAt(from);
      if (isBegin && (first == '1' || first == '2')) {
        String rest = key.substring(from);
        if (ROUNDED.matcher(rest).matches()) {
          return DATE;
        }
        if (EXACT.matcher(rest).matches()) {
          return TIMESTAMP;
        }
      }
    }
    return OTHER;
  }

  /** The number of digits at the end. */
  static int digitsAtEnd(String key) {
    int from = key.length();
    while (from > 0 && key.charAt(from - 1) >= '0' && key.charAt(from - 1) <= '9') {
      from--;
    }
    return key.length() - from;
  }

  /** The shape of most keys. */
  static final class KeyShapes {
    private final Map<KeyShape, Long> counts = new EnumMap<>(KeyShape.class);
    private final NumberedKeys numbers = new NumberedKeys();
    private long total;
    private String lastKey = "";
    private KeyShape lastShape = KeyShape.OTHER;

    /**
     * @param atMillis when the key was used; -1 if that is not known
     */
    void add(String key, long atMillis) {
      if (!key.equals(lastKey)) {
        lastShape = KeyShape.of(key, atMillis);
        lastKey = key;
      }
      counts.merge(lastShape, 1L, Long::sum);
      total++;
      if (lastShape == KeyShape.NUMBER) {
        numbers.add(key);
      }
    }

    /** Whether nearly all keys look so. */
    boolean areMostly(KeyShape shape) {
      return total > 0 && share(shape) >= AdvisorRules.SHAPE_SHARE;
    }

    double share(KeyShape shape) {
      return (double) counts.getOrDefault(shape, 0L) / total;
    }

    NumberedKeys numbers() {
      return numbers;
    }

    void write(DataOutput out) throws IOException {
      out.writeInt(counts.size());
      for (Map.Entry<KeyShape, Long> entry : counts.entrySet()) {
        PackedText.write(out, entry.getKey().name());
        out.writeLong(entry.getValue());
      }
      numbers.write(out);
    }

    /** Adds the keys of another. */
    void add(DataInput in) throws IOException {
      for (int left = in.readInt(); left > 0; left--) {
        KeyShape shape = KeyShape.valueOf(PackedText.text(in));
        long count = in.readLong();
        counts.merge(shape, count, Long::sum);
        total += count;
      }
      numbers.add(in);
    }
  }
}
