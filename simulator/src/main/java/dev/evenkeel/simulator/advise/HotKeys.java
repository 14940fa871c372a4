package dev.evenkeel.simulator.advise;

import dev.evenkeel.simulator.advise.Advice.HeavyKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The keys to list: those that are hot, or will be under the grown load, and the heavy ones.
 *
 * @param writes the busiest seconds for write units
 * @param reads those for read units
 * @param items those of single items for write units, by {@link #item}
 */
record HotKeys(KeyUse keys, PeakSeconds writes, PeakSeconds reads, PeakSeconds items) {

  /** The name of one item of a key, of which {@link #oneItem} can tell the key. */
  static String item(String key, String sortKey) {
    return key.length() + ":" + key + sortKey;
  }

  /** The keys of which one item alone is written too much, grown: shards do not divide it. */
  Set<String> oneItem() {
    return items.hot().stream().map(HotKeys::key).collect(Collectors.toSet());
  }

  private static String key(String item) {
    int start = item.indexOf(':') + 1;
    return item.substring(start, start + Integer.parseInt(item, 0, start - 1, 10));
  }

  /** Whether keys have hot writes, grown, and each of them is one item. */
  boolean areAllOneItem() {
    return !writes.hot().isEmpty() && oneItem().containsAll(writes.hot());
  }

  /** Whether reads of keys are hot, grown, and no writes are. */
  boolean areOnlyReads() {
    return writes.hot().isEmpty() && !reads.hot().isEmpty();
  }

  /** Whether all keys that there are have hot writes, grown, which shards divide. */
  boolean areAllHotWrites() {
    return oneItem().isEmpty() && writes.hot().size() >= Math.round(keys.distinct().estimate());
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
