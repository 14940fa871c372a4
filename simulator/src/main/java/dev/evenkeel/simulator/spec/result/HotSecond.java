package dev.evenkeel.simulator.spec.result;

import java.util.List;

/**
 * The partition of which most was asked in a single second, in proportion to what it has.
 *
 * @param second the second
 * @param partition its number
 * @param use the offered load as a part of its capacity each second without burst
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
