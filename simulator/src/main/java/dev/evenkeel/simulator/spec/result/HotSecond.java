package dev.evenkeel.simulator.spec.result;

import java.util.List;

/**
 * The partition of which most was asked in a single second, in proportion to what it has.
 *
 * @param second which
 * @param partition its number
 * @param use what was asked of it as a part of what it has each second without burst
 * @param share the part of all units asked in that second that were asked of it
 * @param keys its most frequent keys in that second, with their shards, the most frequent first; a
 *     handful
 */
public record HotSecond(
    long second, long partition, double use, double share, List<KeyCount> keys) {
  public HotSecond {
    keys = List.copyOf(keys);
  }
}
