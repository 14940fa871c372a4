package dev.evenkeel.timeseries.internal.route;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;

class DistinctSeriesTest {
  private static final Instant SINCE = Instant.parse("2026-01-15T07:00:00Z");
  private static final CreateTableRequest TEMPLATE =
      CreateTableRequest.builder()
          .keySchema(key("sensor", KeyType.HASH), key("at", KeyType.RANGE))
          .attributeDefinitions(attribute("sensor"), attribute("at"))
          .billingMode(BillingMode.PAY_PER_REQUEST)
          .build();

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder().attributeName(name).attributeType("S").build();
  }

  @ParameterizedTest
  @CsvSource({
    "readings, MONTH, others_, true",
    "others, DAY, readings_, true",
    "others, WEEK, readings_, false",
    "others, MONTH, readings_, false",
    "others, DAY, readings__, false"
  })
  void require_besideReadingsByDay_refusesWhatMayShareTables(
      String table, Period period, String prefix, boolean isRefused) {
    assertDistinct(
        other("readings", Period.DAY, "readings_"), other(table, period, prefix), !isRefused);
  }

  @ParameterizedTest
  @CsvSource({"HOUR, SIX_HOURS", "SIX_HOURS, TWELVE_HOURS", "TWELVE_HOURS, HOUR"})
  void require_periodsOfHours_shareOneFormOfNames(Period period, Period other) {
    assertDistinct(
        other("readings", period, "readings_"), other("others", other, "readings_"), false);
    assertDistinct(other("readings", period, "readings_"), other("others", other, "others_"), true);
  }

  private static TimeSeriesSpec other(String table, Period period, String prefix) {
    return TimeSeriesSpec.builder(table)
        .time(ItemTime.iso("at"))
        .period(period)
        .prefix(prefix)
        .template(TableTemplate.of(TEMPLATE))
        .since(SINCE)
        .build();
  }

  private static void assertDistinct(TimeSeriesSpec one, TimeSeriesSpec other, boolean expected) {
    if (expected) {
      DistinctSeries.require(List.of(one, other));
    } else {
      assertThatThrownBy(() -> DistinctSeries.require(List.of(one, other)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("share tables");
    }
  }
}
