package dev.evenkeel.timeseries.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primaryPartitionKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primarySortKey;

import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.SeriesTime.TimeFormat;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSeriesTags;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Specs that entity classes say, compared with the same ones written by hand. */
class MappedSeriesTest {
  private static final Projection ALL =
      Projection.builder().projectionType(ProjectionType.ALL).build();

  private static AttributeDefinition defined(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static GlobalSecondaryIndex global(String name, KeySchemaElement... key) {
    return GlobalSecondaryIndex.builder().indexName(name).keySchema(key).projection(ALL).build();
  }

  private static CreateTableRequest readings() {
    return CreateTableRequest.builder()
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(
            defined("at", ScalarAttributeType.S),
            defined("kind", ScalarAttributeType.S),
            defined("sensor", ScalarAttributeType.S),
            defined("value", ScalarAttributeType.N))
        .keySchema(key("sensor", KeyType.HASH), key("at", KeyType.RANGE))
        .globalSecondaryIndexes(
            global("byKind", key("kind", KeyType.HASH), key("at", KeyType.RANGE)),
            global("kinds", key("kind", KeyType.HASH)))
        .localSecondaryIndexes(
            LocalSecondaryIndex.builder()
                .indexName("byValue")
                .keySchema(key("sensor", KeyType.HASH), key("value", KeyType.RANGE))
                .projection(ALL)
                .build())
        .build();
  }

  private static CreateTableRequest request(TimeSeriesSpec spec) {
    CreateTableRequest request = spec.template().request();
    return request.toBuilder()
        .globalSecondaryIndexes(
            request.globalSecondaryIndexes().stream()
                .sorted((a, b) -> a.indexName().compareTo(b.indexName()))
                .toList())
        .build();
  }

  /** All that a spec says, to be compared. */
  private static List<Object> settings(TimeSeriesSpec spec) {
    return List.of(
        spec.tableName(),
        spec.tables(),
        spec.key(),
        spec.time().toString(),
        spec.since(),
        spec.lateness(),
        spec.latePolicy(),
        spec.futureTolerance(),
        spec.prebuild(),
        spec.missingTables(),
        spec.tablesMax(),
        spec.tiers(),
        spec.retention(),
        spec.isTimeSorted());
  }

  @Test
  void from_beanThatSaysEverything_isTheSpecByHand() {
    TimeSeriesSpec mapped = TimeSeriesSpec.from("readings", TableSchema.fromBean(Reading.class));

    TimeSeriesSpec byHand =
        TimeSeriesSpec.builder("readings")
            .time(ItemTime.iso("at"))
            .period(Period.DAY)
            .template(TableTemplate.of(readings()))
            .since(Instant.parse("2026-11-01T00:00:00Z"))
            .prefix("day_of_readings_")
            .lateness(Duration.ofHours(2))
            .latePolicy(LatePolicy.ACCEPT)
            .futureTolerance(Duration.ofMinutes(5))
            .prebuild(Duration.ofHours(3))
            .missingTables(MissingTablePolicy.SKIP)
            .tablesMax(31)
            .build();
    assertThat(settings(mapped)).isEqualTo(settings(byHand));
    assertThat(request(mapped)).isEqualTo(readings());
  }

  @Test
  void from_subclass_inheritsWhatIsSaid() {
    assertThat(
            settings(
                TimeSeriesSpec.from("readings", TableSchema.fromBean(CalibratedReading.class))))
        .isEqualTo(settings(TimeSeriesSpec.from("readings", TableSchema.fromBean(Reading.class))));
  }

  @Test
  void from_immutableThatSaysTheLeast_hasTheDefaultsOfTheBuilder() {
    TimeSeriesSpec mapped =
        TimeSeriesSpec.from("clicks", TableSchema.fromImmutableClass(Click.class));

    TimeSeriesSpec byHand =
        TimeSeriesSpec.builder("clicks")
            .time(ItemTime.epochMillis("at"))
            .period(Period.MONTH)
            .since(Instant.parse("2026-01-31T23:00:00Z"))
            .template(
                TableTemplate.of(
                    CreateTableRequest.builder()
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(
                            defined("at", ScalarAttributeType.N),
                            defined("customer", ScalarAttributeType.S))
                        .keySchema(key("customer", KeyType.HASH), key("at", KeyType.RANGE))
                        .build()))
            .build();
    assertThat(settings(mapped)).isEqualTo(settings(byHand));
    assertThat(mapped.template().request()).isEqualTo(byHand.template().request());
  }

  @Test
  void from_timeInAFlattenedClass_isRead() {
    TimeSeriesSpec mapped =
        TimeSeriesSpec.from("flat", TableSchema.fromBean(Broken.Flattening.class));

    assertThat(mapped.time()).hasToString(ItemTime.iso("at").before("#").toString());
    assertThat(mapped.time().read(value("2026-11-21T10:05Z#4711"), Period.DAY))
        .isEqualTo("2026-11-21T10:05:00Z");
    assertThat(mapped.isTimeSorted()).isTrue();
  }

  private static software.amazon.awssdk.services.dynamodb.model.AttributeValue value(String text) {
    return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS(text);
  }

  /** Code can add settings that annotations cannot express, and can override theirs. */
  @Test
  void mapped_finishedInCode_hasBoth() {
    TableSchema<Reading> schema = TableSchema.fromBean(Reading.class);
    CreateTableRequest provisioned =
        TableTemplate.from(schema).request().toBuilder().deletionProtectionEnabled(true).build();

    TimeSeriesSpec spec =
        TimeSeriesSpec.mapped("readings", schema)
            .template(TableTemplate.of(provisioned).timeToLive("expiresAt"))
            .tiers(Tier.cooled().provisioned(50, 1))
            .retention(Retention.deleteAfter(Duration.ofDays(90)))
            .lateness(Duration.ZERO)
            .build();

    assertThat(spec.template().request()).isEqualTo(provisioned);
    assertThat(spec.template().timeToLiveAttribute()).isEqualTo("expiresAt");
    assertThat(spec.tiers()).containsExactly(Tier.cooled().provisioned(50, 1));
    assertThat(spec.lateness()).isZero();
    assertThat(spec.tablesMax()).isEqualTo(31);
  }

  @Test
  void mapped_schemaMadeByHand_needsNoAnnotation() {
    TableSchema<Broken.SomeNumber> schema =
        StaticTableSchema.builder(Broken.SomeNumber.class)
            .newItemSupplier(Broken.SomeNumber::new)
            .addAttribute(
                String.class,
                a ->
                    a.name("id")
                        .getter(Broken.Keyed::getId)
                        .setter(Broken.Keyed::setId)
                        .tags(primaryPartitionKey()))
            .addAttribute(
                Long.class,
                a ->
                    a.name("at")
                        .getter(Broken.SomeNumber::getAt)
                        .setter(Broken.SomeNumber::setAt)
                        .tags(
                            primarySortKey(), TimeSeriesTags.seriesTime(TimeFormat.EPOCH_SECONDS)))
            .build();

    TimeSeriesSpec spec = TimeSeriesSpec.from("numbers", schema);

    assertThat(spec.time()).hasToString(ItemTime.epochSeconds("at").toString());
    assertThat(spec.period()).isEqualTo(Period.DAY);
  }
}
