package dev.evenkeel.sharding.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.sharding.planning.BulkLoadPlanner.BulkLoadPlan;
import dev.evenkeel.sharding.planning.PartitionEstimate.PartitionGroup;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Every formula and worked example about partitions and loads in AWS's text "Best practices for
 * tables" (Developer Guide, API version 2012-08-10), each cited at its test by its heading.
 */
class BestPracticesForTablesTest {
  private static final long GB = 1_000_000_000;

  // "Randomizing across multiple partition key values": suffixes from 1 to 200; "To read all of the
  // items for a given day, you would need to obtain all of the items for each suffix."
  @Test
  void queryCost_200Suffixes_areAtLeast100UnitsAPage() {
    KeyLoad load = KeyLoad.builder().itemBytes(100).queryPageRows(1).build();
    assertThat(QueryCost.of(load, 200).units()).isEqualTo(CapacityUnits.of(100));
  }

  // "Using a calculated value": "You can easily perform a GetItem operation on a particular item,
  // because you can calculate the partition key value you need"
  @Test
  void getUnits_calculatedAndRandomSuffix_areOneReadAndAProbe() {
    KeyLoad load = KeyLoad.writing(150_000, 100);
    ShardPlan calculated = plan(Selection.CALCULATED, load);
    assertThat(calculated.shards()).isGreaterThan(150);
    assertThat(calculated.getUnits()).hasToString("0.5");
    ShardPlan random = plan(Selection.RANDOM, load);
    assertThat(random.getUnits()).isEqualTo(calculated.getUnits().times(random.shards()));
  }

  private static ShardPlan plan(Selection selection, KeyLoad load) {
    return ShardCountPlanner.builder().selection(selection).build().plan(load);
  }

  // "Initial allocation of partitions": "A single partition can support a maximum of 3,000 read
  // capacity units or 1,000 write capacity units."
  @Test
  void newTable_atTheLimitOfOnePartition_isOneAndBeyondItTwo() {
    assertThat(PartitionEstimator.newTable(3_000, 0).partitions()).isEqualTo(1);
    assertThat(PartitionEstimator.newTable(3_001, 0).partitions()).isEqualTo(2);
    assertThat(PartitionEstimator.newTable(0, 1_000).partitions()).isEqualTo(1);
    assertThat(PartitionEstimator.newTable(0, 1_001).partitions()).isEqualTo(2);
  }

  // "Initial allocation of partitions": ( 1,000 / 3,000 ) + ( 500 / 1,000 ) = 0.8333 --> 1
  @Test
  void newTable_1000Read500Write_hasOnePartition() {
    assertThat(PartitionEstimator.load(1_000, 500)).isCloseTo(0.8333, within(0.0001));
    assertThat(PartitionEstimator.newTable(1_000, 500).partitions()).isEqualTo(1);
  }

  // "Initial allocation of partitions": ( 1,000 / 3,000 ) + ( 1,000 / 1,000 ) = 1.333 --> 2; "two
  // partitions, each with 500 read capacity units and 500 write capacity units"
  @Test
  void newTable_1000Read1000Write_hasTwoPartitionsOf500And500() {
    assertThat(PartitionEstimator.load(1_000, 1_000)).isCloseTo(1.333, within(0.001));
    assertThat(PartitionEstimator.newTable(1_000, 1_000).groups())
        .containsExactly(new PartitionGroup(2, 500, 500));
  }

  // "Subsequent allocation of partitions": "A single partition can hold approximately 10 GB of
  // data"
  @Test
  void holding_moreThan10Gb_splitsTheOnlyPartitionInTwo() {
    PartitionEstimate one = PartitionEstimator.newTable(1_000, 500);
    assertThat(one.holding(10 * GB).partitions()).isEqualTo(1);
    assertThat(one.holding(10 * GB + 1).groups()).containsExactly(new PartitionGroup(2, 500, 250));
  }

  // "Increased provisioned throughput settings": ( 5,000 / 3,000 ) + ( 2,000 / 1,000 ) = 3.6667 -->
  // 4; "1,250 reads per second" and "500 writes per second" each. The same under "Throughput
  // capacity per partition".
  @Test
  void newTable_5000Read2000Write_hasFourPartitionsOf1250And500() {
    assertThat(PartitionEstimator.load(5_000, 2_000)).isCloseTo(3.6667, within(0.0001));
    assertThat(PartitionEstimator.newTable(5_000, 2_000).groups())
        .containsExactly(new PartitionGroup(4, 1_250, 500));
  }

  // "Increased provisioned throughput settings": "you increased the table's read capacity units
  // from 5,000 to 8,000 ... double the number of partitions to eight (4 * 2 = 8)", 1,000 reads and
  // 250 writes per second each
  @Test
  void withThroughput_5000To8000Read_doublesToEightOf1000And250() {
    PartitionEstimate raised =
        PartitionEstimator.newTable(5_000, 2_000).withThroughput(8_000, 2_000);
    assertThat(raised.groups()).containsExactly(new PartitionGroup(8, 1_000, 250));
  }

  // "Increased storage requirements": 8 partitions * 10 GB = 80 GB; one full and split, 9
  // partitions * 10 GB = 90 GB
  @Test
  void bytesMax_eightPartitionsAndOneSplit_are80And90Gb() {
    PartitionEstimate eight =
        PartitionEstimator.newTable(5_000, 2_000).withThroughput(8_000, 2_000);
    assertThat(eight.bytesMax()).isEqualTo(80 * GB);
    PartitionEstimate nine = eight.withOneSplit();
    assertThat(nine.partitions()).isEqualTo(9);
    assertThat(nine.bytesMax()).isEqualTo(90 * GB);
  }

  // "Throughput capacity per partition": 1,250 / 2 = 625 and 500 / 2 = 250 units per child; "Three
  // of the five partitions would each have 1,250 read capacity units and 500 write capacity units.
  // The other two partitions would each have 625 read capacity units and 250 write capacity units."
  @Test
  void withOneSplit_oneOfFour_leavesThreeWholeAndTwoHalves() {
    assertThat(PartitionEstimator.newTable(5_000, 2_000).withOneSplit().groups())
        .containsExactly(new PartitionGroup(3, 1_250, 500), new PartitionGroup(2, 625, 250));
  }

  // "Use burst capacity sparingly": "up to five minutes (300 seconds) of unused read and write
  // capacity"
  @Test
  void burst_idlePartition_isFiveMinutesOfItsUnits() {
    PartitionGroup group = PartitionEstimator.newTable(5_000, 2_000).groups().get(0);
    assertThat(group.burstReadUnitsMax()).isEqualTo(375_000);
    assertThat(group.burstWriteUnitsMax()).isEqualTo(150_000);
  }

  // "Consider workload uniformity": "If you reduce the amount of provisioned throughput for your
  // table, DynamoDB will not decrease the number of partitions."
  @Test
  void withThroughput_lower_keepsThePartitions() {
    assertThat(PartitionEstimator.newTable(8_000, 8_000).withThroughput(1, 1).partitions())
        .isEqualTo(11);
  }

  private static final BulkLoadPlanner LOAD = BulkLoadPlanner.of(20_000_000, 1_000);

  // "Consider workload uniformity": "20 million items ... each item is 1 KB in size, resulting in
  // 20
  // GB of data. This bulk-loading task will require a total of 20 million write capacity units."
  @Test
  void bulkLoad_20MillionItemsOf1Kb_are20GbAnd20MillionUnits() {
    assertThat(LOAD.dataBytes()).isEqualTo(20 * GB);
    assertThat(LOAD.writeUnits()).isEqualTo(CapacityUnits.of(20_000_000));
  }

  // "Consider workload uniformity": "To perform this data load within 30 minutes, you would need to
  // set the provisioned write throughput of the table to 11,000 write capacity units." That is
  // 11,112 to two digits, so it takes 19 seconds longer.
  @Test
  void bulkLoad_within30Minutes_takes11000UnitsToTwoDigits() {
    BulkLoadPlan exact = LOAD.within(Duration.ofMinutes(30));
    assertThat(exact.writeUnitsPerSecond()).isEqualTo(11_112);
    assertThat(twoDigits(exact.writeUnitsPerSecond())).isEqualTo(11_000);
    assertThat(LOAD.at(11_000).duration()).isEqualTo(Duration.ofSeconds(30 * 60 + 19));
  }

  // "Consider workload uniformity": "DynamoDB will create 11 partitions, each with 1000 provisioned
  // write capacity units". (The exact 11,112 would make 12.)
  @Test
  void bulkLoad_at11000Units_makes11PartitionsOf1000() {
    assertThat(LOAD.at(11_000).partitions().groups())
        .containsExactly(new PartitionGroup(11, 0, 1_000));
    assertThat(LOAD.within(Duration.ofMinutes(30)).partitions().partitions()).isEqualTo(12);
  }

  // "Consider workload uniformity": "your applications only require 200 writes per second ... each
  // of the 11 partitions will have around 20 write capacity units per second provisioned"
  @Test
  void bulkLoad_loweredTo200_leaves11PartitionsOfAround20() {
    PartitionEstimate then = LOAD.at(11_000).afterwards(0, 200);
    assertThat(then.partitions()).isEqualTo(11);
    assertThat(then.groups().get(0).writeUnitsPerSecond()).isCloseTo(20, within(2.0));
  }

  // "Consider workload uniformity": "acceptable to run the bulk import for over 3 hours ... only
  // 1900 write capacity units per second needs to be provisioned ... DynamoDB would create only two
  // partitions for the table." That is 1,852 to two digits.
  @Test
  void bulkLoad_within3Hours_takes1900UnitsToTwoDigitsAndTwoPartitions() {
    BulkLoadPlan exact = LOAD.within(Duration.ofHours(3));
    assertThat(exact.writeUnitsPerSecond()).isEqualTo(1_852);
    assertThat(twoDigits(exact.writeUnitsPerSecond())).isEqualTo(1_900);
    assertThat(exact.partitions().partitions()).isEqualTo(2);
    assertThat(LOAD.at(1_900).partitions().partitions()).isEqualTo(2);
    assertThat(LOAD.at(1_900).partitions().holding(LOAD.dataBytes()).partitions()).isEqualTo(2);
  }

  private static long twoDigits(long value) {
    return BigDecimal.valueOf(value).round(new MathContext(2)).longValueExact();
  }

  // "Test your application at scale": "as the table becomes larger, there will be more partitions
  // and less throughput per partition"; very high settings, then lower ones, give the same ratio
  @Test
  void withThroughput_highThenLow_hasTheRatioOfATableThatGrew() {
    PartitionEstimate grown = PartitionEstimator.newTable(600, 200).holding(80 * GB);
    PartitionEstimate simulated = PartitionEstimator.newTable(0, 8_000).withThroughput(600, 200);
    assertThat(simulated.groups()).isEqualTo(grown.groups());
    assertThat(grown.groups()).containsExactly(new PartitionGroup(8, 75, 25));
  }
}
