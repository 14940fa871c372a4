package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A table is not split into periods that could not take all its items. */
class MonolithStartTest extends MonolithFixture {
  MonolithStartTest(LocalDynamoDb local) {
    super(local);
  }

  private void assertUnfit() {
    Resharder resharder = Resharder.of(spec, series);
    assertRefused(
        Reason.ITEMS_UNFIT, () -> resharder.startInto("visits_by_day", 1, MovePace.gentle()));
    assertThat(LayoutEditor.of(spec, plain).show().state()).isEqualTo("SETTLED");
  }

  @Test
  void itemWithoutATime_isFoundBeforeTheMove() {
    put("~meta");
    assertUnfit();
  }

  @Test
  void itemOfAPeriodWithoutATable_isFoundBeforeTheMove() {
    plain.deleteTable(delete -> delete.tableName("visits_by_day_2026-11-21"));
    put("2026-11-21T10:00:00Z#1");
    assertThatThrownBy(
            () -> Resharder.of(spec, series).startInto("visits_by_day", 1, MovePace.gentle()))
        .hasMessageContaining("visits_by_day_2026-11-21");
    assertThat(LayoutEditor.of(spec, plain).show().state()).isEqualTo("SETTLED");
  }

  /** Reads of it find nothing, and it is a write that would be refused. */
  @ParameterizedTest
  @CsvSource({
    "2026-11-19T10:00:00Z#1, when the series begins",
    "2026-11-22T13:00:00Z#1, ahead of the clock",
  })
  void itemThatTheSeriesTakesNoWriteOf_isFoundBeforeTheMove(String at, String why) {
    put(at);

    assertThatThrownBy(
            () -> Resharder.of(spec, series).startInto("visits_by_day", 1, MovePace.gentle()))
        .isInstanceOf(LayoutChangeException.class)
        .hasMessageContainingAll("Items that cannot be moved: 1.", why);

    assertThat(LayoutEditor.of(spec, plain).show().state()).isEqualTo("SETTLED");
  }

  @Test
  void itemOfAPeriodWithoutATableThatIsSkipped_isFoundBeforeTheMove() {
    plain.deleteTable(delete -> delete.tableName("visits_by_day_2026-11-21"));
    put("2026-11-21T10:00:00Z#1");
    DynamoDbClient skipping = over(days(days -> days.missingTables(MissingTablePolicy.SKIP)), NOW);

    assertThatThrownBy(
            () -> Resharder.of(spec, skipping).startInto("visits_by_day", 1, MovePace.gentle()))
        .hasMessageContainingAll("cannot be moved: 1.", "visits_by_day_2026-11-21");

    assertThat(LayoutEditor.of(spec, plain).show().state()).isEqualTo("SETTLED");
  }

  @Test
  void seriesWithAnotherKey_isRefused() {
    TimeSeriesSpec other =
        days(days -> days.template(ExampleTables.provisioned(50, 50, "site", "at")));
    Resharder resharder = Resharder.of(spec, over(other, NOW));

    assertThatThrownBy(() -> resharder.startInto("visits_by_day", 1, MovePace.gentle()))
        .isInstanceOf(SpecMismatchException.class)
        .hasMessageContaining("site");
  }

  @Test
  void shardingOverTimeSeries_forAnythingElse_isRefused() {
    ShardingSpec fixed =
        ShardingSpec.builder("other").partitionKey("page").sortKey("at").shards(2).build();
    assertThatThrownBy(() -> ShardingDynamoDbClient.builder(series).table(fixed).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SHARDING stands over TIME_SERIES");
    ShardingSpec ofSeries =
        ShardingSpec.builder("visits_by_day")
            .partitionKey("page")
            .sortKey("at")
            .shards(1)
            .layoutFrom(store)
            .build();
    assertThatThrownBy(() -> ShardingDynamoDbClient.builder(series).table(ofSeries).build())
        .isInstanceOf(IllegalArgumentException.class);
  }
}
