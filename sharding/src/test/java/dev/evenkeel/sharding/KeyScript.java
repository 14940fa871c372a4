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
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Random requests whose expressions read the partition key, over keys that look like one another.
 */
final class KeyScript {
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

  KeyScript(ShardingSpec spec, Random random) {
    this.spec = spec;
    this.random = random;
  }

  /** Every key, twice. */
  List<Map<String, AttributeValue>> items() {
    List<String> keys = spec.partitionType() == ScalarAttributeType.N ? NUMBERS : TEXTS;
    return keys.stream().flatMap(key -> List.of(item(key, "1"), item(key, "2")).stream()).toList();
  }

  private Map<String, AttributeValue> item(String key, String sort) {
    Map<String, AttributeValue> item = new HashMap<>(key(key, sort));
    item.put("g", AttributeValue.fromS(sort));
    item.put("oth", random.nextBoolean() ? keyValue(key) : literal());
    item.put("els", AttributeValue.fromL(List.of(literal(), literal(), keyValue(anyKey()))));
    item.put("n", AttributeValue.fromN(Integer.toString(random.nextInt(4))));
    return item;
  }

  private Map<String, AttributeValue> key(String key, String sort) {
    return Map.of("pk", keyValue(key), "sk", AttributeValue.fromS(sort));
  }

  private String anyKey() {
    return anyOf(spec.partitionType() == ScalarAttributeType.N ? NUMBERS : TEXTS);
  }

  private AttributeValue keyValue(String text) {
    return switch (spec.partitionType()) {
      case N -> AttributeValue.fromN(text);
      case B -> AttributeValue.fromB(SdkBytes.fromUtf8String(text));
      default -> AttributeValue.fromS(text);
    };
  }

  /** A value, mostly of the type of the key. */
  private AttributeValue literal() {
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

  private String value(AttributeValue value) {
    String placeholder = ":v" + values.size();
    values.put(placeholder, value);
    return placeholder;
  }

  private String literalOperand() {
    return value(literal());
  }

  /** Fresh placeholders for the next request. */
  private void begin() {
    values = new HashMap<>();
  }

  /** A condition; with {@code open} also such as no filter over many keys can say. */
  private String condition(int depth, boolean open) {
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

  private @Nullable Map<String, String> names(String... expressions) {
    return String.join(" ", expressions).contains("#p") ? Map.of("#p", "pk") : null;
  }

  private @Nullable Map<String, AttributeValue> values() {
    return values.isEmpty() ? null : values;
  }

  ScanRequest scan(boolean open) {
    begin();
    String filter = condition(2, open);
    return ScanRequest.builder()
        .tableName(spec.tableName())
        .indexName(random.nextInt(4) == 0 ? KeyFixture.INDEX : null)
        .select(random.nextInt(4) == 0 ? Select.COUNT : null)
        .filterExpression(filter)
        .expressionAttributeNames(names(filter))
        .expressionAttributeValues(values())
        .build();
  }

  QueryRequest query() {
    begin();
    String filter = condition(2, false);
    return QueryRequest.builder()
        .tableName(spec.tableName())
        .indexName(KeyFixture.INDEX)
        .keyConditionExpression("g = " + value(AttributeValue.fromS("1")))
        .filterExpression(filter)
        .expressionAttributeNames(names(filter))
        .expressionAttributeValues(values())
        .build();
  }

  DynamoDbRequest write() {
    begin();
    String condition = condition(2, true);
    Map<String, AttributeValue> key = key(anyKey(), Integer.toString(1 + random.nextInt(3)));
    var onFailure =
        random.nextBoolean()
            ? ReturnValuesOnConditionCheckFailure.ALL_OLD
            : ReturnValuesOnConditionCheckFailure.NONE;
    int kind = random.nextInt(8);
    if (kind == 0) {
      return PutItemRequest.builder()
          .tableName(spec.tableName())
          .item(key)
          .conditionExpression(condition)
          .expressionAttributeNames(names(condition))
          .expressionAttributeValues(values())
          .returnValuesOnConditionCheckFailure(onFailure)
          .build();
    }
    if (kind == 1) {
      return DeleteItemRequest.builder()
          .tableName(spec.tableName())
          .key(key)
          .conditionExpression(condition)
          .expressionAttributeNames(names(condition))
          .expressionAttributeValues(values())
          .returnValues(ReturnValue.ALL_OLD)
          .returnValuesOnConditionCheckFailure(onFailure)
          .build();
    }
    if (kind < 5) {
      String update = update();
      String asked = random.nextBoolean() ? condition : unconditional(update);
      return UpdateItemRequest.builder()
          .tableName(spec.tableName())
          .key(key)
          .updateExpression(update)
          .conditionExpression(asked)
          .expressionAttributeNames(names(update, asked))
          .expressionAttributeValues(values())
          .returnValues(ReturnValue.ALL_NEW)
          .returnValuesOnConditionCheckFailure(onFailure)
          .build();
    }
    return TransactWriteItemsRequest.builder()
        .transactItems(action(kind, key, condition, onFailure))
        .build();
  }

  /** An always true condition that uses what was made before. */
  private String unconditional(String update) {
    values.keySet().removeIf(name -> !update.matches(".*" + name + "\\b.*"));
    return "attribute_exists(pk) OR attribute_not_exists(#p)";
  }

  private TransactWriteItem action(
      int kind,
      Map<String, AttributeValue> key,
      String condition,
      ReturnValuesOnConditionCheckFailure onFailure) {
    TransactWriteItem.Builder item = TransactWriteItem.builder();
    if (kind == 5) {
      return item.conditionCheck(
              ConditionCheck.builder()
                  .tableName(spec.tableName())
                  .key(key)
                  .conditionExpression(condition)
                  .expressionAttributeNames(names(condition))
                  .expressionAttributeValues(values())
                  .returnValuesOnConditionCheckFailure(onFailure)
                  .build())
          .build();
    }
    if (kind == 6) {
      String update = update();
      return item.update(
              Update.builder()
                  .tableName(spec.tableName())
                  .key(key)
                  .updateExpression(update)
                  .conditionExpression(condition)
                  .expressionAttributeNames(names(update, condition))
                  .expressionAttributeValues(values())
                  .returnValuesOnConditionCheckFailure(onFailure)
                  .build())
          .build();
    }
    return random.nextBoolean()
        ? item.delete(
                Delete.builder()
                    .tableName(spec.tableName())
                    .key(key)
                    .conditionExpression(condition)
                    .expressionAttributeNames(names(condition))
                    .expressionAttributeValues(values())
                    .returnValuesOnConditionCheckFailure(onFailure)
                    .build())
            .build()
        : item.put(
                Put.builder()
                    .tableName(spec.tableName())
                    .item(key)
                    .conditionExpression(condition)
                    .expressionAttributeNames(names(condition))
                    .expressionAttributeValues(values())
                    .returnValuesOnConditionCheckFailure(onFailure)
                    .build())
            .build();
  }

  private String update() {
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
