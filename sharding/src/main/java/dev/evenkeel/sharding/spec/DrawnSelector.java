package dev.evenkeel.sharding.spec;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A selector that looks at nothing. */
final class DrawnSelector implements ShardSelector {
  private final String id;
  private final IntUnaryOperator draw;

  private DrawnSelector(String id, IntUnaryOperator draw) {
    this.id = id;
    this.draw = draw;
  }

  static DrawnSelector random() {
    return new DrawnSelector("random", shards -> ThreadLocalRandom.current().nextInt(shards));
  }

  static DrawnSelector rotating() {
    AtomicInteger turn = new AtomicInteger(ThreadLocalRandom.current().nextInt());
    return new DrawnSelector(
        "rotating", shards -> Integer.remainderUnsigned(turn.getAndIncrement(), shards));
  }

  @Override
  public List<String> determinants() {
    return List.of();
  }

  @Override
  public int select(Map<String, AttributeValue> determinants, int shardCount) {
    return draw.applyAsInt(shardCount);
  }

  @Override
  public String id() {
    return id;
  }
}
