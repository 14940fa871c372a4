package dev.evenkeel.chunking.internal.wire;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.KeySchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Chunks as AWS's text "Best Practices for Items" shows them: {@code parent key # version #
 * sequence} in the chunk table, and {@code ChunkCount} and {@code ChunkVersion} in the parent.
 *
 * <p>The text counts versions. Two writers would count alike, so what is written here has the write
 * id as its version, a number of up to 38 digits: readers made for the layout take it as it comes,
 * and two writes never share a chunk, though {@code #} in keys makes the rest of the key ambiguous.
 */
public final class SeedLayout {
  public static final String COUNT = ChunkingSpec.SEED_COUNT;
  public static final String VERSION = ChunkingSpec.SEED_VERSION;

  /** 10 to the 38th: DynamoDB keeps 38 digits. */
  private static final BigInteger MODULUS = BigInteger.TEN.pow(38);

  private SeedLayout() {}

  /**
   * The count and version of chunks that a parent has.
   *
   * @param version as the chunks' keys have it
   */
  public record Chunks(String version, int count) {}

  /**
   * The chunks that a hand-made parent names; null if it names none.
   *
   * @throws LargeValueException if its count is none
   */
  public static @Nullable Chunks of(Map<String, AttributeValue> item) {
    AttributeValue count = item.get(COUNT);
    AttributeValue version = item.get(VERSION);
    if (count == null || version == null || count.n() == null || version.n() == null) {
      return null;
    }
    return new Chunks(version.n(), count(count.n()));
  }

  private static int count(String number) {
    try {
      int count = new BigDecimal(number).intValueExact();
      if (count >= 0) {
        return count;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // said below
    }
    throw new LargeValueException(Reason.CORRUPT, "Its count of chunks is none.");
  }

  /** The version that stands for a write. */
  public static String version(WriteId writeId) {
    return new BigInteger(1, writeId.bytes()).mod(MODULUS).toString();
  }

  /**
   * The key of a chunk.
   *
   * @param number counted from 1
   */
  public static String chunk(
      KeySchema schema, Map<String, AttributeValue> key, String version, int number) {
    return schema.attributes().stream()
            .map(name -> text(requireNonNull(key.get(name))))
            .collect(Collectors.joining("#"))
        + "#"
        + version
        + "#"
        + number;
  }

  /** The maximum length of the keys of a payload's chunks. */
  public static int chunkBytesMax(KeySchema schema, Map<String, AttributeValue> key, int chunks) {
    String longest = MODULUS.subtract(BigInteger.ONE).toString();
    return Utf8.length(chunk(schema, key, longest, chunks));
  }

  private static String text(AttributeValue value) {
    if (value.s() != null) {
      return value.s();
    }
    if (value.n() != null) {
      return CanonicalNumber.of(value.n());
    }
    throw new IllegalArgumentException("the layout of AWS's text has keys of type S and N");
  }
}
