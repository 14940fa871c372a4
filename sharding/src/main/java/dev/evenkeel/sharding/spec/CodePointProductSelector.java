package dev.evenkeel.sharding.spec;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * AWS's example: "the product of the UTF-8 code point values for the characters in the order ID,
 * modulo 200 + 1". The "+ 1" is the first suffix of the spec.
 */
final class CodePointProductSelector implements ShardSelector {
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
