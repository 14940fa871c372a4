package dev.evenkeel.benchmarks.timeseries;

import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/** The time series of the figures. */
final class YearsSeries {
  static final String CONTROL = "control";
  static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  static final Duration RETENTION = Duration.ofDays(30);

  private YearsSeries() {}

  /** A table a day with an index, cooled in two steps, kept for 30 days. */
  static TimeSeriesSpec daily() {
    return builder(Period.DAY)
        .since(START.minus(Duration.ofDays(20)))
        .prebuild(Duration.ofHours(6))
        .tiers(Tier.cooled().provisioned(50, 1), Tier.after(Duration.ofDays(7)).provisioned(5, 1))
        .retention(Retention.deleteAfter(RETENTION).deleteWithoutArchive())
        .build();
  }

  /** A series of hours, with a lateness in hours. */
  static TimeSeriesSpec hourly(int hours) {
    return builder(Period.HOUR).since(START).lateness(Duration.ofHours(hours)).build();
  }

  private static TimeSeriesSpec.Builder builder(Period period) {
    return TimeSeriesSpec.builder("clicks")
        .time(ItemTime.iso("at"))
        .period(period)
        .template(TableTemplate.of(template()).timeToLive("expires"));
  }

  private static CreateTableRequest template() {
    return CreateTableRequest.builder()
        .keySchema(key("customer", KeyType.HASH), key("at", KeyType.RANGE))
        .attributeDefinitions(text("customer"), text("at"), text("page"))
        .globalSecondaryIndexes(
            GlobalSecondaryIndex.builder()
                .indexName("by-page")
                .keySchema(key("page", KeyType.HASH))
                .projection(p -> p.projectionType(ProjectionType.KEYS_ONLY))
                .provisionedThroughput(u -> u.readCapacityUnits(10L).writeCapacityUnits(20L))
                .build())
        .provisionedThroughput(u -> u.readCapacityUnits(20L).writeCapacityUnits(20L))
        .deletionProtectionEnabled(true)
        .build();
  }

  static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  static AttributeDefinition text(String name) {
    return AttributeDefinition.builder().attributeName(name).attributeType("S").build();
  }
}
