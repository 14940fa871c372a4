package dev.evenkeel.core.internal.item;

import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeySchema;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The order in which DynamoDB returns key values, ascending: strings by unsigned UTF-8 bytes,
 * numbers by value ({@code 1}, {@code 1.0} and {@code 1E0} are equal), binaries by unsigned bytes.
 *
 * <p>Values of different types have no order; a comparator refuses a value that is not of its type
 * with an {@link IllegalArgumentException} that names the types and no value. Comparators are
 * stateless and safe for use by many threads.
 *
 * <p>Source: AWS, API reference of Query: "If the sort key data type is Number, the results are
 * stored in numeric order. For type String, the results are stored in order of UTF-8 bytes. For
 * type Binary, DynamoDB treats each byte of the binary data as unsigned."
 */
public final class KeyOrder {
  private static final Comparator<AttributeValue> STRINGS =
      (a, b) -> Utf8.compare(string(a), string(b));
  private static final Comparator<AttributeValue> NUMBERS =
      (a, b) -> CanonicalNumber.parse(number(a)).compareTo(CanonicalNumber.parse(number(b)));
  private static final Comparator<AttributeValue> BINARIES =
      (a, b) -> Arrays.compareUnsigned(binary(a), binary(b));

  private KeyOrder() {}

  /** The order of the values of one key type. */
  public static Comparator<AttributeValue> of(ScalarAttributeType type) {
    return switch (type) {
      case S -> STRINGS;
      case N -> NUMBERS;
      case B -> BINARIES;
      case UNKNOWN_TO_SDK_VERSION ->
          throw new IllegalArgumentException("keys have type S, N or B, and no other has an order");
    };
  }

  /** The order of the values of a key value's type. */
  public static Comparator<AttributeValue> of(AttributeValue value) {
    return of(ScalarAttributeType.fromValue(value.type().name()));
  }

  /**
   * The end of a range of keys: the smallest value that is greater than every value that begins
   * with the prefix. {@code begins_with(k, p)} and {@code k >= p AND k < prefixEnd(p)} select the
   * same values.
   *
   * @param prefix of type S or B
   * @return null if there is none: the prefix is empty, or nothing but the last code point or 0xFF
   * @throws IllegalArgumentException if the prefix has another type, or is a string with a
   *     surrogate that has no partner
   */
  public static @Nullable AttributeValue prefixEnd(AttributeValue prefix) {
    if (prefix.type() == AttributeValue.Type.S) {
      String end = PrefixEnd.of(prefix.s());
      return end == null ? null : AttributeValue.fromS(end);
    }
    byte[] end = PrefixEnd.of(binary(prefix));
    return end == null ? null : AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(end));
  }

  /**
   * The value next to a sort key value among all values that a sort key can hold: {@code k > v} and
   * {@code k >= next} select the same sort keys, which lets a closed interval say an open end.
   *
   * @param value a value that a sort key can hold: neither empty nor longer than {@link
   *     KeySchema#SORT_KEY_BYTES_MAX}
   * @param ascending whether the next greater value is wanted, or the next smaller one
   * @return null if there is none
   * @throws IllegalArgumentException if no sort key can hold the value
   */
  public static @Nullable AttributeValue neighbour(AttributeValue value, boolean ascending) {
    return switch (value.type()) {
      case S -> {
        requireSortKey(value);
        String near = ascending ? KeyNeighbour.after(value.s()) : KeyNeighbour.before(value.s());
        yield near == null ? null : AttributeValue.fromS(near);
      }
      case N -> {
        BigDecimal number = CanonicalNumber.parse(value.n());
        BigDecimal near = ascending ? KeyNeighbour.after(number) : KeyNeighbour.before(number);
        yield near == null ? null : AttributeValue.fromN(CanonicalNumber.of(near.toPlainString()));
      }
      default -> {
        requireSortKey(value);
        byte[] near =
            ascending ? KeyNeighbour.after(binary(value)) : KeyNeighbour.before(binary(value));
        yield near == null ? null : AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(near));
      }
    };
  }

  private static void requireSortKey(AttributeValue value) {
    long bytes = ItemSize.valueBytes(value);
    if (bytes == 0 || bytes > KeySchema.SORT_KEY_BYTES_MAX) {
      throw new IllegalArgumentException(
          "a sort key has 1 to %d bytes but the value has %d"
              .formatted(KeySchema.SORT_KEY_BYTES_MAX, bytes));
    }
  }

  private static String string(AttributeValue value) {
    return require(AttributeValue.Type.S, value).s();
  }

  private static String number(AttributeValue value) {
    return require(AttributeValue.Type.N, value).n();
  }

  private static byte[] binary(AttributeValue value) {
    return require(AttributeValue.Type.B, value).b().asByteArrayUnsafe();
  }

  private static AttributeValue require(AttributeValue.Type type, AttributeValue value) {
    if (value.type() != type) {
      throw new IllegalArgumentException(
          "expected a key value of type %s but its type is %s".formatted(type, value.type()));
    }
    return value;
  }
}
