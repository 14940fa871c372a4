package dev.evenkeel.sharding.internal.move;

import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.evenkeel.core.internal.value.CanonicalItem;
import java.math.BigInteger;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Hashes of items: XXH3 with 128 bits over their canonical bytes, which are the same exactly if
 * DynamoDB treats the items as equal. Not thread-safe.
 */
final class ItemHash {
  private static final Hasher128 XXH3 = Hashing.xxh3_128();

  private final CanonicalItem canonical = new CanonicalItem();

  BigInteger of(Map<String, AttributeValue> item) {
    int size = canonical.encode(item);
    return new BigInteger(1, XXH3.hashBytesTo128Bits(canonical.bytes(), 0, size).toByteArray());
  }
}
