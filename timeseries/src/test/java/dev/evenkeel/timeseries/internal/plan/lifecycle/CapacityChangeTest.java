package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.timeseries.spec.Tier.Capacity;
import dev.evenkeel.timeseries.spec.Tier.OnDemand;
import dev.evenkeel.timeseries.spec.Tier.Provisioned;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.ObservedUnits;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** One request that says what differs, and nothing that does not. */
class CapacityChangeTest {
  private static final Instant NOW = Instant.parse("2026-03-11T12:00:00Z");
  private static final Capacity LOW = new Provisioned(5, 1);

  private static ObservedTable table(
      @Nullable ObservedUnits units, Map<String, ObservedUnits> indexes, String... names) {
    return new ObservedTable(
        "readings_2026-03-10",
        TableStatus.ACTIVE,
        "id",
        NOW,
        units,
        indexes,
        Set.of(names),
        true,
        TableClass.STANDARD,
        false,
        Ownership.OURS);
  }

  private static ObservedUnits units(long read, long write) {
    return new ObservedUnits(read, write, 0, null);
  }

  @Test
  void request_onlyTheIndexDiffers_saysNothingOfTheTable() {
    CapacityChange sizing =
        new CapacityChange(
            table(units(5, 1), Map.of("a", units(5, 1), "b", units(9, 9)), "a", "b"),
            LOW,
            Map.of("a", LOW, "b", LOW),
            NOW);

    UpdateTableRequest request = sizing.request();
    assertThat(request.provisionedThroughput()).isNull();
    assertThat(request.globalSecondaryIndexUpdates())
        .singleElement()
        .satisfies(update -> assertThat(update.update().indexName()).isEqualTo("b"));
  }

  @Test
  void request_indexThatTheTableHasNot_isLeftOut() {
    CapacityChange sizing =
        new CapacityChange(table(units(9, 9), Map.of()), LOW, Map.of("a", LOW), NOW);

    assertThat(sizing.request().hasGlobalSecondaryIndexUpdates()).isFalse();
    assertThat(
            new CapacityChange(table(units(5, 1), Map.of()), LOW, Map.of("a", LOW), NOW).differs())
        .isFalse();
  }

  @Test
  void request_toUnits_saysThemOfEveryIndex() {
    CapacityChange sizing =
        new CapacityChange(
            table(null, Map.of(), "a", "b"), LOW, Map.of("a", new Provisioned(7, 7)), NOW);

    UpdateTableRequest request = sizing.request();
    assertThat(request.billingMode()).isEqualTo(BillingMode.PROVISIONED);
    assertThat(request.globalSecondaryIndexUpdates())
        .extracting(update -> update.update().provisionedThroughput().readCapacityUnits())
        .containsExactly(7L, 5L);
    assertThat(sizing.lowers()).isFalse();
  }

  @Test
  void request_toByRequest_saysNoUnits() {
    CapacityChange sizing =
        new CapacityChange(
            table(units(9, 9), Map.of("a", units(9, 9)), "a"),
            new OnDemand(),
            Map.of("a", new OnDemand()),
            NOW);

    UpdateTableRequest request = sizing.request();
    assertThat(request.billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
    assertThat(request.provisionedThroughput()).isNull();
    assertThat(request.hasGlobalSecondaryIndexUpdates()).isFalse();
  }

  @Test
  void mayBeNow_oneIndexWasLoweredWithinTheHour_waitsForIt() {
    ObservedUnits lately = new ObservedUnits(9, 9, 1, NOW.minusSeconds(1_800));
    CapacityChange sizing =
        new CapacityChange(
            table(units(9, 9), Map.of("a", lately), "a"), LOW, Map.of("a", LOW), NOW);

    assertThat(sizing.mayBeNow()).isFalse();
    assertThat(sizing.lowerableFrom()).contains("2026-03-11T12:30:00Z");
    ObservedUnits allSpent = new ObservedUnits(9, 9, 27, NOW.minusSeconds(7_200));
    assertThat(new CapacityChange(table(allSpent, Map.of()), LOW, Map.of(), NOW).lowerableFrom())
        .isEqualTo("tomorrow");
  }
}
