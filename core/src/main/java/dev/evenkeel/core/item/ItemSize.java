package dev.evenkeel.core.item;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.internal.value.Utf8;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The size that DynamoDB gives an item: what the 400 KB limit and all capacity units are counted
 * in.
 *
 * <p>An item is the sum of its attributes, an attribute the sum of its name in UTF-8 and its value:
 *
 * <ul>
 *   <li>S its UTF-8 bytes, B its raw bytes, BOOL and NULL 1;
 *   <li>N see {@link #numberBytes};
 *   <li>L 3, and 1 and the value for each element; M 3, and 1, the name and the value for each
 *       entry;
 *   <li>SS, NS, BS the sum of the values, without any overhead.
 * </ul>
 *
 * <p>Sources: AWS, "DynamoDB item sizes and formats", which adds "Each List or Map element also
 * requires 1 byte of overhead" to the older "Working with Tables in DynamoDB". AWS does not say
 * what a set costs, and states the size of a number "approximately"; there the rule is that of
 * DynamoDB Local 3.3.1, with which the tests compare byte by byte.
 *
 * <p>An item of {@value #ITEM_BYTES_MAX} bytes can be put, one of a byte more cannot. UpdateItem on
 * the real service counts something else besides: what the update writes, 3 bytes, and about 20 for
 * each clause. So with a short key it may refuse to make an item of just under the limit (measured
 * by the public dynamodb-conformance suite; DynamoDB Local does not do it). Leave some 100 bytes.
 *
 * <p>Cost: one pass over the values; strings are measured, not encoded. Recurses once per nesting
 * level, of which DynamoDB allows 32.
 */
public final class ItemSize {
  /** The largest item: 400 KB, names included. */
  public static final int ITEM_BYTES_MAX = 400 * 1024;

  /**
   * The overhead of each item in storage billing and in the table size of DescribeTable: "DynamoDB
   * adds 100 bytes of overhead to each item for indexing purposes" (AWS, "Working with Tables in
   * DynamoDB"). Neither the size limit nor capacity units count it.
   */
  public static final int STORAGE_OVERHEAD_BYTES = 100;

  private static final int DOCUMENT_OVERHEAD_BYTES = 3;
  private static final int ELEMENT_OVERHEAD_BYTES = 1;
  private static final int NUMBER_BYTES_MAX = 21;

  private ItemSize() {}

  /**
   * The size of an item, a key, or any map of attributes; 0 for none.
   *
   * @throws InvalidNumberException if it holds a number that DynamoDB refuses
   * @throws DecoratorException if it holds a value without exactly one type
   */
  public static long bytes(Map<String, AttributeValue> item) {
    long bytes = 0;
    for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
      bytes += attributeBytes(attribute.getKey(), attribute.getValue());
    }
    return bytes;
  }

  /** The size of an attribute: its name and its value. */
  public static long attributeBytes(String name, AttributeValue value) {
    return Utf8.length(name) + valueBytes(value);
  }

  /** The size of an item in storage, as billing and DescribeTable count it. */
  public static long storageBytes(Map<String, AttributeValue> item) {
    return bytes(item) + STORAGE_OVERHEAD_BYTES;
  }

  /** The size of a value alone. */
  public static long valueBytes(AttributeValue value) {
    return switch (typeOf(value)) {
      case S -> Utf8.length(value.s());
      case N -> numberBytes(value.n());
      case B -> length(value.b());
      case BOOL, NUL -> 1;
      case L -> listBytes(value.l());
      case M -> mapBytes(value.m());
      case SS -> value.ss().stream().mapToLong(Utf8::length).sum();
      case NS -> value.ns().stream().mapToLong(ItemSize::numberBytes).sum();
      case BS -> value.bs().stream().mapToLong(ItemSize::length).sum();
      case UNKNOWN_TO_SDK_VERSION -> throw untyped();
    };
  }

  /**
   * The size of a number: 1 for zero; otherwise 1, and 1 for each pair of digits from the first to
   * the last that is not 00, and 1 more if negative, but {@value #NUMBER_BYTES_MAX} at most. Pairs
   * are counted from the decimal point, so {@code 12} and {@code 1200} take 2 bytes, and {@code
   * 120} and {@code 1.2} take 3.
   *
   * <p>AWS says "approximately ... (1 byte per two significant digits) + (1 byte)" and leaves
   * pairing, sign and zero open. This is what DynamoDB Local does, and it gives all 23 sizes that
   * the public dynamodb-conformance suite measured on the real service.
   */
  static int numberBytes(String text) {
    BigDecimal number = CanonicalNumber.parse(text);
    if (number.signum() == 0) {
      return 1;
    }
    int lastExponent = -number.scale();
    int firstExponent = lastExponent + number.precision() - 1;
    int pairs = Math.floorDiv(firstExponent, 2) - Math.floorDiv(lastExponent, 2) + 1;
    int sign = number.signum() < 0 ? 1 : 0;
    return Math.min(1 + pairs + sign, NUMBER_BYTES_MAX);
  }

  private static long listBytes(List<AttributeValue> elements) {
    long bytes = DOCUMENT_OVERHEAD_BYTES;
    for (AttributeValue element : elements) {
      bytes += ELEMENT_OVERHEAD_BYTES + valueBytes(element);
    }
    return bytes;
  }

  private static long mapBytes(Map<String, AttributeValue> entries) {
    return DOCUMENT_OVERHEAD_BYTES
        + (long) ELEMENT_OVERHEAD_BYTES * entries.size()
        + bytes(entries);
  }

  private static int length(SdkBytes bytes) {
    return bytes.asByteArrayUnsafe().length;
  }

  /** The SDK gives a value that was built with two types the type null. */
  static AttributeValue.Type typeOf(AttributeValue value) {
    if (value.type() == null) {
      throw untyped();
    }
    return value.type();
  }

  private static DecoratorException untyped() {
    return new DecoratorException(
        "An attribute value has no type, several, or one this SDK does not know. Set exactly one"
            + " of S, N, B, SS, NS, BS, BOOL, NULL, L and M.");
  }
}
