package dev.evenkeel.simulator.advise;

import dev.evenkeel.simulator.advise.Advice.HeavyKey;
import dev.evenkeel.simulator.advise.Advice.KeyPeak;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The keys to list: those that are hot, or will be under the grown load, and the heavy ones. */
final class HotKeys {
  private final KeyUse keys;
  private final PeakSeconds writes;
  private final PeakSeconds reads;
  private final List<String> hotWrites;
  private final List<String> hotReads;

  HotKeys(KeyUse keys, PeakSeconds writes, PeakSeconds reads) {
    this.keys = keys;
    this.writes = writes;
    this.reads = reads;
    this.hotWrites = writes.hot();
    this.hotReads = reads.hot();
  }

  /** The keys with hot writes, grown, hottest first. */
  List<String> hotWrites() {
    return hotWrites;
  }

  List<String> hotReads() {
    return hotReads;
  }

  /** The number of keys that are hot at the current load. */
  long hotWriteCount() {
    return writes.overCount();
  }

  long hotReadCount() {
    return reads.overCount();
  }

  /** Whether there may be more with hot writes than are known. */
  boolean mayHaveMoreHotWrites() {
    return writes.mayHaveForgottenHot();
  }

  boolean mayHaveMoreHotReads() {
    return reads.mayHaveForgottenHot();
  }

  /** Whether all keys that there are have hot writes, grown. */
  boolean areAllHotWrites() {
    return hotWrites.size() >= Math.round(keys.distinct().estimate());
  }

  KeyPeak writePeak(String key) {
    return writes.of(key);
  }

  KeyPeak readPeak(String key) {
    return reads.of(key);
  }

  /** The busiest second of any key. */
  KeyPeak hottestWrites() {
    return writes.hottest();
  }

  /** Whether more was asked of any key than a partition carries. */
  boolean areThere() {
    return hotWriteCount() > 0 || hotReadCount() > 0;
  }

  /** At most as many as fit into a table, always with the heaviest. */
  List<HeavyKey> heavyKeys() {
    Set<String> listed = new LinkedHashSet<>(hotWrites);
    listed.addAll(hotReads);
    List<String> heavy = keys.heavy();
    listed.addAll(heavy);
    List<String> first =
        new ArrayList<>(listed.stream().limit(AdvisorRules.KEYS_LISTED_MAX).toList());
    if (!heavy.isEmpty() && !first.contains(heavy.get(0))) {
      first.set(first.size() - 1, heavy.get(0));
    }
    return first.stream().map(this::heavy).toList();
  }

  private HeavyKey heavy(String key) {
    return new HeavyKey(
        key,
        keys.requests(key),
        keys.requestShare(key),
        keys.loadShare(key),
        writes.of(key),
        reads.of(key));
  }
}
