package dev.evenkeel.sharding.spec;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The selectors of {@link ShardSelector} but the usual one, {@link HashSelector}. */
final class OtherSelectors {
  private OtherSelectors() {}

  /** The shard is drawn by the frozen hash of an idempotency token. */
  static final class TokenSelector implements ShardSelector {
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

  /** A selector that looks at nothing. */
  static final class DrawnSelector implements ShardSelector {
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

  /**
   * AWS's example: "the product of the UTF-8 code point values for the characters in the order ID,
   * modulo 200 + 1". The "+ 1" is the first suffix of the spec.
   */
  static final class CodePointProductSelector implements ShardSelector {
    private final String attribute;

    CodePointProductSelector(String attribute) {
      this.attribute = attribute;
    }

    @Override
    public List<String> determinants() {
      return List.of(attribute);
    }

    @Override
    public int select(Map<String, AttributeValue> determinants, int shardCount) {
      @Nullable AttributeValue value = determinants.get(attribute);
      if (value == null || value.s() == null) {
        throw new IllegalArgumentException("determinant '" + attribute + "' must be of type S");
      }
      BigInteger modulus = BigInteger.valueOf(shardCount);
      return value
          .s()
          .codePoints()
          .mapToObj(BigInteger::valueOf)
          .reduce(BigInteger.ONE, (product, next) -> product.multiply(next).mod(modulus))
          .mod(modulus)
          .intValue();
    }

    @Override
    public String id() {
      return "product:" + attribute;
    }
  }
}
