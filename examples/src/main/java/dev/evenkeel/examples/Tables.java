package dev.evenkeel.examples;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Tables with a string partition key and a string sort key. */
final class Tables {
  private Tables() {}

  static void create(DynamoDbClient client, String table, String partitionKey, String sortKey) {
    client.createTable(
        create ->
            create
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                    List.of(element(partitionKey, KeyType.HASH), element(sortKey, KeyType.RANGE)))
                .attributeDefinitions(List.of(string(partitionKey), string(sortKey))));
  }

  private static KeySchemaElement element(String attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
  }

  private static AttributeDefinition string(String attribute) {
    return AttributeDefinition.builder()
        .attributeName(attribute)
        .attributeType(ScalarAttributeType.S)
        .build();
  }
}
