package dev.evenkeel.sharding;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Random single-item requests over few keys and few attributes, so that they meet. */
final class WriteScript {
  private static final int SORTS = 4;

  private static final Map<String, AttributeValue> VALUES =
      Map.of(
          ":one", fromN("1"), ":two", fromN("2"), ":s", fromS("s"), ":set", fromSs(List.of("e")));

  /** Some work on any item, some only where an attribute is there, some never. */
  private static final List<String> UPDATES =
      List.of(
          "SET x = :one",
          "SET x = x + :one",
          "SET x = if_not_exists(x, :two) + :one",
          "SET y = :s, x = :two REMOVE tags",
          "SET tags = :set, y = x",
          "SET #doc = if_not_exists(#doc, :one)",
          "SET #doc.part = :s",
          "ADD x :two",
          "ADD tags :set",
          "ADD y :one",
          "DELETE tags :set",
          "REMOVE x, y",
          "REMOVE nothing",
          "SET sk = :s",
          "REMOVE pk");

  private static final List<String> CONDITIONS =
      List.of(
          "attribute_exists(pk)",
          "attribute_not_exists(pk)",
          "attribute_exists(y) OR x = :one",
          "x > :one AND attribute_exists(sk)",
          "NOT x = :two",
          "x <> :two",
          "(attribute_not_exists(x) OR x < :two) AND (attribute_exists(pk) OR y = :s)",
          "contains(tags, :s) OR size(y) = :one");

  private final ShardingSpec spec;
  private final Random random;
  private final int sorts;

  WriteScript(ShardingSpec spec, Random random) {
    this(spec, random, SORTS);
  }

  /**
   * @param sorts how many sort keys each partition key has
   */
  WriteScript(ShardingSpec spec, Random random, int sorts) {
    this.spec = spec;
    this.random = random;
    this.sorts = sorts;
  }

  /** A key, with its determinant if that is beside it. */
  Map<String, AttributeValue> key() {
    int partition = random.nextInt(3);
    int sort = random.nextInt(sorts);
    Map<String, AttributeValue> key = new HashMap<>();
    key.put("pk", value(spec.partitionType(), "p", partition));
    key.put("sk", value(spec.sortType(), "s", sort));
    if (spec.selector().determinants().contains(ShardedFixture.DETERMINANT)) {
      key.put(ShardedFixture.DETERMINANT, fromS("d" + partition * sort));
    }
    return key;
  }

  /** A key attribute's value with this number. */
  static AttributeValue value(ScalarAttributeType type, String letter, int number) {
    return switch (type) {
      case N -> fromN(String.valueOf(number));
      case B -> AttributeValue.fromB(SdkBytes.fromUtf8String(letter + number));
      default -> fromS(letter + number);
    };
  }

  GetItemRequest get() {
    return GetItemRequest.builder().tableName(spec.tableName()).key(key()).build();
  }

  PutItemRequest put() {
    Map<String, AttributeValue> item = new HashMap<>(key());
    item.put("x", fromN(String.valueOf(random.nextInt(3))));
    if (random.nextBoolean()) {
      item.put("y", fromS("y"));
      item.put("doc", AttributeValue.fromM(Map.of("part", fromN("1"))));
    }
    if (random.nextBoolean()) {
      item.put("tags", fromSs(List.of("e", "f")));
    }
    return PutItemRequest.builder().tableName(spec.tableName()).item(item).build();
  }

  PutItemRequest conditionalPut() {
    String condition = condition();
    return put().toBuilder()
        .conditionExpression(condition)
        .expressionAttributeValues(values(condition))
        .returnValues(anyOf(ReturnValue.NONE, ReturnValue.ALL_OLD))
        .returnValuesOnConditionCheckFailure(onFailure())
        .build();
  }

  UpdateItemRequest update() {
    String condition = condition();
    String update = random.nextInt(10) == 0 ? null : anyOf(UPDATES.toArray(String[]::new));
    return UpdateItemRequest.builder()
        .tableName(spec.tableName())
        .key(key())
        .updateExpression(update)
        .conditionExpression(condition)
        .expressionAttributeNames(
            update != null && update.contains("#doc") ? Map.of("#doc", "doc") : null)
        .expressionAttributeValues(values(condition, update))
        .returnValues(
            anyOf(
                ReturnValue.NONE,
                ReturnValue.ALL_OLD,
                ReturnValue.ALL_NEW,
                ReturnValue.UPDATED_OLD,
                ReturnValue.UPDATED_NEW))
        .returnValuesOnConditionCheckFailure(onFailure())
        .build();
  }

  DeleteItemRequest delete() {
    String condition = condition();
    return DeleteItemRequest.builder()
        .tableName(spec.tableName())
        .key(key())
        .conditionExpression(condition)
        .expressionAttributeValues(values(condition))
        .returnValues(anyOf(ReturnValue.NONE, ReturnValue.ALL_OLD))
        .returnValuesOnConditionCheckFailure(onFailure())
        .build();
  }

  /**
   * A limit of pages of which some are needed for what a partition key has.
   *
   * @param most the highest for few sort keys
   */
  int limit(int most) {
    return 1 + random.nextInt(Math.max(most, sorts / 2));
  }

  int choice(int bound) {
    return random.nextInt(bound);
  }

  private @Nullable String condition() {
    return random.nextInt(3) == 0 ? null : anyOf(CONDITIONS.toArray(String[]::new));
  }

  private ReturnValuesOnConditionCheckFailure onFailure() {
    return anyOf(
        ReturnValuesOnConditionCheckFailure.NONE, ReturnValuesOnConditionCheckFailure.ALL_OLD);
  }

  /** The values that occur; null if none does, since DynamoDB refuses an empty map. */
  static @Nullable Map<String, AttributeValue> values(@Nullable String... expressions) {
    String text =
        String.join(
            " ",
            IntStream.range(0, expressions.length)
                .mapToObj(i -> String.valueOf(expressions[i]))
                .toList());
    Map<String, AttributeValue> used = new HashMap<>(VALUES);
    used.keySet().removeIf(name -> !text.matches("(?s).*" + name + "\\b.*"));
    return used.isEmpty() ? null : used;
  }

  @SafeVarargs
  private <T> T anyOf(T... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
