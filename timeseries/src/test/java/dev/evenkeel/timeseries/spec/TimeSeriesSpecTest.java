package dev.evenkeel.timeseries.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.objects.spec.BucketSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Tag;

class TimeSeriesSpecTest {
  private static final Instant SINCE = Instant.parse("2026-01-15T07:00:00Z");

  private static CreateTableRequest.Builder request() {
    return CreateTableRequest.builder()
        .keySchema(key("sensor", KeyType.HASH), key("at", KeyType.RANGE))
        .attributeDefinitions(
            AttributeDefinition.builder().attributeName("sensor").attributeType("S").build(),
            AttributeDefinition.builder().attributeName("at").attributeType("S").build())
        .provisionedThroughput(units -> units.readCapacityUnits(100L).writeCapacityUnits(600L));
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static TimeSeriesSpec.Builder spec() {
    return TimeSeriesSpec.builder("readings")
        .time(ItemTime.iso("at"))
        .period(Period.DAY)
        .template(TableTemplate.of(request().build()))
        .since(SINCE);
  }

  @Test
  void build_leastThereIs_hasDefaults() {
    TimeSeriesSpec spec = spec().build();

    assertThat(spec.tables().nameAt(SINCE)).isEqualTo("readings_2026-01-15");
    assertThat(spec.since()).isEqualTo("2026-01-15T00:00:00Z");
    assertThat(spec.isTimeSorted()).isTrue();
    assertThat(spec.layoutId())
        .isEqualTo("since 2026-01-15T00:00:00Z, period DAY, time at as ISO_8601, tables readings_")
        .isSameAs(spec.layoutId());
    assertThat(spec.retention()).isEqualTo(Retention.keep());
    assertThat(spec.latePolicy()).isEqualTo(LatePolicy.REFUSE);
    assertThat(spec.lastWrite(Period.DAY.containing(SINCE))).isEqualTo("2026-01-16T01:00:00Z");
  }

  @Test
  void build_tiersInAnyOrder_areSortedByAge() {
    Tier cold = Tier.after(Duration.ofDays(30)).onDemand();
    Tier cool = Tier.cooled().provisioned(50, 1);

    assertThat(spec().tiers(cold, cool).build().tiers()).containsExactly(cool, cold);
  }

  @Test
  void build_everythingWrong_tellsAllOfIt() {
    assertThatThrownBy(
            () ->
                TimeSeriesSpec.builder("readings")
                    .time(ItemTime.epochSeconds("other"))
                    .template(TableTemplate.of(request().build()))
                    .lateness(Duration.ofHours(-1))
                    .prebuild(Duration.ofMinutes(1))
                    .tiers(Tier.cooled(), Tier.cooled().onDemand())
                    .tablesMax(0)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("period is missing")
        .hasMessageContaining("since is missing")
        .hasMessageContaining("attribute 'other', which is no key")
        .hasMessageContaining("lateness is negative")
        .hasMessageContaining("prebuild is shorter")
        .hasMessageContaining("two tiers")
        .hasMessageContaining("says nothing")
        .hasMessageContaining("tablesMax");
  }

  @Test
  void companion_ofASeries_hasItsTimesAndAges() {
    TimeSeriesSpec items =
        spec()
            .lateness(Duration.ofHours(3))
            .retention(Retention.deleteAfter(Duration.ofDays(9)).deleteWithoutArchive())
            .build();

    TimeSeriesSpec rows = items.companion("chunks").template(items.template()).build();

    assertThat(rows.companionOf()).isSameAs(items);
    assertThat(rows.tables().nameAt(SINCE)).isEqualTo("chunks_2026-01-15");
    assertThat(rows.time()).isSameAs(items.time());
    assertThat(rows.lateness()).isEqualTo(items.lateness());
    assertThat(rows.retention()).isEqualTo(items.retention());
    assertThat(rows.latePolicy()).isEqualTo(LatePolicy.ACCEPT);
    assertThat(items.companionOf()).isNull();
  }

  @Test
  void companion_thatWouldNotGoWithItsItems_isRefused() {
    TimeSeriesSpec items =
        spec()
            .retention(Retention.deleteAfter(Duration.ofDays(9)))
            .archive(ArchivePolicy.builder(BucketSpec.builder("bucket").build()).build())
            .build();
    TimeSeriesSpec forEver = spec().build();

    assertRefused(items, b -> b.period(Period.WEEK), "has periods of WEEK, and 'readings' of DAY");
    assertRefused(items, b -> b.time(ItemTime.iso("at").before("#")), "by another rule");
    assertRefused(items, b -> b.latePolicy(LatePolicy.REFUSE), "leave latePolicy");
    assertRefused(items, b -> b.futureTolerance(Duration.ZERO), "a shorter futureTolerance");
    assertRefused(
        items,
        b -> b.retention(Retention.deleteAfter(Duration.ofDays(8))),
        "is kept for a shorter time than 'readings'");
    assertRefused(items, b -> b.lateness(Duration.ZERO), "is kept for a shorter time");
    assertRefused(
        items,
        b -> b.retention(Retention.deleteAfter(Duration.ofDays(9)).deleteWithoutArchive()),
        "may be deleted without an archive");
    assertRefused(
        items,
        b ->
            b.archive(
                ArchivePolicy.builder(BucketSpec.builder("bucket").build())
                    .age(items.archive().age().plusDays(1))
                    .build()),
        "is archived later than 'readings'");
    assertRefused(
        forEver,
        b -> b.retention(Retention.deleteAfter(Duration.ofDays(9_999))),
        "is kept for a shorter time");
    assertRefused(
        spec().latePolicy(LatePolicy.ACCEPT).build(),
        b -> b.archive(ArchivePolicy.builder(BucketSpec.builder("bucket").build()).build()),
        "takes no writes any more while 'readings' does");
    assertRefused(
        items.companion("chunks").template(items.template()).build(),
        b -> b,
        "which is a companion itself");
  }

  private static void assertRefused(
      TimeSeriesSpec items, UnaryOperator<TimeSeriesSpec.Builder> change, String why) {
    TimeSeriesSpec.Builder rows = items.companion("rows").template(items.template());
    assertThatThrownBy(() -> change.apply(rows).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'rows'")
        .hasMessageContaining(why);
  }

  @Test
  void build_timeOfAnotherTypeThanItsKey_isRefused() {
    assertThatThrownBy(() -> spec().time(ItemTime.epochMillis("at")).build())
        .hasMessageContaining("of type S");
  }

  @Test
  void build_tierAfterRetention_isRefused() {
    assertThatThrownBy(
            () ->
                spec()
                    .tiers(Tier.after(Duration.ofDays(90)).onDemand())
                    .retention(Retention.deleteAfter(Duration.ofDays(90)))
                    .build())
        .hasMessageContaining("begins when tables are deleted");
  }

  @ParameterizedTest
  @CsvSource({"0,1", "1,0"})
  void provisioned_noUnits_isRefused(long read, long write) {
    assertThatThrownBy(() -> Tier.cooled().provisioned(read, write))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void template_name_isRefused() {
    assertThatThrownBy(() -> TableTemplate.of(request().tableName("x").build()))
        .hasMessageContaining("names table 'x'");
  }

  @Test
  void template_indexWithoutCapacity_isRefused() {
    CreateTableRequest.Builder indexed =
        request()
            .globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName("byTime")
                    .keySchema(key("at", KeyType.HASH))
                    .projection(projection -> projection.projectionType("ALL"))
                    .build());

    assertThatThrownBy(() -> TableTemplate.of(indexed.build())).hasMessageContaining("'byTime'");
    assertThat(
            TableTemplate.of(
                    indexed
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .provisionedThroughput((ProvisionedThroughput) null)
                        .build())
                .isProvisioned())
        .isFalse();
  }

  @Test
  void template_keyWithoutItsType_isRefused() {
    assertThatThrownBy(() -> TableTemplate.of(request().attributeDefinitions(List.of()).build()))
        .hasMessageContaining("has no attribute definition");
    assertThatThrownBy(() -> TableTemplate.of(request().keySchema(List.of()).build()))
        .hasMessageContaining("needs a partition attribute");
    List<KeySchemaElement> twice = new ArrayList<>(request().build().keySchema());
    twice.add(twice.get(0).toBuilder().attributeName("other").build());
    assertThatThrownBy(
            () ->
                TableTemplate.of(
                    request()
                        .keySchema(twice)
                        .attributeDefinitions(
                            twice.stream()
                                .map(
                                    key ->
                                        AttributeDefinition.builder()
                                            .attributeName(key.attributeName())
                                            .attributeType(ScalarAttributeType.S)
                                            .build())
                                .toList())
                        .build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one partition attribute");
  }

  @Test
  void creating_tags_areThoseOfBoth() {
    CreateTableRequest tagged =
        request().tags(Tag.builder().key("team").value("iot").build()).build();

    CreateTableRequest creating =
        TableTemplate.of(tagged).creating("readings_2026-01-15", Map.of("owner", "readings"));

    assertThat(creating.tableName()).isEqualTo("readings_2026-01-15");
    assertThat(creating.tags()).extracting(Tag::key).containsExactlyInAnyOrder("owner", "team");
    assertThat(TableTemplate.of(request().build()).creating("abc", Map.of()).hasTags()).isFalse();
  }
}
