package dev.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.IndexSpec;
import dev.evenkeel.simulator.spec.Outcome;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.Request.IndexEntry;
import dev.evenkeel.simulator.spec.SecondResult;
import dev.evenkeel.simulator.spec.SortKeys;
import dev.evenkeel.simulator.spec.TableSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Invoices by transaction, and by country in an index that has a tenth of the throughput. */
class IndexTest {
  private final PartitionSimulator simulator =
      PartitionSimulator.builder(
              TableSpec.builder("invoices")
                  .capacity(Capacity.provisioned(100, 1_000))
                  .behavior(new PartitionBehavior(false, false, true, false))
                  .index(
                      new IndexSpec("by_country", Capacity.provisioned(50, 100), SortKeys.SPREAD))
                  .build())
          .build();

  private static Request invoice(String id, String country) {
    return new Request(
        0,
        null,
        id,
        null,
        Access.INSERT,
        1_000,
        List.of(new IndexEntry("by_country", country, id, 200)));
  }

  private static Request read(Access access) {
    return new Request(0, "by_country", "USA", "1", access, 200, List.of());
  }

  @Test
  void writes_thatTheIndexCannotTake_areThrottledAtTheTable() {
    Outcome outcome = simulator.offer(invoice("1", "USA"), 1_000);

    assertThat(outcome.accepted()).isEqualTo(100);
    assertThat(outcome.reason())
        .hasToString("IndexWriteProvisionedThroughputExceeded (by_country)");
  }

  @Test
  void writes_throttledByTheIndex_leaveTheTableItsUnits() {
    simulator.offer(invoice("1", "USA"), 1_000);

    Outcome outcome = simulator.offer(Request.insert(0, "2", 1_000), 1_000);

    assertThat(outcome.accepted()).isEqualTo(900);
    assertThat(outcome.reason()).hasToString("TableWriteProvisionedThroughputExceeded (invoices)");
  }

  @Test
  void reads_ofAnIndex_useItsOwnUnits() {
    assertThat(simulator.offer(read(Access.EVENTUAL_READ), 1_000).accepted()).isEqualTo(100);
    assertThat(simulator.offer(Request.of(0, "1", null, Access.STRONG_READ, 100), 1_000).accepted())
        .isEqualTo(100);
  }

  @Test
  void results_ofASecond_tellOfTableAndIndex() {
    simulator.offer(invoice("1", "USA"), 1_000);
    simulator.advanceTo(1);

    SecondResult result = simulator.results().get(0);

    assertThat(result.resources())
        .extracting(second -> second.name() + " " + second.partitions())
        .containsExactly("invoices 2", "by_country 1");
    assertThat(result.throttles().values()).containsExactly(900L);
    assertThat(simulator.partitions("by_country").get(0).storedBytes()).isEqualTo(100 * 200);
  }

  @Test
  void requests_thatCannotBe_areRefused() {
    assertThatThrownBy(() -> read(Access.STRONG_READ)).hasMessageContaining("strongly consistent");
    assertThatThrownBy(() -> read(Access.REPLACE)).hasMessageContaining("through its table");
    assertThatThrownBy(() -> Request.insert(0, "1", 0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> simulator.partitions("by_city"))
        .hasMessage("Nothing is called by_city; there are [invoices, by_country]");
  }

  @Test
  void tables_thatCannotBe_areRefused() {
    TableSpec.Builder table =
        TableSpec.builder("t")
            .capacity(Capacity.onDemand())
            .index(new IndexSpec("i", Capacity.provisioned(1, 1), SortKeys.NONE));
    assertThatThrownBy(table::build)
        .hasMessage("Table t: index i must be in the capacity mode of its table");
    assertThatThrownBy(() -> TableSpec.builder("t").build()).hasMessage("Table t: has no capacity");
    assertThatThrownBy(
            () -> TableSpec.builder("t").capacity(Capacity.onDemand()).storedBytes(-1).build())
        .hasMessageContaining("storedBytes must be 0..1000000000000000");
    assertThatThrownBy(
            () ->
                TableSpec.builder("t")
                    .capacity(Capacity.onDemand())
                    .storedBytes(Long.MAX_VALUE)
                    .build())
        .hasMessageContaining("storedBytes must be 0..1000000000000000");
  }

  @Test
  void requests_outOfOrder_areRefused() {
    simulator.advanceTo(2);
    assertThatThrownBy(() -> simulator.offer(invoice("1", "USA")))
        .hasMessageContaining("0 is before 2");
  }
}
