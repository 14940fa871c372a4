package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.ShardingSpec;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Random conditions and updates that read the partition key, over keys that look like one another,
 * and the values of their placeholders.
 */
final class KeyExpressions {
  private static final List<String> TEXTS =
      List.of(
          "day",
          "day.1",
          "day.12",
          "day.",
          "d",
          "day-2",
          "day/7",
          "dayz",
          "1",
          "1.2",
          "a.b",
          "é.1",
          "\uD83D\uDE00",
          "day#",
          "day#3",
          "3#day",
          "12#d",
          "day.-#1",
          "2015-05-17",
          "2015");
  private static final List<String> FURTHER =
      List.of(
          "da", "day.0", "day.15", "day.3.", "é", ".", "z", "\uD83D", "2015-05", "#", ".1", "7",
          "day.-");
  private static final List<String> NUMBERS = List.of("1", "2", "10", "-3.5", "100", "1.2");
  private static final List<String> COMPARISONS = List.of("=", "<>", "<", "<=", ">", ">=");

  private final ShardingSpec spec;
  private final Random random;
  private Map<String, AttributeValue> values = new HashMap<>();

  KeyExpressions(ShardingSpec spec, Random random) {
    this.spec = spec;
    this.random = random;
  }

  /** The keys that items have. */
  List<String> keys() {
    return spec.partitionType() == ScalarAttributeType.N ? NUMBERS : TEXTS;
  }

  String anyKey() {
    return anyOf(keys());
  }

  AttributeValue keyValue(String text) {
    return switch (spec.partitionType()) {
      case N -> AttributeValue.fromN(text);
      case B -> AttributeValue.fromB(SdkBytes.fromUtf8String(text));
      default -> AttributeValue.fromS(text);
    };
  }

  /** A value, mostly of the type of the key. */
  AttributeValue literal() {
    String text = random.nextInt(3) == 0 ? anyOf(FURTHER) : anyOf(TEXTS);
    text = text.equals("\uD83D") ? "\uD83D\uDE01" : text;
    return switch (random.nextInt(16)) {
      case 0 -> AttributeValue.fromN(anyOf(NUMBERS));
      case 1 -> AttributeValue.fromB(SdkBytes.fromUtf8String(text));
      case 2 -> AttributeValue.fromS(text);
      default ->
          spec.partitionType() == ScalarAttributeType.N
              ? AttributeValue.fromN(
                  new BigDecimal(anyOf(NUMBERS)).setScale(random.nextInt(2) + 1).toString())
              : keyValue(text);
    };
  }

  /** The placeholder of a value from here on. */
  String value(AttributeValue value) {
    String placeholder = ":v" + values.size();
    values.put(placeholder, value);
    return placeholder;
  }

  private String literalOperand() {
    return value(literal());
  }

  /** Fresh placeholders for the next request. */
  void begin() {
    values = new HashMap<>();
  }

  /** A condition; with {@code open} also such as no filter over many keys can say. */
  String condition(int depth, boolean open) {
    if (depth > 0 && random.nextInt(2) == 0) {
      String left = condition(depth - 1, open);
      return switch (random.nextInt(3)) {
        case 0 -> "NOT (" + left + " AND " + condition(depth - 1, open) + ")";
        case 1 -> "(" + left + " OR " + condition(depth - 1, open) + ") AND n < " + number();
        default -> left + " OR " + condition(depth - 1, open);
      };
    }
    return open && random.nextInt(3) == 0 ? open() : closed();
  }

  private String number() {
    return value(AttributeValue.fromN(Integer.toString(random.nextInt(4))));
  }

  private String closed() {
    return switch (random.nextInt(12)) {
      case 0, 1 -> "pk " + anyOf(COMPARISONS) + " " + literalOperand();
      case 2 -> literalOperand() + " " + anyOf(COMPARISONS) + " #p";
      case 3, 4 -> "begins_with(pk, " + value(prefix()) + ")";
      case 5 ->
          "pk IN (" + literalOperand() + ", " + literalOperand() + ", " + literalOperand() + ")";
      case 6 -> "pk BETWEEN " + literalOperand() + " AND " + literalOperand();
      case 7 -> "contains(pk, " + literalOperand() + ")";
      case 8 -> "contains(" + value(AttributeValue.fromL(List.of(literal(), literal()))) + ", pk)";
      case 9 -> "begins_with(" + literalOperand() + ", pk)";
      case 10 ->
          "attribute_type(pk, " + value(AttributeValue.fromS(anyOf(List.of("S", "N", "B")))) + ")";
      default -> "attribute_exists(pk)";
    };
  }

  private AttributeValue prefix() {
    AttributeValue value = literal();
    return value.n() == null || random.nextInt(4) == 0 ? value : AttributeValue.fromS("1");
  }

  private String open() {
    return switch (random.nextInt(9)) {
      case 0 -> "pk " + anyOf(COMPARISONS) + " oth";
      case 1 -> "size(pk) " + anyOf(COMPARISONS) + " " + number();
      case 2 -> "size(pk) " + anyOf(COMPARISONS) + " n";
      case 3 -> "oth IN (" + literalOperand() + ", pk)";
      case 4 -> "oth BETWEEN pk AND " + literalOperand();
      case 5 -> "contains(els, pk)";
      case 6 -> "begins_with(oth, pk)";
      case 7 -> "pk BETWEEN oth AND " + literalOperand();
      default -> literalOperand() + " BETWEEN pk AND oth";
    };
  }

  @Nullable Map<String, String> names(String... expressions) {
    return String.join(" ", expressions).contains("#p") ? Map.of("#p", "pk") : null;
  }

  @Nullable Map<String, AttributeValue> values() {
    return values.isEmpty() ? null : values;
  }

  /** An always true condition that uses what was made before. */
  String unconditional(String update) {
    values.keySet().removeIf(name -> !update.matches(".*" + name + "\\b.*"));
    return "attribute_exists(pk) OR attribute_not_exists(#p)";
  }

  String update() {
    return switch (random.nextInt(9)) {
      case 0, 1 -> "SET oth = #p";
      case 2 -> "SET oth = if_not_exists(nothing, pk), n = " + number();
      case 3 -> "SET oth = if_not_exists(pk, " + literalOperand() + ")";
      case 4 -> "SET n = pk + " + number();
      case 5 -> "SET els = list_append(els, pk)";
      case 6 -> "SET doc = pk REMOVE oth";
      case 7 -> "SET n = if_not_exists(n, pk) + " + number();
      default -> "REMOVE pk";
    };
  }

  private <T> T anyOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
