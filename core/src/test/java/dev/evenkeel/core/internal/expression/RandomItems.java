package dev.evenkeel.core.internal.expression;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items whose attributes are those the generated expressions name, with values of every type. */
final class RandomItems {
  private static final List<String> ATTRIBUTES =
      List.of(
          "a",
          "b",
          "c1",
          "d_e",
          "num",
          "txt",
          "lst",
          "mp",
          "tags",
          "size",
          "contains",
          "n",
          "year",
          "x.y[0]",
          "a-b");

  private final Random random;

  RandomItems(Random random) {
    this.random = random;
  }

  Map<String, AttributeValue> item(String pk, String sk) {
    Map<String, AttributeValue> item = attributes(2);
    item.put("pk", AttributeValue.fromS(pk));
    item.put("sk", AttributeValue.fromS(sk));
    return item;
  }

  private Map<String, AttributeValue> attributes(int depth) {
    Map<String, AttributeValue> attributes = new HashMap<>();
    for (String attribute : ATTRIBUTES) {
      if (random.nextInt(4) > 0) {
        attributes.put(attribute, value(depth));
      }
    }
    return attributes;
  }

  private AttributeValue value(int depth) {
    return switch (random.nextInt(depth == 0 ? 5 : 8)) {
      case 0, 1 -> AttributeValue.fromN(Integer.toString(random.nextInt(3)));
      case 2 -> AttributeValue.fromS(List.of("S", "Sx", "a", "N").get(random.nextInt(4)));
      case 3 -> AttributeValue.fromSs(List.of("S", "T"));
      case 4 -> AttributeValue.fromBool(random.nextBoolean());
      case 5, 6 -> AttributeValue.fromM(attributes(depth - 1));
      default -> AttributeValue.fromL(List.of(value(depth - 1), value(depth - 1)));
    };
  }
}
