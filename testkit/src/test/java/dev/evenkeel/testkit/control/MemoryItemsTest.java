package dev.evenkeel.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Items in memory behave as those of DynamoDB. */
@ExtendWith(LocalDynamoDbExtension.class)
class MemoryItemsTest {
  private static final CreateTableRequest TABLE =
      CreateTableRequest.builder()
          .tableName("items")
          .attributeDefinitions(text("pk"), text("sk"))
          .keySchema(
              KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build(),
              KeySchemaElement.builder().attributeName("sk").keyType(KeyType.RANGE).build())
          .billingMode(BillingMode.PAY_PER_REQUEST)
          .build();

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder().attributeName(name).attributeType("S").build();
  }

  @Test
  void everything_itKnows_isAsOnDynamoDbLocal(DynamoDbClient local) {
    DynamoDbClient memory = MemoryItems.paging(3).client();
    local.createTable(TABLE);
    memory.createTable(TABLE);

    Property.check(
        150,
        gen -> {
          Supplier<Object> ask = request(gen, local);
          Supplier<Object> same = request(Gen.seeded(gen.seed(), gen.size()), memory);
          assertThat(outcome(same)).isEqualTo(outcome(ask));
        });
  }

  @Test
  void whatItDoesNotKnow_isRefused() {
    DynamoDbClient memory = MemoryItems.paging(3).client();
    memory.createTable(TABLE);

    assertThatThrownBy(() -> memory.scan(r -> r.tableName("items")))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(
            () ->
                memory.updateItem(
                    r -> r.tableName("items").key(key("a", "b")).updateExpression("ADD #n :one")))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static Object outcome(Supplier<Object> ask) {
    try {
      return ask.get();
    } catch (ConditionalCheckFailedException e) {
      return "condition failed";
    }
  }

  private static Map<String, AttributeValue> key(String partition, String sort) {
    return Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromS(sort));
  }

  private static Supplier<Object> request(Gen gen, DynamoDbClient client) {
    String partition = gen.oneOf(List.of("a", "b"));
    Map<String, AttributeValue> key =
        key(partition, gen.oneOf(List.of("1", "2", "3", "table#x", "table#y")));
    int kind = gen.between(0, 4);
    if (kind == 0) {
      return () -> client.getItem(r -> r.tableName("items").key(key).consistentRead(true)).item();
    } else if (kind == 1) {
      return () -> all(client, partition);
    }
    String condition =
        gen.oneOf(
            List.of(
                "attribute_not_exists(#f) OR #f <= :f",
                "#f = :f",
                "attribute_not_exists(#f)",
                "attribute_not_exists(#f) OR #f < :f"));
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":f", AttributeValue.fromN(String.valueOf(gen.between(1, 20))));
    if (kind == 2) {
      return () ->
          client
              .deleteItem(
                  DeleteItemRequest.builder()
                      .tableName("items")
                      .key(key)
                      .conditionExpression("#f = :f")
                      .expressionAttributeNames(Map.of("#f", "f"))
                      .expressionAttributeValues(values)
                      .build())
              .attributes();
    }
    values.put(":t", AttributeValue.fromS(gen.string()));
    return () ->
        client
            .updateItem(
                UpdateItemRequest.builder()
                    .tableName("items")
                    .key(key)
                    .updateExpression("SET #f = :f, #t = :t REMOVE #g")
                    .conditionExpression(condition)
                    .expressionAttributeNames(Map.of("#f", "f", "#t", "t", "#g", "g"))
                    .expressionAttributeValues(values)
                    .build())
            .attributes();
  }

  private static List<Map<String, AttributeValue>> all(DynamoDbClient client, String partition) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName("items")
            .consistentRead(true)
            .keyConditionExpression("#pk = :pk")
            .expressionAttributeNames(Map.of("#pk", "pk"))
            .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(partition)))
            .build();
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    client.queryPaginator(query).items().forEach(items::add);
    return items;
  }
}
