package dev.evenkeel.sharding.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.sharding.planning.BulkLoadPlanner.InfeasibleLoadException;
import dev.evenkeel.sharding.planning.ShardPlan.PartitionLimit;
import dev.evenkeel.testkit.gen.Property;
import org.junit.jupiter.api.Test;

/** Cases beyond the worked examples of ChoosingThePartitionKeyTest. */
class ShardCountPlannerTest {
  private static final ShardCountPlanner PLANNER = ShardCountPlanner.create();

  @Test
  void plan_loadWithinOnePartition_saysDoNotShard() {
    KeyLoad load =
        KeyLoad.builder().writesPerSecond(900).itemBytes(1_000).getsPerSecond(5_000).build();
    ShardPlan plan = PLANNER.plan(load);
    assertThat(plan.shards()).isEqualTo(1);
    assertThat(plan.bindingLimit()).isEqualTo(PartitionLimit.WRITE_UNITS_PER_SECOND);
    assertThat(plan.queryPageUnits()).isEqualTo(plan.plainQueryPageUnits());
    assertThat(plan.getUnits()).isEqualTo(load.getUnits());
    assertThat(plan.explain()).contains("Shards: 1, do not shard", "900 of 1,000");
    assertThat(plan).hasToString("1 shard (write units a second)");
  }

  @Test
  void build_withNull_isRefusedByName() {
    assertThatThrownBy(() -> ShardCountPlanner.builder().headRoom(1).selection(null).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("headRoom must be")
        .hasMessageContaining("selection is null");
    assertThatThrownBy(() -> KeyLoad.builder().writes(null).reads(null).localIndexes(null).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("itemBytes must be")
        .hasMessageContaining("writes is null; reads is null; localIndexWriteUnits is null");
  }

  @Test
  void plan_loadThatWillGrowBeyondOnePartition_shardsInTime() {
    KeyLoad load = KeyLoad.writing(900, 1_000);
    assertThat(ShardCountPlanner.builder().growth(1.5).build().plan(load).shards()).isEqualTo(2);
  }

  @Test
  void plan_anyLoad_isTheLeastThatLeavesTheHeadRoom() {
    Property.check(
        300,
        gen -> {
          KeyLoad load =
              KeyLoad.builder()
                  .writesPerSecond(gen.between(0, 20_000))
                  .itemBytes(1 + gen.between(0, 4_000))
                  .getsPerSecond(gen.between(0, 20_000))
                  .storedBytes(1 + 1e10 * gen.between(0, 5))
                  .localIndexes(CapacityUnits.ZERO)
                  .build();
          double headRoom = gen.between(0, 60) / 100.0;
          ShardPlan plan = ShardCountPlanner.builder().headRoom(headRoom).build().plan(load);
          double allowed = plan.shards() == 1 ? 1 : 1 - headRoom;
          for (PartitionLimit limit : PartitionLimit.values()) {
            assertThat(plan.hottestUse(limit))
                .isLessThanOrEqualTo(allowed * (1 + ShardLoad.ROUNDING));
          }
          assertThat(plan.shards()).isGreaterThanOrEqualTo(plan.formulaShards());
          if (plan.shards() > 1) {
            int fewer = plan.shards() - 1;
            double tight = fewer == 1 ? 1 : 1 - headRoom;
            assertThat(ShardLoad.of(load, Selection.CALCULATED, fewer).use(plan.bindingLimit()))
                .isGreaterThan(tight);
          }
        });
  }

  @Test
  void plan_getsOfManyItems_areSpreadLikeWrites() {
    KeyLoad load = KeyLoad.builder().itemBytes(4_096).getsPerSecond(12_000).build();
    ShardPlan plan = PLANNER.plan(load);
    assertThat(plan.bindingLimit()).isEqualTo(PartitionLimit.READ_UNITS_PER_SECOND);
    assertThat(plan.shards()).isEqualTo(3);
    assertThat(plan.hottestReadUnitsPerSecond()).isBetween(2_000.0, 2_400.0);
  }

  @Test
  void plan_localIndexes_limitTheBytesOfAKey() {
    KeyLoad.Builder archive = KeyLoad.builder().itemBytes(1_000).storedBytes(30e9);
    assertThat(PLANNER.plan(archive.build()).shards())
        .as("DynamoDB goes on elsewhere")
        .isEqualTo(1);
    ShardPlan plan = PLANNER.plan(archive.localIndexes(CapacityUnits.ZERO).build());
    assertThat(plan.shards()).isEqualTo(4);
    assertThat(plan.bindingLimit()).isEqualTo(PartitionLimit.STORED_BYTES);
    assertThat(plan.explain()).contains("It stores 7,5");
  }

  @Test
  void plan_localIndexes_costWriteUnitsOnTheSamePartition() {
    KeyLoad.Builder orders = KeyLoad.builder().writesPerSecond(900).itemBytes(1_000).storedBytes(1);
    assertThat(PLANNER.plan(orders.build()).shards()).isEqualTo(1);
    ShardPlan plan = PLANNER.plan(orders.localIndexes(CapacityUnits.of(2)).build());
    assertThat(plan.meanWriteUnitsPerSecond() * plan.shards()).isEqualTo(2_700);
    assertThat(plan.formulaShards()).as("counts the item alone").isEqualTo(1);
    assertThat(plan.shards()).isEqualTo(4);
  }

  @Test
  void plan_queriesThatAloneAreTooMany_areRefusedWithTheWayOut() {
    KeyLoad load =
        KeyLoad.builder().itemBytes(500).queryPagesPerSecond(10_000).queryPageRows(10).build();
    assertThatThrownBy(() -> PLANNER.plan(load))
        .isInstanceOf(InfeasibleLoadException.class)
        .hasMessage(
            "No count up to 1,024 shards carries the load: the hottest would use 167 % of 3,000 read"
                + " units a second, and 80 % is allowed. A query reads every shard, and so does a get"
                + " of an item whose shard is drawn, so more shards do not help: cache what is read"
                + " often, ask for fewer rows, or calculate the shard.");
  }

  @Test
  void plan_writesBeyondAllShards_areRefused() {
    assertThatThrownBy(() -> PLANNER.plan(KeyLoad.writing(2_000_000, 1_000)))
        .isInstanceOf(InfeasibleLoadException.class)
        .hasMessageContaining("write units a second")
        .hasMessageContaining("Divide the logical key");
  }

  @Test
  void plan_queryDearerThanAllowed_isRefusedNamingTheCost() {
    KeyLoad load = KeyLoad.builder().writesPerSecond(5_000).itemBytes(1_200).build();
    ShardPlan plan = PLANNER.plan(load);
    CapacityUnits cost = plan.queryPageUnits();
    ShardCountPlanner exactly = ShardCountPlanner.builder().queryPageUnitsMax(cost).build();
    assertThat(exactly.plan(load).shards()).isEqualTo(plan.shards());
    CapacityUnits less = new CapacityUnits(cost.halves() - 1);
    assertThatThrownBy(() -> ShardCountPlanner.builder().queryPageUnitsMax(less).build().plan(load))
        .isInstanceOf(InfeasibleLoadException.class)
        .hasMessageContaining(cost + " read units, where " + less + " are allowed");
  }

  @Test
  void plan_drawnShards_probeForSingleItems() {
    KeyLoad load = KeyLoad.builder().writesPerSecond(5_000).itemBytes(10_000).build();
    ShardPlan plan = ShardCountPlanner.builder().selection(Selection.ROTATING).build().plan(load);
    assertThat(plan.shards()).isEqualTo(63);
    assertThat(plan.getUnits()).as("1.5 and 62 misses of 0.5").hasToString("32.5");
    assertThat(plan.explain()).contains("Get: looks on all 63 shards", "32.5 read units");
  }

  @Test
  void plan_probesForManyGets_areCountedOnEveryShard() {
    KeyLoad load =
        KeyLoad.builder()
            .writesPerSecond(5_000)
            .itemBytes(1_000)
            .getsPerSecond(4_000)
            .reads(ReadCapacity.STRONG)
            .build();
    ShardCountPlanner random = ShardCountPlanner.builder().selection(Selection.RANDOM).build();
    assertThatThrownBy(() -> random.plan(load)).hasMessageContaining("calculate the shard");
    assertThat(PLANNER.plan(load).shards()).isEqualTo(7);
  }

  @Test
  void load_everythingWrong_isRefusedListingAll() {
    KeyLoad.Builder wrong =
        KeyLoad.builder()
            .writesPerSecond(-1)
            .getsPerSecond(Double.NaN)
            .queryPagesPerSecond(Double.POSITIVE_INFINITY)
            .queryPageRows(0)
            .reads(ReadCapacity.TRANSACTIONAL)
            .localIndexes(CapacityUnits.ZERO);
    assertThatThrownBy(wrong::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("KeyLoad: ")
        .hasMessageContainingAll(
            "writesPerSecond must be 0..1.0E15 but was -1.0",
            "getsPerSecond must be 0..1.0E15 but was NaN",
            "queryPagesPerSecond must be 0..1.0E15 but was Infinity",
            "itemBytes must be 1..409600 but was 0",
            "queryPageRows must be at least 1 but was 0",
            "reads are TRANSACTIONAL",
            "give storedBytes");
  }

  @Test
  void planner_everythingWrong_isRefusedListingAll() {
    assertThatThrownBy(() -> ShardCountPlanner.builder().headRoom(1).growth(0.5).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "ShardCountPlanner: headRoom must be 0..1, without 1, but was 1.0; growth must be a"
                + " factor of 1..1000 but was 0.5");
  }

  @Test
  void plan_oneByteBeyondTheLimitOfAKey_isNoRounding() {
    KeyLoad.Builder key = KeyLoad.builder().itemBytes(1_000).localIndexes(CapacityUnits.ZERO);
    assertThat(PLANNER.plan(key.storedBytes(1e10).build()).shards()).isEqualTo(1);
    assertThat(PLANNER.plan(key.storedBytes(1e10 + 1).build()).shards()).isEqualTo(2);
  }

  /** 25,000 x 2.2 is a little more than 55,000 in binary, and 1 - 0.9 a little less than 0.1. */
  @Test
  void plan_ofDecimalFractions_isNotRoundedUpForTheirLastDigit() {
    ShardCountPlanner.Builder rotating = ShardCountPlanner.builder().selection(Selection.ROTATING);

    assertThat(rotating.growth(2.2).build().plan(KeyLoad.writing(25_000, 900)).formulaShards())
        .isEqualTo(55);
    assertThat(rotating.growth(1).headRoom(0.9).build().plan(KeyLoad.writing(2_000, 900)).shards())
        .isEqualTo(20);
  }
}
