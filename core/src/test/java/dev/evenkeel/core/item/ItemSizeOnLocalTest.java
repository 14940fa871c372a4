package dev.evenkeel.core.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Sizes are compared where DynamoDB Local shows them: where one byte more costs a unit more. */
class ItemSizeOnLocalTest {
  private static final Map<String, AttributeValue> KEY =
      Map.of("k", AttributeValue.fromS("000000"), "r", AttributeValue.fromN("1"));

  private static LocalTable table;
  private static int keys = 1;

  @BeforeAll
  static void start() {
    table = new LocalTable(ScalarAttributeType.N);
  }

  @AfterAll
  static void stop() {
    table.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void bytes_randomItems_areTheBytesThatLocalCharges(long seed) {
    RandomItems random = new RandomItems(seed);
    for (int i = 0; i < 120; i++) {
      Map<String, AttributeValue> item = new HashMap<>(random.attributes(4));
      item.putAll(KEY);
      assertThat(chargedBytes(item))
          .as("seed %d, step %d", seed, i)
          .isEqualTo(ItemSize.bytes(item));
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(longs = {14, 15})
  void numberBytes_randomNumbers_areTheBytesThatLocalCharges(long seed) {
    RandomItems random = new RandomItems(seed);
    for (int i = 0; i < 100; i++) {
      Map<String, AttributeValue> item = new HashMap<>(KEY);
      item.put("n", AttributeValue.fromN(random.number()));
      assertThat(chargedBytes(item))
          .as("seed %d, step %d", seed, i)
          .isEqualTo(ItemSize.bytes(item));
    }
  }

  @Test
  void bytes_itemNestedAsDeeplyAsAllowed_isWhatLocalCharges() {
    AttributeValue list = AttributeValue.fromS("a");
    AttributeValue map = AttributeValue.fromS("a");
    for (int level = 0; level < 31; level++) {
      list = AttributeValue.fromL(List.of(list));
      map = AttributeValue.fromM(Map.of("name", map));
    }
    Map<String, AttributeValue> item = new HashMap<>(KEY);
    item.put("l", list);
    item.put("m", map);
    assertThat(chargedBytes(item)).isEqualTo(ItemSize.bytes(item));
  }

  /**
   * The size Local gives the item, provided that ours is right: padded to a full kilobyte by our
   * count it must cost exactly that many units, and with one byte more exactly one more. Otherwise
   * a size that is certainly not ours.
   */
  private static long chargedBytes(Map<String, AttributeValue> item) {
    long bytes = ItemSize.bytes(item);
    long kilobytes = (bytes + 1) / 1024 + 1;
    int padding = (int) (kilobytes * 1024 - bytes - 1);
    double full = unitsWithPadding(item, padding);
    double over = unitsWithPadding(item, padding + 1);
    return full == kilobytes && over == kilobytes + 1 ? bytes : -1;
  }

  /** Under a fresh key of the same size, so that no item is replaced. */
  private static double unitsWithPadding(Map<String, AttributeValue> item, int padding) {
    Map<String, AttributeValue> padded = new HashMap<>(item);
    padded.put("k", AttributeValue.fromS("%06d".formatted(keys++)));
    padded.put("p", AttributeValue.fromS("p".repeat(padding)));
    return table.put(padded).capacityUnits();
  }

  static Stream<Named<AttributeValue>> fillings() {
    AttributeValue number = AttributeValue.fromN("-12345.678");
    return Stream.of(
        Named.of("ASCII", AttributeValue.fromS("a".repeat(400_000))),
        Named.of("four-byte characters", AttributeValue.fromS("\uD83D\uDE00".repeat(100_000))),
        Named.of("binary", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[400_000]))),
        Named.of("list of numbers", AttributeValue.fromL(copies(number, 50_000))),
        Named.of(
            "list of flags", AttributeValue.fromL(copies(AttributeValue.fromBool(true), 200_000))),
        Named.of("map", AttributeValue.fromM(map(20_000))),
        Named.of(
            "list of maps", AttributeValue.fromL(copies(AttributeValue.fromM(map(10)), 2_000))),
        Named.of("string set", AttributeValue.fromSs(texts(40_000))),
        Named.of("number set", AttributeValue.fromNs(numbers(60_000))),
        Named.of(
            "binary set",
            AttributeValue.fromBs(texts(40_000).stream().map(SdkBytes::fromUtf8String).toList())));
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("fillings")
  void itemBytesMax_itemsOfEveryType_isAcceptedAndOneByteMoreRefused(AttributeValue filling) {
    table.delete(KEY);
    Map<String, AttributeValue> item = new HashMap<>(KEY);
    item.put("filling", filling);
    int padding = (int) (ItemSize.ITEM_BYTES_MAX - ItemSize.bytes(item) - 1);
    item.put("p", AttributeValue.fromS("p".repeat(padding)));
    assertThat(ItemSize.bytes(item)).isEqualTo(ItemSize.ITEM_BYTES_MAX);
    assertThat(table.put(item).capacityUnits()).isEqualTo(400);
    item.put("p", AttributeValue.fromS("p".repeat(padding + 1)));
    assertThatThrownBy(() -> table.put(item))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("Item size has exceeded the maximum allowed size");
  }

  private static List<AttributeValue> copies(AttributeValue value, int count) {
    return Collections.nCopies(count, value);
  }

  private static Map<String, AttributeValue> map(int entries) {
    Map<String, AttributeValue> map = new HashMap<>();
    texts(entries).forEach(name -> map.put(name, AttributeValue.fromNul(true)));
    return map;
  }

  private static List<String> texts(int count) {
    return IntStream.range(0, count).mapToObj(i -> "\u00E9" + i).toList();
  }

  private static List<String> numbers(int count) {
    return IntStream.range(0, count).mapToObj(i -> "-" + i + ".5").toList();
  }
}
