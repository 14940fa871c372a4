package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.SortKeys;
import dev.evenkeel.simulator.spec.result.Comparison;
import dev.evenkeel.simulator.spec.workload.Scenario;
import dev.evenkeel.simulator.spec.workload.Scenario.Shards;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Offers the same requests to two tables, one unsharded and one sharded. */
public final class ComparisonRun {
  /** The number of distinct places among the items of a key where requests fall on all of them. */
  static final int PLACES = 64;

  private final Scenario scenario;
  private final ShardDraw shardDraw;
  private final Draws draws;
  private final TableRun plain;
  private final TableRun sharded;

  /** A new run; nothing is offered yet. */
  public ComparisonRun(Scenario scenario) {
    this.scenario = scenario;
    this.shardDraw = ShardDraw.of(scenario.shards(), scenario.seed());
    this.draws = new Draws(~scenario.seed());
    this.plain = new TableRun(scenario);
    this.sharded = new TableRun(scenario);
  }

  /**
   * Checks that what a request does can be simulated on these shards.
   *
   * @throws IllegalArgumentException naming the rule that is broken
   */
  public void require(Access access) {
    if (access.type() == OperationType.READ && !scenario.shards().selection().calculated()) {
      throw new IllegalArgumentException(
          "a read of an item whose shard was drawn (%s) looks on every shard, so shards take no load off any; calculate them"
              .formatted(scenario.shards().selection()));
    }
  }

  /** The number of places among the items of a key on which requests may fall. */
  int places() {
    return scenario.table().sortKeys() == SortKeys.SPREAD ? PLACES : 1;
  }

  int shards() {
    return scenario.shards().count();
  }

  /** The shard of the request with a number, which is its sort key. */
  int shard(long request) {
    return shardDraw.draw(request, draws.at(request), null);
  }

  /** The place of the request with a number. */
  int place(long request) {
    return (int) (draws.at(request) & (places() - 1));
  }

  /**
   * Offers equal requests to both, which differ in their sort keys only.
   *
   * @param firstRequest the number of the first; the others have those after it
   * @param sortKey that of the first; null if its number stands for it
   * @param template the first, as callers see it
   */
  public void offer(long firstRequest, @Nullable String sortKey, int count, Request template) {
    require(template.access());
    String key = template.partitionKey();
    for (int i = 0; i < count; i++) {
      long request = firstRequest + i;
      String ownSortKey = sortKey == null || i == 0 ? sortKey : sortKey + "#" + i;
      int shard = shardDraw.draw(request, draws.at(request), ownSortKey);
      int place = place(request);
      String itsKey = places() == 1 || ownSortKey == null ? sortKey(place) : ownSortKey;
      plain.offer(
          key,
          Request.of(template.atMillis(), key, itsKey, template.access(), template.itemBytes()),
          1);
      sharded.offer(
          key,
          Request.of(
              template.atMillis(),
              physicalKey(key, shard),
              itsKey,
              template.access(),
              template.itemBytes()),
          1);
    }
  }

  private static String physicalKey(String key, int shard) {
    SuffixFormat format = SuffixFormat.DEFAULT;
    return key + format.separator() + format.number(shard);
  }

  void offerPlain(long atMillis, String key, int place, Access access, int itemBytes, long count) {
    plain.offer(key, Request.of(atMillis, key, sortKey(place), access, itemBytes), count);
  }

  void offerSharded(
      long atMillis, String key, int shard, int place, Access access, int itemBytes, long count) {
    sharded.offer(
        key,
        Request.of(atMillis, physicalKey(key, shard), sortKey(place), access, itemBytes),
        count);
  }

  private @Nullable String sortKey(int place) {
    return places() == 1 ? null : Integer.toString(place);
  }

  /**
   * The results.
   *
   * @param remedy how many shards to take, in a sentence
   * @param seconds that are over, at least as many as had requests
   */
  public Comparison finish(long seconds, String load, List<String> notes, String remedy) {
    return new Comparison(
        scenario, load, notes, remedy, plain.finish(seconds), sharded.finish(seconds));
  }

  /** On which shard of its key a request falls. */
  interface ShardDraw {
    /**
     * The number of the shard.
     *
     * @param request the number of the request
     * @param bits random ones
     * @param sortKey of the item; null if the number of the request stands for it
     */
    int draw(long request, long bits, @Nullable String sortKey);

    static ShardDraw of(Shards shards, long seed) {
      int count = shards.count();
      return switch (shards.selection()) {
        case CALCULATED -> calculated(count);
        case RANDOM -> (request, bits, sortKey) -> Draws.below(bits, count);
        case ROTATING ->
            (request, bits, sortKey) -> (int) Long.remainderUnsigned(seed + request, count);
      };
    }

    /** By the library's own default, over the sort key. */
    private static ShardDraw calculated(int count) {
      String attribute = "sortKey";
      ShardSelector selector =
          ShardingSpec.builder("simulated")
              .partitionKey("key")
              .sortKey(attribute)
              .shards(count)
              .build()
              .selector();
      return (request, bits, sortKey) -> {
        String text = sortKey == null ? Long.toString(request) : sortKey;
        return selector.select(Map.of(attribute, AttributeValue.fromS(text)), count);
      };
    }
  }
}
