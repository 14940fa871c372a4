package dev.evenkeel.simulator.advise;

/**
 * A finding: a problem or a fact.
 *
 * @param kind the kind of the finding
 * @param weight how bad it is
 * @param seen the observation, with its numbers
 * @param rule the rule that makes it a finding
 * @param source where the rule is from
 * @param cure the remedy
 */
public record Finding(
    Kind kind, Weight weight, String seen, String rule, String source, String cure) {

  /** The kind of a finding. */
  public enum Kind {
    /** A key is asked for more write units in a second than a partition carries. */
    HOT_WRITES,
    /** A key is asked for more read units in a second than a partition carries. */
    HOT_READS,
    /** A cache would answer many of the reads. */
    CACHEABLE_READS,
    /** There are few different keys. */
    FEW_KEYS,
    /** Keys are dates, or change with time, so that all requests of a moment go to one. */
    ROUNDED_TIME,
    /** One key is used by far more than the others. */
    POPULAR_KEY,
    /** Keys are numbers handed out one by one. */
    SEQUENCE_KEYS,
    /** Keys are times to the second or closer. */
    TIMESTAMP_KEYS,
    /** There are few different keys of an index, or one of them is popular. */
    UNEVEN_INDEX,
    /** The names of attributes are a good part of items. */
    LONG_NAMES,
    /** Items of heavy keys carry what is rarely read. */
    RARELY_READ,
    /** Sets have many elements. */
    LARGE_SETS,
    /** Values, or items, are large. */
    LARGE_VALUES
  }

  /** The severity, worst first. */
  public enum Weight {
    /**
     * The load that was seen is more than a partition carries: it throttles once burst is spent.
     */
    THROTTLES,
    /** It throttles, or fails, as the load or the items grow. */
    RISK,
    /** It costs units, or keeps the key from being of use. */
    COST
  }
}
