package dev.evenkeel.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.cost.Price;
import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.jobs.cost.SomePrices;
import dev.evenkeel.sharding.Layout.Moving;
import dev.evenkeel.sharding.MovePlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MovePlanReportTest {
  private static final double READS = 4_000_000;
  private static final double WRITES = 5_000_000;

  private static MovePlanReport report(int indexes, double indexUnits) {
    MovePlan plan =
        new MovePlan(
            1_000_000,
            1L << 30,
            0,
            WRITES,
            indexes,
            indexUnits,
            READS,
            false,
            Duration.ZERO,
            null,
            List.of("parallel scans of the table"));
    Prices prices =
        SomePrices.of(Map.of(Price.READ_REQUESTS.key(), 1.0, Price.WRITE_REQUESTS.key(), 2.0));
    return new MovePlanReport("plan", "clicks", "layouts", new Moving(null, 8, null), plan, prices);
  }

  @Test
  void report_ofATableWithIndexes_hasTheirWritesInNoteAndCost() {
    MovePlanReport report = report(2, 3_000_000);

    assertThat(report.json().path("cost").asDouble()).isEqualTo(4 + 2 * (5 + 3));
    assertThat(report.json().path("indexes").asInt()).isEqualTo(2);
    assertThat(report.json().path("indexWriteUnits").asDouble()).isEqualTo(3_000_000);
    assertThat(report.text()).contains("the table has 2 indexes, where at most 3,000,000 write");
    assertThat(report(1, 5).text()).contains("the table has 1 index, where at most 5 write");
  }

  @Test
  void report_ofATableWithoutIndexes_saysNothingOfThem() {
    MovePlanReport report = report(0, 0);

    assertThat(report.json().path("cost").asDouble()).isEqualTo(4 + 2 * 5);
    assertThat(report.text()).doesNotContain("index");
  }
}
