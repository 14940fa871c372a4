package dev.evenkeel.core.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.item.KeyOrder;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class KeyMiddleTest {
  @ParameterizedTest
  @CsvSource({
    "2024,2026,2025",
    "2024-01-01,2024-09-01,2024-05",
    "a,b,b",
    "a,abc,a1",
    "day#1,day#2,day#2"
  })
  void of_texts_betweenThem(String low, String high, String middle) {
    assertThat(KeyMiddle.of(AttributeValue.fromS(low), AttributeValue.fromS(high)))
        .contains(AttributeValue.fromS(middle));
  }

  @ParameterizedTest
  @CsvSource({"1,9,5", "1,2,1.5", "-4,4,0", "1E-130,2E-130,2E-130"})
  void of_numbers_half(String low, String high, String middle) {
    AttributeValue found =
        KeyMiddle.of(AttributeValue.fromN(low), AttributeValue.fromN(high)).orElseThrow();

    assertThat(new BigDecimal(found.n())).isEqualByComparingTo(middle);
  }

  @Test
  void of_equalOrFalling_nothing() {
    assertThat(KeyMiddle.of(AttributeValue.fromS("a"), AttributeValue.fromS("a"))).isEmpty();
    assertThat(KeyMiddle.of(AttributeValue.fromN("2"), AttributeValue.fromN("1"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"S", "N", "B"})
  void of_anyPair_aboveTheLowAndNotAboveTheHigh(ScalarAttributeType type) {
    Random random = new Random(3);
    Comparator<AttributeValue> order = KeyOrder.of(type);
    for (int round = 0; round < 2_000; round++) {
      AttributeValue a = any(type, random);
      AttributeValue b = any(type, random);
      if (order.compare(a, b) < 0) {
        AttributeValue middle = KeyMiddle.of(a, b).orElseThrow();
        assertThat(order.compare(a, middle)).isNegative();
        assertThat(order.compare(middle, b)).isLessThanOrEqualTo(0);
      }
    }
  }

  private static AttributeValue any(ScalarAttributeType type, Random random) {
    byte[] bytes = new byte[1 + random.nextInt(3)];
    random.nextBytes(bytes);
    int[] points = {random.nextInt(0xD800), 0xD7FF + 0x801 * random.nextInt(2), 0x1F600};
    return switch (type) {
      case S -> AttributeValue.fromS(new String(points, random.nextInt(3), 1));
      case N -> AttributeValue.fromN(random.nextInt() + "E" + (random.nextInt(200) - 100));
      default -> AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
    };
  }
}
