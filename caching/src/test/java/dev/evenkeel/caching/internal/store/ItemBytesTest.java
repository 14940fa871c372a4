package dev.evenkeel.caching.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items as bytes, and back. */
class ItemBytesTest {
  private static final SdkBytes BYTES = SdkBytes.fromByteArray(new byte[] {0, -1, 7});
  private static final Map<String, AttributeValue> ITEM =
      Map.ofEntries(
          Map.entry(
              "s", AttributeValue.fromS("Gr\u00fc\u00dfe \ud83d\ude80 " + "x".repeat(70_000))),
          Map.entry("n", AttributeValue.fromN("-1.5E-130")),
          Map.entry("b", AttributeValue.fromB(BYTES)),
          Map.entry("t", AttributeValue.fromBool(true)),
          Map.entry("f", AttributeValue.fromBool(false)),
          Map.entry("0", AttributeValue.fromNul(true)),
          Map.entry("", AttributeValue.fromS("")),
          Map.entry("l", AttributeValue.fromL(List.of(AttributeValue.fromN("1")))),
          Map.entry("m", AttributeValue.fromM(Map.of("deep", AttributeValue.fromM(Map.of())))),
          Map.entry("ss", AttributeValue.fromSs(List.of("b", "a"))),
          Map.entry("ns", AttributeValue.fromNs(List.of("2", "1"))),
          Map.entry("bs", AttributeValue.fromBs(List.of(BYTES))));

  @Test
  void item_ofEveryType_isTheSameAgain() {
    assertThat(ItemBytes.item(ItemBytes.of(ITEM))).isEqualTo(ITEM);
  }

  @Test
  void bytes_thatAreCutOffOrOfAnotherVersion_areNoItem() {
    byte[] bytes = ItemBytes.of(ITEM).asByteArray();
    for (int length = 0; length < 400; length++) {
      assertThat(ItemBytes.item(SdkBytes.fromByteArray(Arrays.copyOf(bytes, length)))).isNull();
    }
    bytes[0]++;
    assertThat(ItemBytes.item(SdkBytes.fromByteArray(bytes))).isNull();
  }

  @Test
  void item_withAValueThatThisSdkDoesNotKnow_isLeftOut() {
    assertThat(ItemBytes.of(Map.of("new", AttributeValue.builder().build()))).isNull();
  }

  @Test
  void digests_ofDifferentKeys_differ() {
    AttributeValue one = AttributeValue.fromS("1");
    assertThat(
            List.of(
                ItemBytes.digest(new ItemKey("t", one, null)),
                ItemBytes.digest(new ItemKey("t", AttributeValue.fromN("1"), null)),
                ItemBytes.digest(new ItemKey("t", one, one)),
                ItemBytes.digest(new ItemKey("t", AttributeValue.fromS("2"), null))))
        .doesNotHaveDuplicates()
        .allMatch(digest -> digest.matches("[A-Za-z0-9_-]{43}"));
  }
}
