package dev.evenkeel.core.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Order and canonical numbers, compared with what DynamoDB Local returns. */
class KeyOrderOnLocalTest {
  private static final AttributeValue A = AttributeValue.fromS("a");

  static List<KeyOrderTest.Kind> kinds() {
    return KeyOrderTest.kinds();
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("kinds")
  void of_randomSortKeys_isTheOrderOfAQuery(KeyOrderTest.Kind kind) {
    long seed = 21;
    RandomItems random = new RandomItems(seed);
    try (LocalTable table = new LocalTable(kind.type())) {
      Set<AttributeValue> values = new LinkedHashSet<>();
      for (int i = 0; i < 250; i++) {
        AttributeValue value = kind.draw().apply(random);
        if (ItemSize.valueBytes(value) > 0) {
          values.add(value);
        }
      }
      values.forEach(value -> table.put(Map.of("k", A, "r", value)));
      List<AttributeValue> returned =
          table.partition("a").stream().map(row -> row.get("r")).toList();
      assertThat(returned).as("seed %d", seed).hasSizeGreaterThan(50);
      assertThat(returned).as("seed %d", seed).isSortedAccordingTo(KeyOrder.of(kind.type()));
    }
  }

  /** Of top-level attributes: DynamoDB Local returns numbers in documents as they were sent. */
  @Tag("deep")
  @ParameterizedTest
  @ValueSource(longs = {22, 23})
  void canonicalNumber_randomNumbers_isTheTextThatLocalReturns(long seed) {
    RandomItems random = new RandomItems(seed);
    Map<String, AttributeValue> key = Map.of("k", A, "r", A);
    Map<String, AttributeValue> sent = new HashMap<>(key);
    Map<String, AttributeValue> canonical = new HashMap<>(key);
    for (int i = 0; i < 1_000; i++) {
      String number = random.number();
      sent.put("n" + i, AttributeValue.fromN(number));
      canonical.put("n" + i, AttributeValue.fromN(CanonicalNumber.of(number)));
    }
    try (LocalTable table = new LocalTable(ScalarAttributeType.S)) {
      table.put(sent);
      assertThat(table.get(key)).as("seed %d", seed).isEqualTo(canonical);
    }
  }

  @Tag("deep")
  @Test
  void canonicalNumber_numbersThatItRefuses_areRefusedByLocal() {
    try (LocalTable table = new LocalTable(ScalarAttributeType.S)) {
      for (String text :
          List.of(
              "",
              " 1",
              "NaN",
              "1E",
              "1E126",
              "-1E126",
              "1E-131",
              "1E2147483647",
              "1" + "0".repeat(37) + "1")) {
        assertThatThrownBy(() -> CanonicalNumber.of(text))
            .isInstanceOf(InvalidNumberException.class);
        Map<String, AttributeValue> item = Map.of("k", A, "r", A, "n", AttributeValue.fromN(text));
        assertThatThrownBy(() -> table.put(item)).isInstanceOf(DynamoDbException.class);
      }
    }
  }
}
