package dev.evenkeel.simulator.advise;

import dev.evenkeel.simulator.advise.Advice.HeavyKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The keys to list: those that are hot, or will be under the grown load, and the heavy ones.
 *
 * @param writes the busiest seconds for write units
 * @param reads those for read units
 */
record HotKeys(KeyUse keys, PeakSeconds writes, PeakSeconds reads) {

  /** Whether all keys that there are have hot writes, grown. */
  boolean areAllHotWrites() {
    return writes.hot().size() >= Math.round(keys.distinct().estimate());
  }

  /** Whether more was asked of any key than a partition carries. */
  boolean areThere() {
    return writes.overCount() > 0 || reads.overCount() > 0;
  }

  /** At most as many as fit into a table, always with the heaviest. */
  List<HeavyKey> heavyKeys() {
    Set<String> listed = new LinkedHashSet<>(writes.hot());
    listed.addAll(reads.hot());
    List<String> heavy = keys.heavy();
    listed.addAll(heavy);
    List<String> first =
        new ArrayList<>(listed.stream().limit(AdvisorRules.KEYS_LISTED_MAX).toList());
    if (!heavy.isEmpty() && !first.contains(heavy.get(0))) {
      first.set(first.size() - 1, heavy.get(0));
    }
    return first.stream().map(key -> keys.heavyKey(key, writes.of(key), reads.of(key))).toList();
  }
}
