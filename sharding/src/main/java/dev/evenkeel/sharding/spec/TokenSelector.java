package dev.evenkeel.sharding.spec;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The shard is drawn by the frozen hash of an idempotency token. */
final class TokenSelector implements ShardSelector {
  private final ShardSelector hash;

  TokenSelector(String attribute, String... more) {
    this.hash = ShardSelector.hashOf(attribute, more);
  }

  @Override
  public List<String> determinants() {
    return List.of();
  }

  @Override
  public List<String> tokenAttributes() {
    return hash.determinants();
  }

  @Override
  public int select(Map<String, AttributeValue> token, int shardCount) {
    return hash.select(token, shardCount);
  }

  @Override
  public String id() {
    return "token:" + String.join(",", tokenAttributes());
  }
}
