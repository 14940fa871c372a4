package dev.evenkeel.jobs.command;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** Tables that are nothing but their keys. */
final class KeyedTables {
  private KeyedTables() {}

  /**
   * Creates a table.
   *
   * @param keys and their types
   */
  static void create(DynamoDbClient client, String table, String... keys) {
    List<AttributeDefinition> definitions = new ArrayList<>();
    List<KeySchemaElement> schema = new ArrayList<>();
    for (int i = 0; i < keys.length; i += 2) {
      String name = keys[i];
      String type = keys[i + 1];
      String role = i == 0 ? "HASH" : "RANGE";
      definitions.add(
          AttributeDefinition.builder().attributeName(name).attributeType(type).build());
      schema.add(KeySchemaElement.builder().attributeName(name).keyType(role).build());
    }
    client.createTable(
        request ->
            request
                .tableName(table)
                .attributeDefinitions(definitions)
                .keySchema(schema)
                .billingMode("PAY_PER_REQUEST"));
  }
}
