package dev.evenkeel.examples;

import dev.evenkeel.timeseries.spec.TableTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
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
    client.createTable(
        create ->
            create
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(schema(key))
                .attributeDefinitions(key));
  }

  /** The template of tables with these units and one or two key attributes, of type S. */
  public static TableTemplate provisioned(long readUnits, long writeUnits, String... key) {
    List<AttributeDefinition> types =
        Stream.of(key).map(name -> defined(name, ScalarAttributeType.S)).toList();
    return TableTemplate.of(
        CreateTableRequest.builder()
            .keySchema(schema(types))
            .attributeDefinitions(types)
            .provisionedThroughput(
                ProvisionedThroughput.builder()
                    .readCapacityUnits(readUnits)
                    .writeCapacityUnits(writeUnits)
                    .build())
            .build());
  }

  private static List<KeySchemaElement> schema(List<AttributeDefinition> key) {
    return IntStream.range(0, key.size())
        .mapToObj(
            i ->
                KeySchemaElement.builder()
                    .attributeName(key.get(i).attributeName())
                    .keyType(i == 0 ? KeyType.HASH : KeyType.RANGE)
                    .build())
        .toList();
  }
}
