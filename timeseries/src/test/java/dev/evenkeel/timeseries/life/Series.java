package dev.evenkeel.timeseries.life;

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
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableClass;

/** The time series of the tests: a table a day, one index, two tiers, kept for three days. */
final class Series {
  static final String BY_PLACE = "by-place";

  private Series() {}

  /** Everything that a template may say. */
  static CreateTableRequest.Builder template() {
    return CreateTableRequest.builder()
        .keySchema(key("sensor", KeyType.HASH), key("at", KeyType.RANGE))
        .attributeDefinitions(text("sensor"), text("at"), text("place"))
        .globalSecondaryIndexes(
            GlobalSecondaryIndex.builder()
                .indexName(BY_PLACE)
                .keySchema(key("place", KeyType.HASH), key("at", KeyType.RANGE))
                .projection(p -> p.projectionType(ProjectionType.ALL))
                .provisionedThroughput(u -> u.readCapacityUnits(20L).writeCapacityUnits(600L))
                .build())
        .provisionedThroughput(u -> u.readCapacityUnits(100L).writeCapacityUnits(600L))
        .streamSpecification(s -> s.streamEnabled(true).streamViewType("NEW_IMAGE"))
        .warmThroughput(w -> w.readUnitsPerSecond(12_000L).writeUnitsPerSecond(4_000L))
        .deletionProtectionEnabled(true);
  }

  static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  static AttributeDefinition text(String name) {
    return AttributeDefinition.builder().attributeName(name).attributeType("S").build();
  }

  /**
   * The template without its stream. At each request for a table that has one, DynamoDB Local looks
   * through the records of all streams that it has had.
   */
  static TableTemplate streamless() {
    return table(template().streamSpecification((StreamSpecification) null));
  }

  private static TableTemplate table(CreateTableRequest.Builder template) {
    return TableTemplate.of(template.build()).timeToLive("expires").pointInTimeRecovery();
  }

  static TimeSeriesSpec.Builder builder() {
    return named("readings");
  }

  static TimeSeriesSpec.Builder named(String table) {
    return TimeSeriesSpec.builder(table)
        .time(ItemTime.iso("at"))
        .period(Period.DAY)
        .template(table(template()))
        .since(Instant.parse("2026-03-01T00:00:00Z"))
        .tiers(
            Tier.cooled().provisioned(50, 1),
            Tier.after(Duration.ofDays(1))
                .provisioned(5, 1)
                .in(TableClass.STANDARD_INFREQUENT_ACCESS))
        .retention(Retention.deleteAfter(Duration.ofDays(3)).deleteWithoutArchive());
  }

  static TimeSeriesSpec daily() {
    return builder().build();
  }
}
