package dev.evenkeel.sharding.internal.plan.query;

/**
 * Watches for items that lie under a logical key itself, on no shard, where no sharded query looks:
 * those that a table held before it had a spec.
 */
public interface PlainTwins {
  /** Looks for none. */
  PlainTwins NONE =
      new PlainTwins() {
        @Override
        public boolean mayLook(String table, int shards) {
          return false;
        }

        @Override
        public void found(String table, int shards) {}
      };

  /**
   * Whether one more query that found nothing may look for a twin of its key; counts it.
   *
   * @param shards of the key, which tells its key rule
   */
  boolean mayLook(String table, int shards);

  /** Notes that there is one. */
  void found(String table, int shards);
}
