package dev.evenkeel.sharding.internal.move;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.evenkeel.core.internal.value.CanonicalItem;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The sum of the hashes of items modulo 2^128: XXH3 with 128 bits over their canonical bytes, which
 * are the same exactly if DynamoDB treats the items as equal. Not thread-safe.
 */
final class ItemHash {
  private static final Hasher128 XXH3 = Hashing.xxh3_128();

  private final CanonicalItem canonical = new CanonicalItem();
  private long high;
  private long low;

  void add(Map<String, AttributeValue> item) {
    int size = canonical.encode(item);
    HashValue128 hash = XXH3.hashBytesTo128Bits(canonical.bytes(), 0, size);
    // records hold sums of numbers whose first byte is the hash's least significant one
    long hashLow = Long.reverseBytes(hash.getMostSignificantBits());
    low += hashLow;
    boolean carries = Long.compareUnsigned(low, hashLow) < 0;
    high += Long.reverseBytes(hash.getLeastSignificantBits()) + (carries ? 1 : 0);
  }

  BigInteger sum() {
    return new BigInteger(1, ByteBuffer.allocate(16).putLong(high).putLong(low).array());
  }
}
