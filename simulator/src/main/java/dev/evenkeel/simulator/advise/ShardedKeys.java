package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Sources.format;

import dev.evenkeel.simulator.advise.Advice.KeyDesign;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys to shard: only hot ones, as far as rules can select them.
 *
 * @param isAll whether every key
 * @param text the keys, with the reason
 * @param rules for the others, in Java
 */
record ShardedKeys(boolean isAll, String text, List<String> rules) {
  private static final String SEPARATORS = "#|:/_-. ";

  /**
   * @param counts of the hot keys, hottest first
   * @param most the largest of them
   */
  static ShardedKeys of(
      Map<String, Integer> counts, int most, HotKeys hot, Rating rating, double growth) {
    String are = growth == 1 ? "hot" : "hot, or will be when the load has grown";
    if (rating.design() == KeyDesign.ROUNDED_TIME) {
      return all("each is hot in its turn");
    }
    if (hot.areAllHotWrites()) {
      return all("there are no others than those that are " + are);
    }
    if (counts.size() <= AdvisorRules.KEYS_LISTED_MAX) {
      return exactly(counts, growth);
    }
    String prefix = hot.writes().mayHaveForgottenHot() ? null : sharedPrefix(counts.keySet());
    if (prefix != null && !hot.keys().hasOthers(prefix, counts.keySet())) {
      return new ShardedKeys(
          false,
          format(
              "a rule for all that begin with %s, as do the %,d keys that are %s; all others stay"
                  + " plain, one request a query",
              ShardCode.literal(prefix), counts.size(), are),
          List.of(ShardCode.startingWith(prefix, most)));
    }
    if (counts.size() <= AdvisorRules.RULES_MAX && !hot.writes().mayHaveForgottenHot()) {
      return exactly(counts, growth);
    }
    return all(
        format(
            "%s%,d of them are %s, too many for rules. Where a function of the key tells which,"
                + " KeyRule.of leaves the others plain",
            hot.writes().mayHaveForgottenHot() ? "more than " : "", counts.size(), are));
  }

  private static ShardedKeys exactly(Map<String, Integer> counts, double growth) {
    return new ShardedKeys(
        false,
        format(
            growth == 1
                ? "rules for %d hot %s; all others stay plain, one request a query"
                : "rules for %d %s that "
                    + (counts.size() == 1 ? "is" : "are")
                    + " hot, or will be when the load has grown; all others stay plain, one"
                    + " request a query",
            counts.size(),
            counts.size() == 1 ? "key" : "keys"),
        counts.entrySet().stream()
            .map(key -> ShardCode.exactly(key.getKey(), key.getValue()))
            .toList());
  }

  private static ShardedKeys all(String why) {
    return new ShardedKeys(true, "all keys: " + why, List.of());
  }

  /** The common prefix, up to a separator; null if there is none. */
  private static @Nullable String sharedPrefix(Iterable<String> keys) {
    String shared = null;
    for (String key : keys) {
      shared = shared == null ? key : common(shared, key);
    }
    int end = shared == null ? 0 : shared.length();
    while (shared != null && end > 0 && SEPARATORS.indexOf(shared.charAt(end - 1)) < 0) {
      end--;
    }
    return shared == null || end == 0 ? null : shared.substring(0, end);
  }

  private static String common(String a, String b) {
    int length = 0;
    while (length < Math.min(a.length(), b.length()) && a.charAt(length) == b.charAt(length)) {
      length++;
    }
    return a.substring(0, length);
  }
}
