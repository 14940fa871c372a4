package dev.evenkeel.jobs.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.jobs.config.PricesReader;
import dev.evenkeel.jobs.cost.CostLine.Per;
import dev.evenkeel.jobs.cost.MonthlyBill.Feature;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** Worked examples, those of AWS's texts where they have numbers. */
class MonthlyBillTest {
  /** Million of requests that one a second are in a month. */
  private static final double MONTH = 730 * 3_600 / 1e6;

  private static final double GIB = 1L << 30;
  private static final double READ = 0.125;
  private static final double WRITE = 0.625;

  private static MonthlyBill bill(BillLoad load) {
    return new MonthlyBill(load, PricesReader.builtIn().in("us-east-1"));
  }

  private static double month(Costs costs) {
    return costs.known(Per.MONTH);
  }

  private static double of(Costs costs, String what) {
    return costs.lines().stream()
        .filter(line -> line.what().equals(what))
        .mapToDouble(CostLine::amount)
        .sum();
  }

  /** The text's stream: 5,000 events a second of at most 1 KB over six suffixes. */
  @Test
  void sharding_ofTheTextsStream_changesQueriesAlone() {
    Feature feature = bill(new BillLoad(5_000, 0, 10, 100, 1_000, 0)).sharding(6);

    assertThat(of(feature.without(), "writes")).isCloseTo(5_000 * MONTH * WRITE, within(1e-6));
    assertThat(of(feature.with(), "writes")).isEqualTo(of(feature.without(), "writes"));
    assertThat(of(feature.without(), "query pages"))
        .as("100,000 bytes are 25 blocks of 4 KB")
        .isCloseTo(10 * 12.5 * MONTH * READ, within(1e-6));
    assertThat(feature.change()).isPositive();
  }

  /** The text's series: 600 events a second of 180 bytes. */
  @Test
  void periods_ofTheTextsSeries_moveOldDaysToTheCheaperClass() {
    double perDay = 600 * 86_400.0 * 280;

    Feature feature =
        bill(new BillLoad(600, 0, 0, 1, 180, 0))
            .periods(Duration.ofDays(90), Duration.ofDays(30), StorageClass.DEEP_ARCHIVE);

    assertThat(month(feature.without()))
        .isCloseTo(600 * MONTH * WRITE + 90 * perDay / GIB * 0.25, within(1e-6));
    assertThat(feature.change()).isCloseTo(60 * perDay / GIB * (0.10 - 0.25), within(1e-6));
    assertThat(feature.notes())
        .singleElement()
        .asString()
        .contains("0.41 USD a month in DEEP_ARCHIVE");
    assertThat(
            bill(new BillLoad(600, 0, 0, 1, 180, 0))
                .periods(Duration.ofDays(90), null, null)
                .change())
        .isZero();
  }

  /** The units that a test counts on DynamoDB Local: 106 to write 1 KB and 100 KB, plainly 101. */
  @Test
  void chunking_ofAValueOf100KiB_hasTheUnitsOfTheGuide() {
    BillLoad load = new BillLoad(1, 0, 0, 1, 101 * 1_024, 0);

    Feature chunks = bill(load).chunking(100 * 1_024, 1, null);
    Feature objects = bill(load).chunking(100 * 1_024, 1, StorageClass.STANDARD);

    assertThat(month(chunks.without())).isCloseTo(101 * MONTH * WRITE, within(1e-9));
    assertThat(month(chunks.with())).isCloseTo((106 * WRITE + READ) * MONTH, within(1e-9));
    assertThat(month(objects.with()))
        .isCloseTo((5 * WRITE + READ + 0.005 * 1e3) * MONTH, within(1e-9));
  }

  @Test
  void chunking_ofCompressedValues_storesAndReadsLess() {
    BillLoad load = new BillLoad(0, 10, 0, 1, 101 * 1_024, 1_000_000);

    Feature feature = bill(load).chunking(100 * 1_024, 0.25, null);

    assertThat(of(feature.with(), "storage of values"))
        .isCloseTo(1e6 * 25_600 / GIB * 0.25, within(1e-6));
    assertThat(of(feature.with(), "gets") + of(feature.with(), "chunks of what is read"))
        .as("half a unit for 1 KB, 3.5 for 25 KB, and 13 for 101 KB")
        .isCloseTo(10 * 4 * MONTH * READ, within(1e-6));
    assertThat(of(feature.without(), "gets")).isCloseTo(10 * 13 * MONTH * READ, within(1e-6));
    assertThat(feature.change()).isNegative();
  }

  @Test
  void chunking_ofItemsThatDynamoDbRefuses_hasNothingToCompareWith() {
    Feature feature = bill(new BillLoad(1, 1, 0, 1, 1 << 20, 10)).chunking(1 << 19, 1, null);

    assertThat(feature.change()).isNull();
    assertThat(feature.with().isPartial()).isFalse();
  }

  /** A read that fills the cache is consistent: half of the gets answered saves nothing. */
  @Test
  void caching_byHalf_savesNothingAndByNineTenthsFourFifths() {
    BillLoad load = new BillLoad(10, 900, 0, 1, 3_000, 1_000);

    assertThat(bill(load).caching(0.5).change()).isCloseTo(0, within(1e-9));
    Feature feature = bill(load).caching(0.9);
    assertThat(of(feature.with(), "gets"))
        .isCloseTo(of(feature.without(), "gets") / 5, within(1e-9));
  }

  @Test
  void whatCannotBe_isRefused() {
    assertThatThrownBy(() -> new BillLoad(-1, 0, 0, 1, 1, 1)).hasMessageContaining("writes a");
    assertThatThrownBy(() -> new BillLoad(0, Double.NaN, 0, 1, 1, 1)).hasMessageContaining("reads");
    assertThatThrownBy(() -> new BillLoad(0, 0, 0, 1, 1, 0)).hasMessageContaining("no load");
    assertThatThrownBy(() -> new BillLoad(1, 0, 0, 0, 1, 0)).hasMessageContaining("were 0 and 1");
    MonthlyBill bill = bill(new BillLoad(1, 0, 0, 1, 1_000, 0));
    assertThatThrownBy(() -> bill.sharding(1)).hasMessageContaining("2 to 1024 but were 1");
    assertThatThrownBy(() -> bill.caching(1.5)).hasMessageContaining("0 to 1 but was 1.5");
    assertThatThrownBy(() -> bill.chunking(1_000, 1, null)).hasMessageContaining("1 to 999");
    assertThatThrownBy(() -> bill.chunking(100, 0, null)).hasMessageContaining("compression");
  }
}
