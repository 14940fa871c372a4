package dev.evenkeel.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Makes the plain tables that examples need. */
public final class ExampleTables {
  private ExampleTables() {}

  /** A table with one or two key attributes, of type S. */
  public static void create(DynamoDbClient client, String table, String... key) {
    List<AttributeDefinition> types = new ArrayList<>();
    for (String attribute : key) {
      types.add(defined(attribute, ScalarAttributeType.S));
    }
    create(client, table, types);
  }

  /** The small table that names unfinished writes of large values. */
  public static void createIntents(DynamoDbClient client, String table) {
    create(
        client,
        table,
        List.of(defined("Bucket", ScalarAttributeType.N), defined("Due", ScalarAttributeType.S)));
  }

  private static AttributeDefinition defined(String attribute, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(attribute).attributeType(type).build();
  }

  private static void create(DynamoDbClient client, String table, List<AttributeDefinition> key) {
    List<KeySchemaElement> schema =
        IntStream.range(0, key.size())
            .mapToObj(
                i ->
                    KeySchemaElement.builder()
                        .attributeName(key.get(i).attributeName())
                        .keyType(i == 0 ? KeyType.HASH : KeyType.RANGE)
                        .build())
            .toList();
    client.createTable(
        create ->
            create
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(schema)
                .attributeDefinitions(key));
  }
}
