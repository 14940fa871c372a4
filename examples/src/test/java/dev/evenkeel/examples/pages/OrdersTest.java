package dev.evenkeel.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

// [docs:dynamodb]
@ExtendWith(LocalDynamoDbExtension.class)
class OrdersTest {
  @Test
  void put_newOrder_isStored(DynamoDbClient client) { // or LocalDynamoDb, or DynamoDbAsyncClient
    client.createTable(
        create ->
            create
                .tableName("orders")
                .attributeDefinitions(
                    AttributeDefinition.builder().attributeName("id").attributeType("S").build())
                .keySchema(KeySchemaElement.builder().attributeName("id").keyType("HASH").build())
                .billingMode("PAY_PER_REQUEST"));
    Map<String, AttributeValue> order = Map.of("id", AttributeValue.fromS("4711"));
    client.putItem(put -> put.tableName("orders").item(order));
    assertThat(client.getItem(get -> get.tableName("orders").key(order)).item()).isEqualTo(order);
  }
}
// [docs]
