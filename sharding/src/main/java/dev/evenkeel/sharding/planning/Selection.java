package dev.evenkeel.sharding.planning;

/**
 * The kind of shard selection, as far as it matters to loads and costs; see {@code ShardSelector}.
 */
public enum Selection {
  /**
   * From a hash of the item: {@code hashOf}. Uneven as chance is; a single item is read at once.
   */
  CALCULATED,
  /** At random: just as uneven, and a single item is looked for on every shard. */
  RANDOM,
  /**
   * In turn: even, up to one write for each process that writes. A single item is looked for on
   * every shard.
   */
  ROTATING;

  /** Whether the shard follows from the item, so that reading one takes one request. */
  public boolean calculated() {
    return this == CALCULATED;
  }

  /**
   * The mean number of {@code events} on the busiest shard, as an upper bound. For events that fall
   * on shards at random, with {@code m = events / shards}, that is
   *
   * <pre>m + sqrt(2 m ln(shards)) + ln(shards) / 3</pre>
   *
   * the bound on the expected maximum of sums of independent events by Bernstein's inequality
   * (Boucheron, Lugosi, Massart: <em>Concentration inequalities</em>, corollary 2.6). It holds for
   * few events as for many; with hundreds a shard it is within a few per cent of the truth.
   */
  double hottest(double events, int shards) {
    double mean = events / shards;
    if (this == ROTATING || shards == 1) {
      return mean;
    }
    double ln = Math.log(shards);
    return Math.min(events, mean + Math.sqrt(2 * mean * ln) + ln / 3);
  }
}
