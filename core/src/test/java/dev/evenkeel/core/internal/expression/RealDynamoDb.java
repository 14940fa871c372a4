package dev.evenkeel.core.internal.expression;

import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A table with assorted items in DynamoDB Local, to which expressions of every kind are sent. */
final class RealDynamoDb implements AutoCloseable {
  /** The answers to an update whose expression is valid and does not fit the item. */
  private static final Set<String> ITEM_ERRORS =
      Set.of(
          "The document path provided in the update expression is invalid for update",
          "The provided expression refers to an attribute that does not exist in the item",
          "An operand in the update expression has an incorrect data type");

  private static final String TABLE = "expressions";

  private final LocalDynamoDb local = LocalDynamoDb.start();
  private final DynamoDbClient client = local.client();
  private final Map<String, AttributeValue> updated;

  /** DynamoDB's answer: whether it took the expression, and the result or the refusal. */
  record Answer(boolean accepted, String detail) {}

  RealDynamoDb(long seed) {
    client.createTable(
        b ->
            b.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(List.of(keyElement("pk", KeyType.HASH), keyElement("sk", KeyType.RANGE)))
                .attributeDefinitions(List.of(stringAttribute("pk"), stringAttribute("sk"))));
    RandomItems items = new RandomItems(new Random(seed));
    put(items.item("S", "R"));
    put(items.item("S", "S"));
    for (int i = 0; i < 15; i++) {
      put(items.item("S", "S" + i));
    }
    updated = items.item("updated", "updated");
  }

  private static KeySchemaElement keyElement(String attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
  }

  private static AttributeDefinition stringAttribute(String attribute) {
    return AttributeDefinition.builder()
        .attributeName(attribute)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  /** Sends a text with the kind and the definitions of a case. */
  Answer send(ExpressionJudge.Case given, String text) {
    @Nullable Map<String, String> n = given.names().isEmpty() ? null : given.names();
    @Nullable Map<String, AttributeValue> v = given.values().isEmpty() ? null : given.values();
    try {
      return new Answer(
          true,
          switch (given.kind()) {
            case KEY_CONDITION -> query(text, n, v);
            case CONDITION -> delete(text, n, v);
            case FILTER -> scan(text, n, v);
            case PROJECTION -> get(text, n);
            case UPDATE -> update(text, n, v);
          });
    } catch (ConditionalCheckFailedException e) {
      return new Answer(true, "condition is false");
    } catch (DynamoDbException e) {
      String message = e.awsErrorDetails().errorMessage();
      return ITEM_ERRORS.contains(message)
          ? new Answer(true, "the item does not suit the update")
          : new Answer(false, message);
    }
  }

  private String query(
      String text,
      @Nullable Map<String, String> names,
      @Nullable Map<String, AttributeValue> values) {
    return sorted(
        client
            .query(
                b ->
                    b.tableName(TABLE)
                        .keyConditionExpression(text)
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values))
            .items());
  }

  private String scan(
      String text,
      @Nullable Map<String, String> names,
      @Nullable Map<String, AttributeValue> values) {
    return sorted(
        client
            .scan(
                b ->
                    b.tableName(TABLE)
                        .filterExpression(text)
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values))
            .items());
  }

  private String get(String text, @Nullable Map<String, String> names) {
    return sorted(
        List.of(
            client
                .getItem(
                    b ->
                        b.tableName(TABLE)
                            .key(key("S", "S1"))
                            .projectionExpression(text)
                            .expressionAttributeNames(names))
                .item()));
  }

  private String delete(
      String text,
      @Nullable Map<String, String> names,
      @Nullable Map<String, AttributeValue> values) {
    client.deleteItem(
        b ->
            b.tableName(TABLE)
                .key(key("nothing", "here"))
                .conditionExpression(text)
                .expressionAttributeNames(names)
                .expressionAttributeValues(values));
    return "condition is true";
  }

  private String update(
      String text,
      @Nullable Map<String, String> names,
      @Nullable Map<String, AttributeValue> values) {
    put(updated);
    return sorted(
        List.of(
            client
                .updateItem(
                    b ->
                        b.tableName(TABLE)
                            .key(key("updated", "updated"))
                            .updateExpression(text)
                            .expressionAttributeNames(names)
                            .expressionAttributeValues(values)
                            .returnValues(ReturnValue.ALL_NEW))
                .attributes()));
  }

  private void put(Map<String, AttributeValue> item) {
    client.putItem(b -> b.tableName(TABLE).item(item));
  }

  private static Map<String, AttributeValue> key(String pk, String sk) {
    return Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromS(sk));
  }

  private static String sorted(List<Map<String, AttributeValue>> items) {
    List<String> texts = new ArrayList<>();
    items.forEach(item -> texts.add(new TreeMap<>(item).toString()));
    return String.join("\n", texts);
  }

  @Override
  public void close() {
    client.close();
    local.close();
  }
}
