package dev.evenkeel.sharding.internal.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.evenkeel.core.internal.value.CanonicalItem;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ItemHashTest {
  private static final List<Map<String, AttributeValue>> ITEMS =
      IntStream.range(0, 1000)
          .mapToObj(i -> Map.of("pk", AttributeValue.fromN(String.valueOf(i))))
          .toList();

  private static BigInteger sumOf(List<Map<String, AttributeValue>> items) {
    ItemHash hash = new ItemHash();
    items.forEach(hash::add);
    return hash.sum();
  }

  /** As the bytes of a hash are, first byte first: so it stands in records of moves under way. */
  private static BigInteger number(Map<String, AttributeValue> item) {
    CanonicalItem canonical = new CanonicalItem();
    int size = canonical.encode(item);
    byte[] bytes = Arrays.copyOf(canonical.bytes(), size);
    return new BigInteger(1, Hashing.xxh3_128().hashBytesTo128Bits(bytes).toByteArray());
  }

  @Test
  void sum_ofItems_isThatOfTheNumbersOfTheirHashes() {
    BigInteger all =
        ITEMS.stream().map(ItemHashTest::number).reduce(BigInteger.ZERO, BigInteger::add);

    assertThat(sumOf(ITEMS)).isEqualTo(all.mod(BigInteger.ONE.shiftLeft(128)));
    assertThat(sumOf(ITEMS.subList(0, 1))).isEqualTo(number(ITEMS.get(0)));
    assertThat(sumOf(List.of())).isZero();
  }

  @Test
  void sum_ofAKnownItem_isTheNumberThatRecordsHold() {
    assertThat(sumOf(List.of(Map.of("pk", AttributeValue.fromS("a")))).toString(16))
        .isEqualTo("f18bafa957d9dbdfb44ea8d8373ba35c");
  }
}
