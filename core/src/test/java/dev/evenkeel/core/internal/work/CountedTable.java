package dev.evenkeel.core.internal.work;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A table of some items, which a pass counts, and a control table. */
final class CountedTable {
  static final int PLACES = 3;
  static final int ITEMS = 60;
  static final SegmentReads READS = new SegmentReads("items", "pk", "sk");

  private CountedTable() {}

  /** Makes both; ends with what is to be counted. */
  static Tally made(DynamoDbClient client) {
    control(client);
    create(client, "items", ScalarAttributeType.N);
    Tally whole = Tally.NONE;
    for (int place = 0; place < PLACES; place++) {
      for (int i = 0; i < ITEMS; i++) {
        Map<String, AttributeValue> item =
            Map.of(
                "pk", AttributeValue.fromS("p" + place),
                "sk", AttributeValue.fromN(Integer.toString(i * i)));
        client.putItem(put -> put.tableName("items").item(item));
        whole = whole.plus(Tally.item(1, CountTask.hash(item)));
      }
    }
    return whole;
  }

  static void control(DynamoDbClient client) {
    create(client, "control", ScalarAttributeType.S);
  }

  private static void create(DynamoDbClient client, String table, ScalarAttributeType sort) {
    client.createTable(
        create ->
            create
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(attribute("pk", ScalarAttributeType.S), attribute("sk", sort))
                .keySchema(
                    KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build(),
                    KeySchemaElement.builder().attributeName("sk").keyType(KeyType.RANGE).build()));
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }
}
