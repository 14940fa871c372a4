package dev.evenkeel.timeseries.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;

/** Entity classes that say no whole series, or contradict themselves. */
class MappedSeriesRefusalTest {
  private static void refused(Class<?> entity, String... texts) {
    assertThatThrownBy(() -> TimeSeriesSpec.from("table", TableSchema.fromBean(entity)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(entity.getName())
        .hasMessageContainingAll(texts);
  }

  @Test
  void from_noTime_isRefused() {
    refused(
        Broken.WithoutTime.class,
        "no attribute carries @SeriesTime: put it beside @DynamoDbSortKey or @DynamoDbPartitionKey");
  }

  @Test
  void from_timeOutsideTheKey_isRefused() {
    refused(
        Broken.OutsideTheKey.class,
        "attribute 'at' carries @SeriesTime but is no key attribute of the table");
  }

  @Test
  void from_twoTimesAndOneSaidTwice_isRefusedForBoth() {
    refused(
        Broken.TwoTimes.class,
        "the attributes [from, to] carry @SeriesTime, but an item has one time",
        "attribute 'from' carries @SeriesTime twice: leave one out, of the getter or the setter");
  }

  @Test
  void from_typeOfAnotherFormat_isRefusedSayingWhichWouldDo() {
    refused(
        Broken.SomeNumber.class,
        "attribute 'at' carries @SeriesTime with format ISO_8601, which is of type S, but is stored as N: say EPOCH_SECONDS or EPOCH_MILLIS");
    refused(
        Broken.SomeText.class,
        "attribute 'at' carries @SeriesTime with format EPOCH_SECONDS, which is of type N, but is stored as S: say ISO_8601, or store a number");
  }

  @Test
  void from_textsThatDoNotParse_areAllTold() {
    refused(
        Broken.Misspelt.class,
        "attribute 'at' carries @SeriesTime, but delimiter must not",
        "@TimeSeries says since = 'last year', which is not a date or a time in UTC, such as 2026-11-01",
        "@TimeSeries says prefix = 'days of ', but prefix must be",
        "@TimeSeries says lateness = '2h', which is not a duration, such as PT1H",
        "@TimeSeries says futureTolerance = 'soon'",
        "@TimeSeries says prebuild = 'P1'");
  }

  @Test
  void from_timeInADocument_isRefused() {
    refused(
        Broken.Nesting.class,
        "no attribute carries @SeriesTime",
        "'when.at' carries @SeriesTime but lies inside attribute 'when', where nothing is a key");
  }

  @Test
  void from_sinceIsMissing_isRefusedNamingTheClass() {
    refused(
        Broken.WithoutSince.class, "Spec of table 'table', read from class", "since is missing");
    assertThat(
            TimeSeriesSpec.mapped("table", TableSchema.fromBean(Broken.WithoutSince.class))
                .since(Instant.parse("2026-11-01T10:30:00Z"))
                .build()
                .since())
        .isEqualTo("2026-11-01T10:00:00Z");
  }

  @ParameterizedTest
  @ValueSource(classes = {Broken.Keyed.class, Broken.When.class})
  void mapped_withoutTimeOrKey_isRefused(Class<?> entity) {
    assertThatThrownBy(() -> TimeSeriesSpec.mapped("table", TableSchema.fromBean(entity)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Class " + entity.getName());
  }

  @Test
  void template_withoutAPartitionKey_isRefused() {
    assertThatThrownBy(() -> TableTemplate.from(TableSchema.fromBean(Broken.When.class)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "no attribute is the table's partition key: mark one with @DynamoDbPartitionKey");
  }
}
