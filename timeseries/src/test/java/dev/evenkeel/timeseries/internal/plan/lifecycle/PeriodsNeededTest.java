package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Prebuilt;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class PeriodsNeededTest {
  private static final TimeSeriesSpec SPEC =
      TimeSeriesSpec.builder("t")
          .time(ItemTime.iso("at"))
          .period(Period.DAY)
          .since(Instant.parse("2026-03-01T00:00:00Z"))
          .template(
              TableTemplate.of(
                  CreateTableRequest.builder()
                      .billingMode(BillingMode.PAY_PER_REQUEST)
                      .keySchema(
                          KeySchemaElement.builder()
                              .attributeName("at")
                              .keyType(KeyType.HASH)
                              .build())
                      .attributeDefinitions(
                          AttributeDefinition.builder()
                              .attributeName("at")
                              .attributeType(ScalarAttributeType.S)
                              .build())
                      .build()))
          .build();

  private static Prebuilt at(String time, String... serving) {
    return PeriodsNeeded.of(SPEC, Instant.parse(time), Set.of(serving)::contains);
  }

  @Test
  void of_allIsThere_saysWhenTheNextOneIsNeeded() {
    Prebuilt noon = at("2026-03-10T12:00:00Z", "t_2026-03-10");

    assertThat(noon.overdue()).isEmpty();
    assertThat(noon.boundary()).isEqualTo("2026-03-11T00:00:00Z");
    assertThat(noon.untilBoundary(Instant.parse("2026-03-10T12:00:00Z")))
        .isEqualTo(Duration.ofHours(12));
    assertThat(at("2026-03-10T23:10:00Z", "t_2026-03-10", "t_2026-03-11").boundary())
        .isEqualTo("2026-03-12T00:00:00Z");
  }

  @Test
  void of_theNextIsMissing_isOverdueFromHalfThePrebuildOn() {
    assertThat(at("2026-03-10T23:29:59Z", "t_2026-03-10").overdue()).isEmpty();
    assertThat(at("2026-03-10T23:30:00Z", "t_2026-03-10").overdue())
        .containsExactly("t_2026-03-11");
  }

  @Test
  void of_thePeriodHasBegun_isOverdueAndTheBoundaryIsPast() {
    Prebuilt late = at("2026-03-11T02:00:00Z", "t_2026-03-10");

    assertThat(late.overdue()).containsExactly("t_2026-03-11");
    assertThat(late.untilBoundary(Instant.parse("2026-03-11T02:00:00Z")))
        .isEqualTo(Duration.ofHours(-2));
  }

  @Test
  void of_lateItemsMayComeToAMissingTable_isOverdue() {
    assertThat(at("2026-03-11T00:30:00Z", "t_2026-03-11").overdue())
        .containsExactly("t_2026-03-10");
    assertThat(at("2026-03-11T01:00:01Z", "t_2026-03-11").overdue()).isEmpty();
  }

  @Test
  void of_beforeTheFirstPeriod_waitsForIt() {
    Prebuilt before = at("2026-02-20T00:00:00Z");

    assertThat(before.overdue()).isEmpty();
    assertThat(before.boundary()).isEqualTo("2026-03-01T00:00:00Z");
  }
}
