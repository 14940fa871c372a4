package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs each example as its reader would. */
class ExamplesTest {
  private static final Path REAL_COUNTS = Path.of("../../shared/data/nyc_taxi.csv");

  private static List<String> output(Consumer<PrintStream> example) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    example.accept(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void hotPartition_everySelector_spreadsAndAnswersAlike() {
    List<String> lines = output(HotPartition::run);
    assertThat(lines).hasSize(9);
    assertThat(lines.get(0)).startsWith("calculated: {2014-07-09.1=").contains("2014-07-09.6=");
    assertThat(lines.get(3)).startsWith("random: {2014-07-09.1=").contains("2014-07-09.6=");
    assertThat(lines.get(6))
        .isEqualTo(
            "rotating: {2014-07-09.1=100, 2014-07-09.2=100, 2014-07-09.3=100, 2014-07-09.4=100,"
                + " 2014-07-09.5=100, 2014-07-09.6=100}");
    assertThat(List.of(lines.get(1), lines.get(4), lines.get(7)))
        .containsOnly("  asked: 6 Query, all at once");
    assertThat(List.of(lines.get(2), lines.get(5), lines.get(8)))
        .containsOnly("  newest three: order-0599, order-0598, order-0597");
  }

  @Test
  void popularProducts_comeFromMemory() {
    List<String> lines = output(PopularProducts::run);
    assertThat(lines.get(0)).matches("5000 reads of 300 products: [89]\\d% from memory, .*");
    assertThat(lines.get(1)).isEqualTo("GetItem on 'ProductCatalog': REWRITE by caching");
    assertThat(lines).last().asString().endsWith("and read: 9");
  }

  @Test
  void singleTable_onlyTheHotKey_isSharded() {
    List<String> lines = output(SingleTable::run);
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("TENANT#acme: 1 items; stored unsharded: 1;");
    assertThat(lines.get(1))
        .matches(
            "TENANT#acme#EVENTS: 40 items; stored unsharded: 0; for instance as .*EVENTS\\.[0-7]");
    assertThat(lines.get(2)).startsWith("TENANT#tiny#EVENTS: 40 items; stored unsharded: 40;");
  }

  @Test
  @Timeout(120)
  void freshPrices_changedElsewhere_areReadAnewLongBeforeTheirTimeIsOver() {
    List<String> lines =
        output(
            out -> {
              try {
                FreshPrices.run(out);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(lines)
        .containsExactly(
            "read: 10.00", "read: 10.00, from memory: 1", "changed elsewhere, and read: 9.00");
  }

  @Test
  void forumReplies_madeByHandAndAnew_areReadWhole() {
    List<String> lines = output(ForumReplies::run);
    assertThat(lines)
        .containsExactly(
            "DynamoDB#Thread1: first part of long message text......second part......third part",
            "DynamoDB#Thread2: short message",
            "1048576 characters, read back alike: true",
            "1048576 characters, read back alike: true",
            "8 characters, read back alike: true",
            "chunks before the sweep: 9",
            "chunks after it: 0");
  }

  @Test
  void productImages_smallLargeAndStreamed_areReadAlike() {
    List<String> lines = output(ProductImages::run);
    assertThat(lines)
        .containsExactly(
            "bicycle-201: image of 20000 bytes, in its item, read back alike: true",
            "bicycle-202: image of 2000000 bytes, in S3, read back alike: true",
            "bicycle-203: image of 12000000 bytes, in S3, read back alike: true",
            "objects in S3: 2");
  }

  @Test
  void threadTags_movedOutOfTheirThread_areReadInPart() {
    List<String> lines = output(ThreadTags::run);
    assertThat(lines)
        .containsExactly(
            "before: 0 in the table, 300 in all",
            "added: true",
            "added again: false",
            "moved: 300",
            "after: 301 in the table",
            "three of tag-1...: [tag-100, tag-101, tag-102]");
  }

  @Test
  void voteCounter_manyVotersAtOnce_allCountOverTenRows() {
    List<String> lines = output(VoteCounter::run);
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("Ada: 300 votes, stored as {Ada.0=").contains("Ada.9=");
    assertThat(lines.get(1)).startsWith("Grace: 300 votes, stored as {Grace.");
    assertThat(lines.get(2)).isEqualTo("Nobody: 0 votes, stored as {}");
    assertThat(lines.subList(0, 2)).allMatch(line -> rowsSum(line) == 300);
  }

  private static int rowsSum(String line) {
    return Pattern.compile("=([0-9]+)")
        .matcher(line)
        .results()
        .mapToInt(row -> Integer.parseInt(row.group(1)))
        .sum();
  }

  @Test
  void countryInvoices_hotIndex_isSpreadAndAnswersAlike() {
    List<String> lines = output(CountryInvoices::run);
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).isEqualTo("before, index entries by partition: {FRA=50, USA=450}");
    assertThat(lines.get(2))
        .matches("after, index entries by partition: \\{0=\\d+, 1=\\d+, 2=\\d+, 3=\\d+, 4=\\d+}");
    assertThat(lines.get(1)).startsWith("  USA: 450 invoices on ");
    assertThat(lines.get(3)).startsWith("  USA: 450 invoices on ");
  }

  @Tag("deep")
  @Test
  void adoptLiveTable_underLoad_losesNothingMovesNothingAndReadsRight() {
    List<String> lines = output(AdoptLiveTable::run);
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).matches("plain clients write: \\{/home=\\d+}");
    assertThat(lines.get(1)).matches("all are replaced, and nothing differs: \\{/home=\\d+}");
    assertThat(lines.get(2))
        .matches(
            "a piece of 4 shards is added: \\{/home=\\d+, /home.0=\\d+, /home.1=\\d+,"
                + " /home.2=\\d+, /home.3=\\d+}");
    assertThat(lines.get(3))
        .isEqualTo(
            "acknowledged clicks that a query misses: 0, that a get misses: 0; in order: true");
    assertThat(lines.get(4))
        .matches("reads meanwhile: [1-9]\\d* queries and [1-9]\\d* gets, of which went wrong: 0");
  }

  @Tag("deep")
  @Test
  void splitMonolith_underLoad_losesNothing() {
    List<String> lines = output(SplitMonolith::run);
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).startsWith("before: {visits=60, visits_by_day_2026-11-20=0,");
    assertThat(lines.get(1))
        .matches(
            "after: \\{visits=0, visits_by_day_2026-11-20=\\d+, visits_by_day_2026-11-21=24,"
                + " visits_by_day_2026-11-22=\\d+.*}");
    assertThat(lines.get(2)).isEqualTo("reads that missed a visit on the way: 0");
    assertThat(lines.get(3))
        .isEqualTo("the time series alone has all old and new visits, in order: true");
  }

  @Tag("deep")
  @Test
  void reshardOnSpark_fourWorkers_moveAllClicks() {
    List<String> lines = output(ReshardOnSpark::run);
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).isEqualTo("before: {/home=400}");
    assertThat(lines.get(1)).startsWith("moved by 4 workers: [");
    assertThat(lines.get(2))
        .matches("after: \\{/home.0=\\d+, /home.1=\\d+, /home.2=\\d+, /home.3=\\d+}")
        .satisfies(line -> assertThat(rowsSum(line)).isEqualTo(400));
  }

  @Tag("deep")
  @Test
  void clickStream_halfAYear_keepsThreeMonthsAndPrebuildsEach() {
    List<String> lines = output(ClickStream::run);
    assertThat(lines)
        .contains(
            "2026-01-31T23:30 build clicks_2026-02",
            "2026-02-01T23:30 resize clicks_2026-01",
            "2026-02-01T23:30 retire clicks_2026-01",
            "2026-05-02T23:30 delete clicks_2026-01",
            "2026-05-30T23:30 delete clicks_2026-02",
            "click at 2026-07-01T23:30:00Z",
            "click at 2026-06-30T23:30:00Z");
    assertThat(lines).filteredOn(line -> line.contains(" build ")).hasSize(7);
    assertThat(lines).filteredOn(line -> line.contains(" delete ")).hasSize(3);
  }

  @Tag("deep")
  @Test
  void sensorReadings_ofADayEach_areReadAcrossMidnight() {
    List<String> lines = output(out -> SensorReadings.run(out, SensorReadings.made()));
    assertThat(lines.get(0)).startsWith("one table per DAY, 1 shard, 600 write units a second");
    assertThat(lines).contains("readings_2014-07-05: 100 read and 600 write units");
    assertThat(lines).anyMatch(line -> line.endsWith(": 50 read and 1 write units"));
    assertThat(lines.get(lines.size() - 1)).startsWith("96 readings of two days from 4 tables");
  }

  @Tag("deep")
  @Test
  void sensorReadings_realCounts_areReadAcrossMidnight() {
    assumeTrue(Files.exists(REAL_COUNTS), () -> "there is no " + REAL_COUNTS);
    List<SensorReadings.Reading> readings = SensorReadings.read(REAL_COUNTS).subList(0, 14 * 48);
    int busiest =
        readings.subList(12 * 48, 14 * 48).stream()
            .mapToInt(SensorReadings.Reading::count)
            .max()
            .orElseThrow();

    List<String> lines = output(out -> SensorReadings.run(out, readings));

    assertThat(lines).filteredOn(line -> line.startsWith("readings_")).hasSizeBetween(5, 6);
    assertThat(lines.get(lines.size() - 1))
        .isEqualTo(
            "96 readings of two days from 4 tables, at most %d at a time".formatted(busiest));
  }
}
