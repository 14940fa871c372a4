package dev.evenkeel.sharding.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The shard is the frozen hash of the determinants, reduced by unsigned remainder. */
final class HashSelector implements ShardSelector {
  private final List<String> determinants;

  HashSelector(String attribute, String... more) {
    List<String> all = new ArrayList<>();
    all.add(attribute);
    all.addAll(List.of(more));
    if (all.stream().distinct().count() != all.size()) {
      throw new IllegalArgumentException("hashOf names an attribute twice: " + all);
    }
    this.determinants = List.copyOf(all);
  }

  @Override
  public List<String> determinants() {
    return determinants;
  }

  @Override
  public int select(Map<String, AttributeValue> values, int shardCount) {
    long hash = ShardHash.of(determinants, values);
    return (int) Long.remainderUnsigned(hash, shardCount);
  }

  @Override
  public String id() {
    return "hash:" + String.join(",", determinants);
  }
}
