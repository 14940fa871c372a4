package dev.evenkeel.sharding.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The shard count of each logical key: the first rule that applies, or else the default. A key with
 * one shard is plain: it is stored without a suffix, and costs what it costs unsharded. A key may
 * have other counts from certain sort keys on.
 *
 * @param byDefault for keys that no rule applies to
 * @param rules in the order in which they are asked
 * @param keys the keys of which a layout record says otherwise; none in a spec
 */
public record ShardCounts(Pieces byDefault, List<KeyRule> rules, Map<AttributeValue, Pieces> keys) {

  public ShardCounts {
    rules = List.copyOf(rules);
    keys = Map.copyOf(keys);
  }

  /** The counts of a spec. */
  public ShardCounts(Pieces byDefault, List<KeyRule> rules) {
    this(byDefault, rules, Map.of());
  }

  /** The most shards that items of a logical key in canonical form are on. */
  public int of(AttributeValue logicalKey) {
    return pieces(logicalKey).shardsMax();
  }

  /** The shard counts of a logical key in canonical form, by sort key. */
  public Pieces pieces(AttributeValue logicalKey) {
    Pieces own = keys.isEmpty() ? null : keys.get(logicalKey);
    return own == null ? bySpec(logicalKey) : own;
  }

  private Pieces bySpec(AttributeValue logicalKey) {
    for (int i = 0; i < rules.size(); i++) { // asked several times a call: without an iterator
      Pieces pieces = rules.get(i).pieces(logicalKey);
      if (pieces != null) {
        return pieces;
      }
    }
    return byDefault;
  }

  /** The largest count any key can have. */
  public int max() {
    return Stream.of(
            Stream.of(byDefault.shardsMax()),
            rules.stream().map(KeyRule::shardsMax),
            keys.values().stream().map(Pieces::shardsMax))
        .flatMap(counts -> counts)
        .max(Integer::compare)
        .orElseThrow();
  }

  /** Whether a key can be plain, so that plain and suffixed keys may share the table. */
  public boolean plainPossible() {
    return byDefault.plainPossible()
        || rules.stream().anyMatch(KeyRule::plainPossible)
        || keys.values().stream().anyMatch(Pieces::plainPossible);
  }

  /** The same counts, but for these keys. */
  public ShardCounts withKeys(Map<AttributeValue, Pieces> others) {
    return new ShardCounts(byDefault, rules, others);
  }

  ShardCounts with(KeyRule rule) {
    List<KeyRule> more = new ArrayList<>(rules);
    more.add(rule);
    return new ShardCounts(byDefault, more);
  }

  ShardCounts withDefault(Pieces shards) {
    return new ShardCounts(shards, rules);
  }

  String id() {
    return rules.stream()
        .map(KeyRule::id)
        .collect(Collectors.joining(",", byDefault.id() + "[", "]"));
  }
}
