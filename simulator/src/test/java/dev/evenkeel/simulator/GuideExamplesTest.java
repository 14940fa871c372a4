package dev.evenkeel.simulator;

import static dev.evenkeel.simulator.Simulations.TABLE;
import static dev.evenkeel.simulator.Simulations.keyOfEach;
import static dev.evenkeel.simulator.Simulations.simulate;
import static dev.evenkeel.simulator.Simulations.table;
import static dev.evenkeel.simulator.Simulations.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.PartitionRules;
import dev.evenkeel.simulator.spec.PartitionState;
import dev.evenkeel.simulator.spec.Request;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worked examples of AWS, <em>Best practices for tables</em>, with its own numbers. */
class GuideExamplesTest {

  private static PartitionSimulator original(long readUnits, long writeUnits) {
    return simulate(Capacity.provisioned(readUnits, writeUnits), PartitionBehavior.original());
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 500, 1, 1000, 500",
    "1000, 1000, 2, 500, 500",
    "5000, 2000, 4, 1250, 500",
    "0, 11000, 11, 0, 1000",
    "0, 1900, 2, 0, 950",
  })
  void newTable_ofTheGuide_hasThatManyEqualPartitions(
      long readUnits, long writeUnits, int partitions, double eachReads, double eachWrites) {
    assertThat(original(readUnits, writeUnits).partitions())
        .hasSize(partitions)
        .allSatisfy(state -> assertThat(state.readUnitsPerSecond()).isEqualTo(eachReads))
        .allSatisfy(state -> assertThat(state.writeUnitsPerSecond()).isEqualTo(eachWrites));
  }

  @Test
  void reads_raisedFrom5000To8000_doubleFourPartitionsOf1250To8Of1000() {
    PartitionSimulator simulator = original(5_000, 2_000);

    simulator.changeCapacity(60, TABLE, Capacity.provisioned(8_000, 2_000));

    assertThat(simulator.partitions())
        .hasSize(8)
        .allSatisfy(state -> assertThat(state.readUnitsPerSecond()).isEqualTo(1_000))
        .allSatisfy(state -> assertThat(state.writeUnitsPerSecond()).isEqualTo(250));
  }

  @Test
  void reads_raisedWithinWhatPartitionsCarry_leaveFourPartitions() {
    PartitionSimulator simulator = original(5_000, 2_000);

    simulator.changeCapacity(60, TABLE, Capacity.provisioned(6_000, 2_000));

    assertThat(simulator.partitions())
        .hasSize(4)
        .allSatisfy(state -> assertThat(state.readUnitsPerSecond()).isEqualTo(1_500));
  }

  @Test
  void eightPartitions_fullWith80Gb_becomeNineWith90GbWhenOneOverflows() {
    PartitionSimulator simulator = fullTable(8_000, 5_000, 8);
    assertThat(bytesMax(simulator)).isEqualTo(80_000_000_000L);

    write(simulator, 0, "one more", 1);
    simulator.advanceTo(1);

    assertThat(simulator.partitions()).hasSize(9);
    assertThat(bytesMax(simulator)).isEqualTo(90_000_000_000L);
    assertThat(stored(simulator)).isEqualTo(80_000_001_000L);
  }

  @Test
  void oneOfFour_full_splitsAloneInto625And250() {
    PartitionSimulator simulator = fullTable(5_000, 2_000, 4);

    write(simulator, 0, "one more", 1);
    simulator.advanceTo(1);

    assertThat(simulator.partitions())
        .extracting(state -> state.readUnitsPerSecond() + "/" + state.writeUnitsPerSecond())
        .containsExactlyInAnyOrder(
            "1250.0/500.0", "1250.0/500.0", "1250.0/500.0", "625.0/250.0", "625.0/250.0");
  }

  /** A table whose partitions hold all they can. */
  private static PartitionSimulator fullTable(long readUnits, long writeUnits, int partitions) {
    PartitionSimulator simulator =
        PartitionSimulator.builder(
                table(Capacity.provisioned(readUnits, writeUnits), PartitionBehavior.original())
                    .storedBytes(partitions * PartitionRules.PARTITION_BYTES)
                    .build())
            .build();
    assertThat(simulator.partitions()).hasSize(partitions);
    return simulator;
  }

  private static long bytesMax(PartitionSimulator simulator) {
    return simulator.partitions().size() * PartitionRules.PARTITION_BYTES;
  }

  private static long stored(PartitionSimulator simulator) {
    return simulator.partitions().stream().mapToLong(PartitionState::storedBytes).sum();
  }

  @ParameterizedTest
  @CsvSource({"100, 50500", "300, 150500", "301, 150500", "100000, 150500"})
  void burst_afterIdleSeconds_is300SecondsOfUnusedCapacityAtMost(long idle, long accepted) {
    PartitionSimulator simulator = original(1_000, 500);

    assertThat(write(simulator, idle, "key", 1_000_000)).isEqualTo(accepted);
  }

  @Test
  void burst_ofAPartlyUsedPartition_isWhatItLeftUnused() {
    PartitionSimulator simulator = original(1_000, 500);
    for (int second = 0; second < 10; second++) {
      write(simulator, second, "key", 400);
    }

    assertThat(write(simulator, 10, "key", 1_000_000)).isEqualTo(500 + 10 * 100);
  }

  /** AWS, knowledge base: "45,000 / (200 - 150) = 900 seconds = 15 minutes". */
  @Test
  void burst_of150ReadUnits_carries200For15Minutes() {
    PartitionSimulator simulator = original(150, 100);

    for (int second = 300; second < 300 + 900; second++) {
      assertThat(read(simulator, second, 200)).as("second %d", second).isEqualTo(200);
    }
    assertThat(read(simulator, 1_200, 200)).isEqualTo(150);
  }

  private static long read(PartitionSimulator simulator, long second, long count) {
    Request get = Request.of(1_000 * second, "key", null, Access.STRONG_READ, 4_096);
    return simulator.offer(get, count).accepted();
  }

  /** "Each item is 1 KB in size, resulting in 20 GB ... within 30 minutes". */
  @Test
  void bulkLoad_of20MillionItemsAt11000Units_takes30MinutesWhereEvenlySpread() {
    PartitionSimulator simulator = original(0, 11_000);
    List<String> keys = keyOfEach(simulator);
    long loaded = 0;
    long second = 0;
    for (; loaded < 20_000_000; second++) {
      for (String key : keys) {
        loaded += write(simulator, second, key, 1_000);
      }
    }

    assertThat(second / 60.0).isCloseTo(30, within(0.5));
    assertThat(stored(simulator)).isCloseTo(20_000_000_000L, within(20_000_000L));
    assertThat(simulator.partitions()).hasSize(11);
  }

  @Test
  void writes_loweredFrom11000To200AfterABulkLoad_leave11PartitionsOfAround20() {
    PartitionSimulator simulator = original(0, 11_000);

    simulator.changeCapacity(1_800, TABLE, Capacity.provisioned(0, 200));

    assertThat(simulator.partitions())
        .hasSize(11)
        .allSatisfy(state -> assertThat(state.writeUnitsPerSecond()).isCloseTo(20, within(2.0)));
  }

  /** "Create a table that has very high provisioned throughput settings", then reduce it. */
  @Test
  void testAtScale_byReducingAHighThroughput_throttlesAHotKeyThatFittedBefore() {
    PartitionSimulator small = original(0, 1_000);
    PartitionSimulator atScale = original(0, 20_000);
    atScale.changeCapacity(0, TABLE, Capacity.provisioned(0, 1_000));

    assertThat(write(small, 0, "hot", 500)).isEqualTo(500);
    assertThat(write(atScale, 0, "hot", 500)).isEqualTo(50);
  }

  /** {@code 2014-07-09.1} to {@code 2014-07-09.200}. */
  @Test
  void date_with200Suffixes_isSpreadOverEveryPartition() {
    PartitionSimulator simulator = original(0, 20_000);
    for (int suffix = 1; suffix <= 200; suffix++) {
      write(simulator, 0, "2014-07-09." + suffix, 1);
    }
    simulator.advanceTo(1);

    assertThat(simulator.partitions())
        .allSatisfy(state -> assertThat(state.storedBytes()).isPositive());
  }
}
