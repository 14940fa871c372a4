package dev.evenkeel.benchmarks.timeseries;

import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Readings of sensors in a table a day. */
final class Readings {
  static final String TABLE = "readings";
  static final int DAYS = 30;
  static final Instant FIRST_DAY = Instant.parse("2026-10-23T00:00:00Z");
  static final Instant NOW = FIRST_DAY.plus(Duration.ofDays(DAYS - 1)).plus(Duration.ofHours(20));

  static final TimeSeriesSpec SPEC =
      TimeSeriesSpec.builder(TABLE)
          .time(ItemTime.iso("at"))
          .period(Period.DAY)
          .since(FIRST_DAY)
          .latePolicy(LatePolicy.ACCEPT)
          .tablesMax(DAYS)
          .template(
              TableTemplate.of(
                  CreateTableRequest.builder()
                      .billingMode(BillingMode.PAY_PER_REQUEST)
                      .attributeDefinitions(defined("sensor"), defined("at"))
                      .keySchema(key("sensor", KeyType.HASH), key("at", KeyType.RANGE))
                      .build()))
          .build();

  private Readings() {}

  private static AttributeDefinition defined(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  /** One reading, of about 180 bytes. */
  static Map<String, AttributeValue> item(String sensor, Instant at) {
    return Map.of(
        "sensor", AttributeValue.fromS(sensor),
        "at", AttributeValue.fromS(at.toString()),
        "value", AttributeValue.fromS("v".repeat(130)));
  }
}
