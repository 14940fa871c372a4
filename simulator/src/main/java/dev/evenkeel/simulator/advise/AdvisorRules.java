package dev.evenkeel.simulator.advise;

/**
 * The thresholds of the advisor. AWS's texts name antipatterns and seldom thresholds; thresholds
 * without a source are ours. {@link dev.evenkeel.simulator.spec.PartitionRules} has the limits of a
 * partition.
 */
final class AdvisorRules {
  /** Fewer requests, or items, say nothing about a key design. */
  static final long REQUESTS_MIN = 1_000;

  /**
   * Up to so many different keys are few. AWS, <em>Best practices for tables</em>, "Choosing a
   * partition key": "only a few possible status codes". The number is ours: with it, no key need be
   * hot for the table to take 100,000 write units a second.
   */
  static final int FEW_KEYS_MAX = 100;

  /** Up to so many different keys in a minute are few at a time. Ours. */
  static final int FEW_AT_A_TIME_MAX = 3;

  /** A minute of fewer requests says nothing about the number of keys. Ours. */
  static final int BUSY_MINUTE_REQUESTS = 100;

  /** The least number of busy minutes from which most minutes are judged. Ours. */
  static final int BUSY_MINUTES_MIN = 10;

  /**
   * A key with this part of all load, or one that is hot, is popular, if {@link #POPULAR_FACTOR}
   * holds, too. Ours.
   */
  static final double POPULAR_SHARE = 0.05;

  /**
   * A popular key has so many times the load of the average one. AWS, the same place: "one is by
   * far more popular than all the others". The number is ours.
   */
  static final double POPULAR_FACTOR = 10;

  /**
   * Keys are used evenly if the heaviest has at most so many times the load of the average one.
   * AWS, the same place: "relatively similar intervals". The number is ours.
   */
  static final double EVEN_FACTOR = 2;

  /** A key is heavy, and named, from this part of all requests or load on. Ours. */
  static final double HEAVY_SHARE = 0.01;

  /** The most heavy keys that are listed. Ours. */
  static final int KEYS_LISTED_MAX = 20;

  /** The most keys that get a rule each, where no rule is for all of them alone. Ours. */
  static final int RULES_MAX = 100;

  /** The most attributes that a finding lists. Ours. */
  static final int ATTRIBUTES_LISTED_MAX = 5;

  /** Longer attribute names are cut in findings. Ours. */
  static final int NAME_LENGTH_MAX = 60;

  /** The part of all requests whose keys must look like dates, times or numbers. Ours. */
  static final double SHAPE_SHARE = 0.9;

  /** Numbers rise one by one if each is above the one before by at most so much. Ours. */
  static final long SEQUENCE_STEP_MAX = 10;

  /** The part of all steps from one number to another that must rise so. Ours. */
  static final double SEQUENCE_RISING_SHARE = 0.9;

  /** Numbers are handed out one by one if at least this part of their range is used. Ours. */
  static final double SEQUENCE_DENSITY = 0.5;

  /**
   * A key with more requests than this on average is a lookup key and no mere sequence. AWS,
   * <em>Choosing the right DynamoDB partition key</em>, "Antipatterns": "Sequences are not usually
   * used for accessing the data". The number is ours.
   */
  static final double SEQUENCE_USES_MAX = 2;

  /**
   * A share of the bytes of items from which on names of attributes are long. AWS, <em>Working with
   * tables in DynamoDB</em>, "Item size calculations": "The easiest way to do so is to minimize the
   * length of the attribute names". The number is ours.
   */
  static final double LONG_NAMES_SHARE = 0.2;

  /** Shorter names are not worth a change. Ours. */
  static final int LONG_NAME_BYTES = 16;

  /**
   * An attribute that at most this part of the reads of heavy keys asks for is rarely read. AWS,
   * the same place: "storing less frequently accessed attributes in a separate table". The number
   * is ours.
   */
  static final double RARELY_READ_SHARE = 0.05;

  /**
   * The least number of reads of heavy keys with named attributes before one is called rare. Ours.
   */
  static final long NAMED_READS_MIN = 100;

  /**
   * A set of so many elements is large. AWS, <em>Best practices for items</em>, "Use one-to-many
   * tables instead of large set attributes". The number is ours.
   */
  static final int LARGE_SET_ELEMENTS = 100;

  /**
   * A value of so many bytes is large: reading its item takes more than one unit, writing it more
   * than four. AWS, the same text, "Compress large attribute values". The number is ours.
   */
  static final int LARGE_VALUE_BYTES = 4_096;

  /** A cache that saves this part of the read units of a trace is worth it. Ours. */
  static final double CACHE_SHARE = 0.1;

  /** A cache is large enough with this part of the hits of the largest one. Ours. */
  static final double CACHE_ENOUGH = 0.9;

  private AdvisorRules() {}
}
