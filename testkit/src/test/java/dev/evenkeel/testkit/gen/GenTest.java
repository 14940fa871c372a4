package dev.evenkeel.testkit.gen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.Tables;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@ExtendWith(LocalDynamoDbExtension.class)
class GenTest {
  private static final Map<String, AttributeValue> KEY = Tables.key("p", "s");

  @Test
  void item_manySeeds_isStoredAndReadBackEqual(DynamoDbClient client) {
    Tables.create(client, "items");
    Property.check(
        150,
        gen -> {
          Map<String, AttributeValue> item = gen.item(KEY);
          client.putItem(r -> r.tableName("items").item(item));
          var answer = client.getItem(r -> r.tableName("items").key(KEY).consistentRead(true));
          assertThat(canonical(answer.item())).isEqualTo(canonical(item));
        });
  }

  /** Numbers and sets in one spelling: DynamoDB keeps their values, not how they were written. */
  private static Map<String, Object> canonical(Map<String, AttributeValue> attributes) {
    Map<String, Object> canonical = new HashMap<>();
    attributes.forEach((name, value) -> canonical.put(name, canonical(value)));
    return canonical;
  }

  private static Object canonical(AttributeValue value) {
    return switch (value.type()) {
      case N -> number(value.n());
      case NS -> value.ns().stream().map(GenTest::number).collect(Collectors.toSet());
      case SS -> Set.copyOf(value.ss());
      case BS -> Set.copyOf(value.bs());
      case L -> value.l().stream().map(GenTest::canonical).toList();
      case M -> canonical(value.m());
      default -> value;
    };
  }

  private static BigDecimal number(String text) {
    return new BigDecimal(text).stripTrailingZeros();
  }

  @Test
  void keyString_manySeeds_isAcceptedAsKey(DynamoDbClient client) {
    Tables.create(client, "keys");
    Property.check(
        50,
        gen -> {
          Map<String, AttributeValue> key = Tables.key(gen.keyString(), gen.keyString());
          client.putItem(r -> r.tableName("keys").item(key));
          var answer = client.getItem(r -> r.tableName("keys").key(key));
          assertThat(answer.item()).isEqualTo(key);
        });
  }

  @Test
  void number_manySeeds_isKeptExactly(DynamoDbClient client) {
    Tables.create(client, "numbers");
    Property.check(
        100,
        gen -> {
          BigDecimal number = gen.number();
          Map<String, AttributeValue> item =
              Map.of(
                  "pk", AttributeValue.fromS("p"),
                  "sk", AttributeValue.fromS("s"),
                  "n", AttributeValue.fromN(number.toString()));
          client.putItem(r -> r.tableName("numbers").item(item));
          var stored = client.getItem(r -> r.tableName("numbers").key(KEY)).item();
          assertThat(new BigDecimal(Tables.attribute(stored, "n").n()))
              .isEqualByComparingTo(number);
        });
  }

  @Test
  void number_manyDraws_reachesBothSignsAllDigitsAndFarExponents() {
    Gen gen = Gen.seeded(5, 40);
    List<BigDecimal> numbers = Stream.generate(gen::number).limit(2000).toList();

    assertThat(numbers).anyMatch(n -> n.signum() < 0).anyMatch(n -> n.signum() == 0);
    assertThat(numbers).anyMatch(n -> n.precision() == 38);
    assertThat(numbers).anyMatch(n -> n.signum() != 0 && n.precision() - n.scale() < -80);
    assertThat(numbers).anyMatch(n -> n.precision() - n.scale() > 115);
  }

  @Test
  void attributeValue_manyDraws_reachesAllTenTypes() {
    Gen gen = Gen.seeded(5, 10);
    Set<AttributeValue.Type> types = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      types.add(gen.attributeValue().type());
    }

    assertThat(types)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(AttributeValue.Type.values())
                .filter(type -> type != AttributeValue.Type.UNKNOWN_TO_SDK_VERSION)
                .toList());
  }

  @Test
  void utf8OrderPair_manySeeds_theTwoOrdersDisagree() {
    Property.check(
        100,
        gen -> {
          List<String> pair = gen.utf8OrderPair();
          byte[] first = pair.get(0).getBytes(StandardCharsets.UTF_8);
          byte[] second = pair.get(1).getBytes(StandardCharsets.UTF_8);

          assertThat(Arrays.compareUnsigned(first, second)).isNegative();
          assertThat(pair.get(0).compareTo(pair.get(1))).isPositive();
        });
  }

  @Test
  void seeded_sameSeedAndSize_sameValues() {
    assertThat(Gen.seeded(9, 20).item(KEY)).isEqualTo(Gen.seeded(9, 20).item(KEY));
    assertThat(Gen.seeded(9, 20)).hasToString("Gen.seeded(9L, 20)");
  }
}
