package dev.evenkeel.jobs.config;

import dev.evenkeel.timeseries.spec.Period;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The words for periods. */
public final class Periods {
  private static final Map<String, Period> WORDS = words();

  private Periods() {}

  private static Map<String, Period> words() {
    Map<String, Period> words = new LinkedHashMap<>();
    words.put("hour", Period.HOUR);
    words.put("6h", Period.SIX_HOURS);
    words.put("12h", Period.TWELVE_HOURS);
    words.put("day", Period.DAY);
    words.put("week", Period.WEEK);
    words.put("month", Period.MONTH);
    return Collections.unmodifiableMap(words);
  }

  /**
   * The period of a word.
   *
   * @throws IllegalArgumentException if there is none, naming all
   */
  public static Period of(String word) {
    Period period = WORDS.get(word);
    if (period == null) {
      throw new IllegalArgumentException(
          "'%s' is no period. Take one of %s.".formatted(word, String.join(", ", WORDS.keySet())));
    }
    return period;
  }

  /** The word for a period. */
  public static String word(Period period) {
    return WORDS.entrySet().stream()
        .filter(entry -> entry.getValue() == period)
        .findFirst()
        .orElseThrow()
        .getKey();
  }
}
