package dev.evenkeel.sharding.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.sharding.planning.PartitionEstimate.PartitionGroup;
import dev.evenkeel.sharding.planning.ShardPlan.PartitionLimit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rules of AWS's text "Working with Tables in DynamoDB" (Developer Guide, API version
 * 2012-08-10) about planning, under "Specifying read and write requirements for tables". Its rules
 * and examples about the sizes and units of single operations are tested in core.
 */
class WorkingWithTablesTest {
  private static final int KB = 1024;

  // The table "compares some provisioned throughput values for different average item sizes,
  // request
  // rates, and consistency combinations"; here for 50 reads a second
  @ParameterizedTest
  @CsvSource({"4,STRONG,50", "8,STRONG,100", "4,EVENTUAL,25", "8,EVENTUAL,50"})
  void reads_sizeAndConsistency_giveTheThroughputRequired(
      int itemKb, ReadCapacity consistency, double units) {
    KeyLoad load =
        KeyLoad.builder().itemBytes(itemKb * KB).reads(consistency).getsPerSecond(50).build();
    assertThat(ShardLoad.of(load, Selection.CALCULATED, 1).readUnitsPerSecond()).isEqualTo(units);
  }

  // The table for writes of 1 KB and 2 KB; and "an item of 500 bytes consumes the same throughput
  // as a 1 KB item"
  @ParameterizedTest
  @CsvSource({"1024,50", "2048,100", "500,50"})
  void writes_size_givesTheThroughputRequired(int itemBytes, double units) {
    assertThat(KeyLoad.writing(50, itemBytes).writeUnitsPerSecond()).isEqualTo(units);
  }

  @Test
  void writes_transactional_takeTwice() {
    KeyLoad load =
        KeyLoad.builder()
            .writesPerSecond(50)
            .itemBytes(KB)
            .writes(WriteCapacity.TRANSACTIONAL)
            .build();
    assertThat(load.writeUnitsPerSecond()).isEqualTo(100);
  }

  // "create the table with a large write throughput setting, and after the initial data upload, you
  // could reduce the write throughput and increase the read throughput"
  @Test
  void withThroughput_writesLoweredReadsRaised_usesThePartitionsOfTheUpload() {
    PartitionEstimate uploaded = PartitionEstimator.newTable(100, 9_000);
    assertThat(uploaded.partitions()).isEqualTo(10);
    assertThat(uploaded.withThroughput(25_000, 500).groups())
        .containsExactly(new PartitionGroup(10, 2_500, 50));
  }

  // "you might provision a table with 1 million read capacity units per second. If you issue 1
  // million requests for a single item in the table, all of the read activity will be concentrated
  // on a single partition. However, if you spread your requests across all of the items in the
  // table, DynamoDB can access the table partitions in parallel"
  @Test
  void readUnits_aMillion_areMoreThan300PartitionsOrOneWith3000() {
    assertThat(PartitionEstimator.newTable(1_000_000, 0).partitions()).isEqualTo(334);
    assertThat(PartitionLimit.READ_UNITS_PER_SECOND.max()).isEqualTo(3_000);
    KeyLoad load =
        KeyLoad.builder()
            .itemBytes(4 * KB)
            .reads(ReadCapacity.STRONG)
            .getsPerSecond(1_000_000)
            .build();
    ShardPlan plan = ShardCountPlanner.builder().headRoom(0).build().plan(load);
    assertThat(plan.bindingLimit()).isEqualTo(PartitionLimit.READ_UNITS_PER_SECOND);
    assertThat(plan.shards()).isGreaterThan(334);
    assertThat(plan.hottestReadUnitsPerSecond()).isLessThanOrEqualTo(3_000);
  }
}
