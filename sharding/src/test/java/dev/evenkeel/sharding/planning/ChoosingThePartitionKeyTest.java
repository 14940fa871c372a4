package dev.evenkeel.sharding.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.sharding.planning.ShardPlan.PartitionLimit;
import dev.evenkeel.sharding.spec.SuffixFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every number in AWS's "Choosing the right DynamoDB partition key" (AWS Database Blog) that plans
 * are made with, each cited at its test by its heading, and the one of "Best practices for handling
 * time-series data" that is about shards.
 */
class ChoosingThePartitionKeyTest {
  private static final ShardCountPlanner TO_THE_BRIM =
      ShardCountPlanner.builder().headRoom(0).selection(Selection.ROTATING).build();

  // "Why do I need a partition key?": "10-GB storage units, called partitions"; "Partition keys and
  // request throttling": "3000 RCU or 1000 WCU for a single partition key value"
  @Test
  void partitionLimit_ofEachKind_isAsStated() {
    assertThat(PartitionLimit.STORED_BYTES.max()).isEqualTo(10_000_000_000L);
    assertThat(PartitionLimit.READ_UNITS_PER_SECOND.max()).isEqualTo(3_000);
    assertThat(PartitionLimit.WRITE_UNITS_PER_SECOND.max()).isEqualTo(1_000);
  }

  // "Recommendations for partition keys": "a large volume of writes for a partition key (for
  // example, greater than 1000 1 K writes per second). In this case, use an additional prefix or
  // suffix"
  @Test
  void plan_1000WritesOf1Kb_needsNoSuffixAndOneMoreDoes() {
    assertThat(TO_THE_BRIM.plan(KeyLoad.writing(1_000, 1024)).shards()).isEqualTo(1);
    assertThat(TO_THE_BRIM.plan(KeyLoad.writing(1_001, 1024)).shards()).isEqualTo(2);
  }

  // "Recommendations for partition keys": ((Number of writes per second * CEILING(item size in KB,
  // 1) ) /1000)
  @ParameterizedTest
  @CsvSource({"5000,1024,5", "5000,1025,10", "5000,500,5", "1500,1600,3", "100,10240,1", "1,1,1"})
  void formula_writesAndItemSize_areWritesTimesWholeKbByThousand(
      int writesPerSecond, int itemBytes, int shards) {
    ShardPlan plan = TO_THE_BRIM.plan(KeyLoad.writing(writesPerSecond, itemBytes));
    assertThat(plan.formulaShards()).isEqualTo(shards);
    assertThat(plan.shards()).as("evenly spread, without head-room").isEqualTo(shards);
  }

  // "Recommendations for partition keys": "a single InvoiceNumber contains up to 50,000 1K items
  // and
  // that you expect 5000 writes per second ... requires a minimum of five partitions to distribute
  // writes, and hence you might want to set the range as 0-4." 50 MB bind nothing, even with local
  // indexes.
  @Test
  void plan_invoiceOf50000Items5000WritesASecond_hasFiveShards0To4() {
    KeyLoad invoice =
        KeyLoad.builder()
            .writesPerSecond(5_000)
            .itemBytes(1024)
            .storedBytes(50_000 * 1024)
            .localIndexes(CapacityUnits.ZERO)
            .build();
    ShardPlan plan = TO_THE_BRIM.plan(invoice);
    assertThat(plan.shards()).isEqualTo(5);
    assertThat(plan.bindingLimit()).isEqualTo(PartitionLimit.WRITE_UNITS_PER_SECOND);
    assertThat(plan.hottestUse(PartitionLimit.STORED_BYTES)).isLessThan(0.01);
    assertThat(SuffixFormat.DEFAULT.number(plan.shards() - 1)).isEqualTo("4");
  }

  // The same example with what the formula leaves out: suffixes that are drawn or hashed fill
  // unevenly, and a limit is not to be used up.
  @Test
  void plan_5000WritesHashed_needsSixOrWithHeadRoomSeven() {
    KeyLoad load = KeyLoad.writing(5_000, 1024);
    assertThat(ShardCountPlanner.builder().headRoom(0).build().plan(load).shards()).isEqualTo(6);
    assertThat(ShardCountPlanner.create().plan(load).shards()).isEqualTo(7);
  }

  // "Recommendations for partition keys": "a random suffix (for example 0-9 or 0-99)"
  @Test
  void plan_suffixes0To9And0To99_carry10000And100000Units() {
    assertThat(TO_THE_BRIM.plan(KeyLoad.writing(10_000, 1024)).shards()).isEqualTo(10);
    assertThat(TO_THE_BRIM.plan(KeyLoad.writing(100_000, 1024)).shards()).isEqualTo(100);
  }

  // "Recommendations for partition keys": "we need to query the table five times for a given
  // InvoiceNumber"; "additional latency for reads due to X number of read requests per query"
  @Test
  void queryCost_fiveSuffixes_areFiveQueries() {
    KeyLoad load = KeyLoad.builder().itemBytes(1024).queryPageRows(1).build();
    QueryCost cost = QueryCost.of(load, 5);
    assertThat(cost.units()).isEqualTo(cost.unitsPerShard().times(5));
    assertThat(cost.units()).isEqualTo(load.reads().page(1024).times(5));
  }

  // "Recommendations for partition keys": "consider how hot each partition key might get and add
  // enough of a random suffix (with buffer) to accommodate the anticipated future growth"
  @Test
  void plan_growthOfHalf_buffersTheFormula() {
    ShardCountPlanner buffered =
        ShardCountPlanner.builder().headRoom(0).selection(Selection.ROTATING).growth(1.5).build();
    ShardPlan plan = buffered.plan(KeyLoad.writing(5_000, 1024));
    assertThat(plan.formulaShards()).isEqualTo(8);
    assertThat(plan.shards()).isEqualTo(8);
    assertThat(plan.load().writesPerSecond()).isEqualTo(5_000);
    assertThat(plan.grownLoad().writesPerSecond()).isEqualTo(7_500);
  }

  // "Recommendations for partition keys", on indexes: "consider a sharding approach for global
  // secondary indexes (GSI) if you are anticipating a hot key scenario"; "issue parallel queries to
  // the global secondary index with GSI partition key = (0-N)"; indexes "support eventual
  // consistency only"
  @Test
  void plan_indexOnCountry_isPlannedByItsEntries() {
    KeyLoad usa =
        KeyLoad.builder()
            .writesPerSecond(4_000)
            .itemBytes(60)
            .reads(ReadCapacity.EVENTUAL)
            .queryPageRows(25)
            .build();
    ShardPlan plan = TO_THE_BRIM.plan(usa);
    assertThat(plan.shards()).isEqualTo(4);
    assertThat(plan.queryPageUnits()).as("four queries of half a unit").hasToString("2");
  }

  // "Antipatterns for partition keys": "There is a 1-MB limit on items that you can fetch through a
  // single query operation"
  @Test
  void queryCost_pageOfManyRows_readsAMegabyteAtMost() {
    KeyLoad load = KeyLoad.builder().itemBytes(10_240).queryPageRows(100_000).build();
    assertThat(QueryCost.of(load, 1).units()).isEqualTo(CapacityUnits.of(128));
  }

  // "Best practices for handling time-series data", "Designing for high-volume streams of events":
  // "around 5,000 events per second with a maximum of 6,000 per second ... a sharding suffix that
  // rotates from _1 through _6 ... you can provision your table with 6,000 WCUs". That these are
  // six
  // partitions no longer follows, if it ever did: keys are hashed to partitions.
  @Test
  void plan_6000EventsRotating_hasSixSuffixesOf1000Units() {
    ShardPlan plan = TO_THE_BRIM.plan(KeyLoad.writing(6_000, 1024));
    assertThat(plan.shards()).isEqualTo(6);
    assertThat(plan.hottestWriteUnitsPerSecond()).isEqualTo(1_000);
    assertThat(PartitionEstimator.newTable(0, 6_000).partitions()).isEqualTo(6);
    assertThat(plan.on(6).apartProbability()).isLessThan(0.02);
  }
}
