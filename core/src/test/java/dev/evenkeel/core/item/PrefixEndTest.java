package dev.evenkeel.core.item;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.internal.item.PrefixEnd;
import dev.evenkeel.core.internal.value.Utf8;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class PrefixEndTest {
  private static final String LAST = new String(Character.toChars(Character.MAX_CODE_POINT));

  @Test
  void prefixEnd_strings_raisesTheLastCodePointThatCanGrow() {
    assertThat(endOf("ab")).isEqualTo("ac");
    assertThat(endOf("a\uD7FF")).isEqualTo("a\uE000");
    assertThat(endOf("\uFFFF")).isEqualTo("\uD800\uDC00");
    assertThat(endOf("a" + LAST + LAST)).isEqualTo("b");
  }

  @Test
  void prefixEnd_binaries_carries() {
    assertThat(endOf(1, 2)).containsExactly(1, 3);
    assertThat(endOf(0x7F)).containsExactly(0x80);
    assertThat(endOf(1, 0xFF, 0xFF)).containsExactly(2);
  }

  @Test
  void prefixEnd_nothingCanGrow_isNull() {
    assertThat(KeyOrder.prefixEnd(AttributeValue.fromS(""))).isNull();
    assertThat(KeyOrder.prefixEnd(AttributeValue.fromS(LAST + LAST))).isNull();
    assertThat(KeyOrder.prefixEnd(AttributeValue.fromB(SdkBytes.fromByteArray(new byte[0]))))
        .isNull();
    assertThat(PrefixEnd.of(new byte[] {-1, -1})).isNull();
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6})
  void prefixEnd_randomStrings_boundsExactlyWhatBeginsWithThePrefix(long seed) {
    RandomItems random = new RandomItems(seed);
    for (int i = 0; i < 20_000; i++) {
      String prefix = random.text(3);
      String candidate = random.flip() ? prefix + random.text(2) : random.text(4);
      String end = PrefixEnd.of(prefix);
      boolean inRange =
          Utf8.compare(candidate, prefix) >= 0 && (end == null || Utf8.compare(candidate, end) < 0);
      assertThat(inRange).as("seed %d, step %d", seed, i).isEqualTo(candidate.startsWith(prefix));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {7, 8, 9})
  void prefixEnd_randomBinaries_boundsExactlyWhatBeginsWithThePrefix(long seed) {
    RandomItems random = new RandomItems(seed);
    for (int i = 0; i < 20_000; i++) {
      byte[] prefix = random.bytes(3);
      byte[] candidate = random.bytes(4);
      byte[] end = PrefixEnd.of(prefix);
      boolean begins =
          candidate.length >= prefix.length
              && Arrays.equals(prefix, Arrays.copyOf(candidate, prefix.length));
      boolean inRange =
          Arrays.compareUnsigned(candidate, prefix) >= 0
              && (end == null || Arrays.compareUnsigned(candidate, end) < 0);
      assertThat(inRange).as("seed %d, step %d", seed, i).isEqualTo(begins);
    }
  }

  @Test
  void prefixEnd_numberOrUnpairedSurrogate_isRefused() {
    assertThatThrownBy(() -> KeyOrder.prefixEnd(AttributeValue.fromN("1")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> KeyOrder.prefixEnd(AttributeValue.fromS("a\uD800")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String endOf(String prefix) {
    return requireNonNull(KeyOrder.prefixEnd(AttributeValue.fromS(prefix))).s();
  }

  private static int[] endOf(int... prefix) {
    byte[] bytes = new byte[prefix.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) prefix[i];
    }
    AttributeValue value = AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
    byte[] endBytes = requireNonNull(KeyOrder.prefixEnd(value)).b().asByteArray();
    int[] unsigned = new int[endBytes.length];
    for (int i = 0; i < unsigned.length; i++) {
      unsigned[i] = Byte.toUnsignedInt(endBytes[i]);
    }
    return unsigned;
  }
}
