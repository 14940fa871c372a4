package dev.evenkeel.simulator.advise;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The keys to tell: those that were hot, and those that are heavy. */
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
    this.hotWrites = writes.hot(AdvisorRules.KEYS_TOLD_MAX);
    this.hotReads = reads.hot(AdvisorRules.KEYS_TOLD_MAX);
  }

  /** Those with hot writes, hottest first; the rest of the many is left out. */
  List<String> hotWrites() {
    return hotWrites;
  }

  List<String> hotReads() {
    return hotReads;
  }

  long hotWriteCount() {
    return writes.hotCount();
  }

  long hotReadCount() {
    return reads.hotCount();
  }

  KeyPeak writePeak(String key) {
    return writes.of(key);
  }

  KeyPeak readPeak(String key) {
    return reads.of(key);
  }

  /**
   * The write units of the busiest second of any key: the most they can be if that is too much for
   * certain, and else the least, so that chance makes no key hot.
   */
  double hottestWriteUnits() {
    Bounds units = writes.hottest().units();
    return writes.hotCount() > 0 ? units.high() : units.low();
  }

  /** The read units of the busiest second of any key: the least they can be. */
  double hottestReadUnits() {
    return reads.hottest().units().low();
  }

  /** Whether more was asked of any key than a partition carries. */
  boolean areThere() {
    return hotWriteCount() > 0 || hotReadCount() > 0;
  }

  List<HeavyKey> told() {
    Set<String> told = new LinkedHashSet<>(hotWrites);
    told.addAll(hotReads);
    told.addAll(keys.heavy());
    return told.stream().limit(AdvisorRules.KEYS_TOLD_MAX).map(this::heavy).toList();
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
