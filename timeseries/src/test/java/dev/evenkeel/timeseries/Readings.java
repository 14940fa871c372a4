package dev.evenkeel.timeseries;

import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Readings of devices, a table a day. */
final class Readings {
  /** The logical table's name. */
  static final String TABLE = "readings";

  private static final Projection ALL =
      Projection.builder().projectionType(ProjectionType.ALL).build();

  private Readings() {}

  /** A spec from a day on, with a table a day. */
  static TimeSeriesSpec.Builder spec(String since) {
    return TimeSeriesSpec.builder(TABLE)
        .time(ItemTime.iso("at"))
        .period(Period.DAY)
        .since(Instant.parse(since))
        .template(TableTemplate.of(template()));
  }

  /**
   * Key device and time; by kind: no order, in the order of time, of value; by device and value.
   */
  static CreateTableRequest template() {
    return CreateTableRequest.builder()
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(
            defined("device", ScalarAttributeType.S),
            defined("at", ScalarAttributeType.S),
            defined("kind", ScalarAttributeType.S),
            defined("value", ScalarAttributeType.N))
        .keySchema(key("device", KeyType.HASH), key("at", KeyType.RANGE))
        .globalSecondaryIndexes(
            global("byKind", key("kind", KeyType.HASH)),
            global("byKindAndTime", key("kind", KeyType.HASH), key("at", KeyType.RANGE)),
            global("byKindAndValue", key("kind", KeyType.HASH), key("value", KeyType.RANGE)))
        .localSecondaryIndexes(
            LocalSecondaryIndex.builder()
                .indexName("byValue")
                .keySchema(key("device", KeyType.HASH), key("value", KeyType.RANGE))
                .projection(ALL)
                .build())
        .build();
  }

  private static AttributeDefinition defined(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static GlobalSecondaryIndex global(String name, KeySchemaElement... key) {
    return GlobalSecondaryIndex.builder().indexName(name).keySchema(key).projection(ALL).build();
  }

  /** Creates the tables of these days. */
  static void create(DynamoDbClient plain, TimeSeriesSpec spec, String... days) {
    for (String day : days) {
      plain.createTable(
          spec.template()
              .creating(spec.tables().nameAt(Instant.parse(day + "T00:00:00Z")), Map.of()));
    }
  }

  static Map<String, AttributeValue> key(String device, String at) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    key.put("device", AttributeValue.fromS(device));
    key.put("at", AttributeValue.fromS(at));
    return key;
  }

  static Map<String, AttributeValue> reading(String device, String at, int value) {
    Map<String, AttributeValue> item = key(device, at);
    item.put("kind", AttributeValue.fromS(value % 2 == 0 ? "even" : "odd"));
    item.put("value", AttributeValue.fromN(Integer.toString(value)));
    return item;
  }
}
