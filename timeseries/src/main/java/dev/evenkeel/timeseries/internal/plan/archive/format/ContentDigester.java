package dev.evenkeel.timeseries.internal.plan.archive.format;

import dev.evenkeel.core.internal.value.CanonicalItem;
import dev.evenkeel.core.internal.value.Sha256;
import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Computes the {@link ContentDigest} of a stream of items. Costs one pass over an item and its
 * SHA-256, and allocates next to nothing; memory is that of the largest item. Each of several that
 * work side by side has its own, and their results are added. Not thread-safe.
 */
public final class ContentDigester {
  private final CanonicalItem canonical = new CanonicalItem();
  private final MessageDigest sha256 = Sha256.digest();
  private final ByteBuffer hash = ByteBuffer.allocate(Sha256.BYTES);
  private ContentDigest sum = ContentDigest.EMPTY;

  /** The digest of one item. */
  public static ContentDigest of(Map<String, AttributeValue> item) {
    ContentDigester digester = new ContentDigester();
    digester.add(item);
    return digester.digest();
  }

  /**
   * Takes one more item.
   *
   * @throws dev.evenkeel.core.DecoratorException if it holds a value without a type, or a number
   *     that DynamoDB would refuse
   */
  public void add(Map<String, AttributeValue> item) {
    int size = canonical.encode(item);
    sha256.update(canonical.bytes(), 0, size);
    try {
      sha256.digest(hash.array(), 0, Sha256.BYTES);
    } catch (DigestException e) {
      throw new IllegalStateException(e);
    }
    sum =
        sum.plus(
            new ContentDigest(
                1, hash.getLong(0), hash.getLong(8), hash.getLong(16), hash.getLong(24)));
  }

  /** The digest of the items so far; more may come. */
  public ContentDigest digest() {
    return sum;
  }
}
