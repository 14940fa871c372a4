package dev.evenkeel.core.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.internal.value.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The values next to a sort key value: nothing a sort key can hold lies between. */
class KeyNeighbourTest {
  private static @Nullable AttributeValue after(AttributeValue value) {
    return KeyOrder.neighbour(value, true);
  }

  private static @Nullable AttributeValue before(AttributeValue value) {
    return KeyOrder.neighbour(value, false);
  }

  private static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue n(String number) {
    return AttributeValue.fromN(number);
  }

  private static AttributeValue b(byte[] bytes) {
    return AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
  }

  static List<KeyOrderTest.Kind> kinds() {
    return KeyOrderTest.kinds();
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("kinds")
  void neighbour_randomValues_bracketsNothingButTheValue(KeyOrderTest.Kind kind) {
    long seed = 20_260_102;
    RandomItems random = new RandomItems(seed);
    Comparator<AttributeValue> order = KeyOrder.of(kind.type());
    List<AttributeValue> values = new ArrayList<>();
    while (values.size() < 600) {
      AttributeValue value = kind.draw().apply(random);
      if (ItemSize.valueBytes(value) > 0) {
        values.add(value);
      }
    }
    for (AttributeValue value : values) {
      AttributeValue after = after(value);
      AttributeValue before = before(value);
      for (AttributeValue other : values) {
        int compared = Integer.signum(order.compare(other, value));
        assertThat(after != null && order.compare(other, after) >= 0)
            .as("seed %d: %s above %s", seed, other, value)
            .isEqualTo(compared > 0);
        assertThat(before != null && order.compare(other, before) <= 0)
            .as("seed %d: %s below %s", seed, other, value)
            .isEqualTo(compared < 0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void neighbour_thereAndBack_isTheValue(KeyOrderTest.Kind kind) {
    long seed = 20_260_103;
    RandomItems random = new RandomItems(seed);
    Comparator<AttributeValue> order = KeyOrder.of(kind.type());
    for (int i = 0; i < 3_000; i++) {
      AttributeValue value = kind.draw().apply(random);
      if (ItemSize.valueBytes(value) == 0) {
        continue;
      }
      for (boolean ascending : new boolean[] {true, false}) {
        AttributeValue near = KeyOrder.neighbour(value, ascending);
        if (near != null) {
          AttributeValue back = KeyOrder.neighbour(near, !ascending);
          assertThat(back).as("seed %d: back from %s", seed, near).isNotNull();
          assertThat(order.compare(back, value)).as("seed %d: %s", seed, value).isZero();
        }
      }
    }
  }

  /** With one byte of room everything can be listed, so that the gap can be seen to be empty. */
  @Test
  void neighbour_binariesAtFullLength_areTheNextInTheList() {
    List<AttributeValue> all = new ArrayList<>();
    byte[] head = new byte[1023];
    Arrays.fill(head, (byte) 0xFE);
    all.add(b(head));
    for (int last = 0; last < 256; last++) {
      byte[] full = Arrays.copyOf(head, 1024);
      full[1023] = (byte) last;
      all.add(b(full));
    }
    for (int i = 0; i + 1 < all.size(); i++) {
      assertThat(after(all.get(i))).isEqualTo(all.get(i + 1));
      assertThat(before(all.get(i + 1))).isEqualTo(all.get(i));
    }
  }

  @Test
  void neighbour_stringsAtFullLength_skipWhatDoesNotFit() {
    String head = "z".repeat(1023);
    assertThat(after(s(head + "a"))).isEqualTo(s(head + "b"));
    assertThat(after(s(head + "\u007f"))).isEqualTo(s("z".repeat(1022) + "{"));
    assertThat(after(s("z".repeat(1022) + "\u07ff"))).isEqualTo(s("z".repeat(1021) + "{"));
    assertThat(after(s("z".repeat(1021) + "\ud7ff"))).isEqualTo(s("z".repeat(1021) + "\ue000"));
    assertThat(before(s("z".repeat(1021) + "\ue000"))).isEqualTo(s("z".repeat(1021) + "\ud7ff"));
    assertThat(before(s("z".repeat(1024)))).isEqualTo(s(head + "y"));
    assertThat(before(s(head))).isEqualTo(s("z".repeat(1022) + "y\u007f"));
    assertThat(before(s("b"))).isEqualTo(s("a" + "\udbff\udfff".repeat(255) + "\uffff"));
    assertThat(before(s("\u0080"))).isEqualTo(s("\u007f" + "\udbff\udfff".repeat(255) + "\uffff"));
    assertThat(before(s("z".repeat(1021) + "b"))).isEqualTo(s("z".repeat(1021) + "a\u07ff"));
  }

  @Test
  void neighbour_atTheEnds_isNull() {
    assertThat(before(s("\0"))).isNull();
    assertThat(after(s("\udbff\udfff".repeat(256)))).isNull();
    assertThat(before(b(new byte[1]))).isNull();
    byte[] last = new byte[1024];
    Arrays.fill(last, (byte) 0xFF);
    assertThat(after(b(last))).isNull();
    assertThat(after(n("9.9999999999999999999999999999999999999E+125"))).isNull();
    assertThat(before(n("-9.9999999999999999999999999999999999999E125"))).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1E-130",
    "-1E-130, 0",
    "1, 1.0000000000000000000000000000000000001",
    "-1, -0.99999999999999999999999999999999999999",
    "-10, -9.9999999999999999999999999999999999999",
    "0.99999999999999999999999999999999999999, 1",
    "1E-130, 1.0000000000000000000000000000000000001E-130",
    "-20, -19.999999999999999999999999999999999999",
    "9.9999999999999999999999999999999999998E125, 9.9999999999999999999999999999999999999E125",
    "99999999999999999999999999999999999999, 100000000000000000000000000000000000000"
  })
  void neighbour_numbers_differInTheLastDigit(String lower, String upper) {
    assertThat(after(n(lower))).isEqualTo(n(CanonicalNumber.of(upper)));
    assertThat(before(n(upper))).isEqualTo(n(CanonicalNumber.of(lower)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1025})
  void neighbour_ofWhatNoSortKeyHolds_isRefused(int length) {
    assertThatThrownBy(() -> after(s("a".repeat(length))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a sort key has 1 to 1024 bytes but the value has " + length);
    assertThatThrownBy(() -> before(b(new byte[length])))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Random long strings of characters of all lengths, around the limit. */
  @Test
  void neighbour_longRandomStrings_areInOrderAndFit() {
    long seed = 20_260_104;
    Random random = new Random(seed);
    int[] edges = {0, 1, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF};
    Comparator<AttributeValue> order = KeyOrder.of(ScalarAttributeType.S);
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder("z".repeat(1012));
      int target = 1019 + random.nextInt(6);
      while (true) {
        String next = Character.toString(edges[random.nextInt(edges.length)]);
        if (Utf8.length(text.toString()) + Utf8.length(next) > target) {
          break;
        }
        text.append(next);
      }
      AttributeValue value = s(text.toString());
      AttributeValue after = after(value);
      AttributeValue before = before(value);
      assertThat(after).as("seed %d, step %d", seed, i).isNotNull();
      assertThat(before).as("seed %d, step %d", seed, i).isNotNull();
      assertThat(ItemSize.valueBytes(after)).isLessThanOrEqualTo(1024);
      assertThat(ItemSize.valueBytes(before)).isLessThanOrEqualTo(1024);
      assertThat(order.compare(before, value)).isNegative();
      assertThat(order.compare(value, after)).isNegative();
      assertThat(before(after)).as("seed %d, step %d", seed, i).isEqualTo(value);
      assertThat(after(before)).as("seed %d, step %d", seed, i).isEqualTo(value);
    }
  }
}
