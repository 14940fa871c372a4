package dev.evenkeel.simulator.spec.workload;

import dev.evenkeel.core.item.KeySchema;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The distribution of requests over partition keys. Immutable. */
public sealed interface KeyDistribution {
  /** The most keys. */
  int KEYS_MAX = 1_000_000;

  /** All requests are for one key. */
  static KeyDistribution single(String key) {
    return new Single(key);
  }

  /** Each request is for one of so many keys, all equally likely. */
  static KeyDistribution uniform(int keys) {
    return new Uniform(keys);
  }

  /**
   * Zipf's law, as words in texts and products in shops have it: the key in place {@code i} is
   * asked for in proportion to {@code 1 / i^exponent}.
   */
  static KeyDistribution zipf(int keys, double exponent) {
    return new Zipf(keys, exponent);
  }

  /** The number of keys. */
  int keys();

  /** The name of a key, from 0 on; of Zipf's law the most frequent first. */
  default String key(int index) {
    return "key-" + (index + 1);
  }

  /** The distribution of requests over keys, in a sentence. */
  String describe();

  /**
   * One key.
   *
   * @param key its name
   */
  record Single(String key) implements KeyDistribution {
    /** Room for separator and number of a shard. */
    private static final int SUFFIX_BYTES_MAX = 5;

    public Single {
      int bytes = key.getBytes(StandardCharsets.UTF_8).length;
      int max = KeySchema.PARTITION_KEY_BYTES_MAX - SUFFIX_BYTES_MAX;
      require(
          bytes >= 1 && bytes <= max,
          String.format(
              Locale.ROOT,
              "a partition key with its shard number has at most 2,048 bytes, so a key 1..%,d, but it had %,d",
              max,
              bytes));
    }

    @Override
    public int keys() {
      return 1;
    }

    @Override
    public String key(int index) {
      return key;
    }

    @Override
    public String describe() {
      return "All for the key %s.".formatted(key);
    }
  }

  /**
   * Keys used evenly.
   *
   * @param keys how many
   */
  record Uniform(int keys) implements KeyDistribution {
    public Uniform {
      requireKeys(keys);
    }

    @Override
    public String describe() {
      return "Each key is as likely.";
    }
  }

  /**
   * Keys by Zipf's law.
   *
   * @param keys how many
   * @param exponent 0 is even; 1 is the classic law; at most 10
   */
  record Zipf(int keys, double exponent) implements KeyDistribution {
    public Zipf {
      requireKeys(keys);
      require(
          exponent >= 0 && exponent <= 10,
          "the exponent of Zipf's law must be 0..10 but was " + exponent);
    }

    @Override
    public String describe() {
      return "Keys by Zipf's law with exponent %s.".formatted(exponent);
    }
  }

  private static void requireKeys(int keys) {
    require(
        keys >= 1 && keys <= KEYS_MAX,
        String.format(Locale.ROOT, "keys must be 1..%,d but were %,d", KEYS_MAX, keys));
  }

  private static void require(boolean isMet, String rule) {
    if (!isMet) {
      throw new IllegalArgumentException(rule);
    }
  }
}
