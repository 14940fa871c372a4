package dev.evenkeel.benchmarks.indexes;

import dev.evenkeel.benchmarks.canned.IdSet;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Write units of updates that leave the indexed attribute alone, beside the same on an index that
 * is not sharded, as DynamoDB Local counts them: an item whose number moved would be written to the
 * index again, and deleted there.
 */
final class IndexUnitsFigures {
  private static final String NAME = "index_write_units_ratio";
  private static final int SHARDS = 50;

  private IndexUnitsFigures() {}

  static void measure(Scale scale, FigureReport report) {
    report.note(NAME + " ...");
    int updates = scale.of(200, 5);
    double sharded;
    double plain;
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient first = local.client();
        DynamoDbClient second = local.isolated().client()) {
      sharded =
          units(
              ShardingDynamoDbClient.builder(first).table(Invoices.spec(SHARDS)).build(), updates);
      plain = units(second, updates);
    }
    report.put(NAME + "_updates", updates);
    report.put(NAME, sharded / plain);
  }

  private static double units(DynamoDbClient client, int updates) {
    client.createTable(table());
    IdSet ids = new IdSet(1);
    double units = 0;
    for (int i = 0; i < updates; i++) {
      Map<String, AttributeValue> item = Invoices.item(ids, i);
      client.putItem(Invoices.put(item));
      ConsumedCapacity consumed = client.updateItem(update(item)).consumedCapacity();
      units += consumed.capacityUnits();
    }
    return units;
  }

  /** Changes an attribute that is in the index but is no key of it. */
  private static UpdateItemRequest update(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new HashMap<>(item);
    key.keySet().retainAll(List.of("invoice", "part"));
    return UpdateItemRequest.builder()
        .tableName(Invoices.TABLE)
        .key(key)
        .updateExpression("SET paid = :paid")
        .expressionAttributeValues(Map.of(":paid", AttributeValue.fromBool(true)))
        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
        .build();
  }

  private static CreateTableRequest table() {
    return CreateTableRequest.builder()
        .tableName(Invoices.TABLE)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .keySchema(key("invoice", "part"))
        .attributeDefinitions(
            List.of("invoice", "part", "country", "due").stream()
                .map(IndexUnitsFigures::string)
                .toList())
        .globalSecondaryIndexes(
            GlobalSecondaryIndex.builder()
                .indexName(Invoices.INDEX)
                .keySchema(key("country", "due"))
                .projection(projection -> projection.projectionType(ProjectionType.ALL))
                .build())
        .build();
  }

  private static List<KeySchemaElement> key(String partition, String sort) {
    return List.of(
        KeySchemaElement.builder().attributeName(partition).keyType(KeyType.HASH).build(),
        KeySchemaElement.builder().attributeName(sort).keyType(KeyType.RANGE).build());
  }

  private static AttributeDefinition string(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }
}
