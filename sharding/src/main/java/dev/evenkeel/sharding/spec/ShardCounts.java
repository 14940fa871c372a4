package dev.evenkeel.sharding.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How many shards each logical key has: the first rule that applies, or else the default. A key
 * with one shard is plain: it is stored without a suffix, and costs what it costs unsharded.
 *
 * @param byDefault for keys that no rule applies to
 * @param rules in the order in which they are asked
 */
public record ShardCounts(int byDefault, List<KeyRule> rules) {

  public ShardCounts {
    rules = List.copyOf(rules);
  }

  /** The shard count of a logical key in canonical form. */
  public int of(AttributeValue logicalKey) {
    for (int i = 0; i < rules.size(); i++) { // asked several times a call: without an iterator
      int shards = rules.get(i).shards(logicalKey);
      if (shards > 0) {
        return shards;
      }
    }
    return byDefault;
  }

  /** The largest count any key can have. */
  public int max() {
    return Math.max(byDefault, rules.stream().mapToInt(KeyRule::shardsMax).max().orElse(0));
  }

  /** Whether a key can be plain, so that plain and suffixed keys may share the table. */
  public boolean plainPossible() {
    return byDefault == 1 || rules.stream().anyMatch(KeyRule::plainPossible);
  }

  ShardCounts with(KeyRule rule) {
    List<KeyRule> more = new ArrayList<>(rules);
    more.add(rule);
    return new ShardCounts(byDefault, more);
  }

  ShardCounts withDefault(int shards) {
    return new ShardCounts(shards, rules);
  }

  String id() {
    return rules.stream().map(KeyRule::id).collect(Collectors.joining(",", byDefault + "[", "]"));
  }
}
