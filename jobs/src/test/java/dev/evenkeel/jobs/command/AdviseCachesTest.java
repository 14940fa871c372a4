package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What caches gain, by a trace. */
class AdviseCachesTest {
  private static final Path REAL = Path.of("../../shared/data/apache_access.log");

  /** The page shows the output of the command. */
  private static final Path PAGE = Path.of("../docs/advisor.md");

  @TempDir private Path folder;
  private final CommandRunner offline = CommandRunner.offline();

  private Result advise(Path trace, String... more) {
    List<String> words = new ArrayList<>(List.of("advise", "--trace", trace.toString()));
    words.addAll(List.of(more));
    return offline.run(words.toArray(String[]::new));
  }

  /**
   * Two minutes of three tables: prices, of which ten are read all the time; orders, each of which
   * is read once; and carts, each of which is written between two reads.
   */
  private Path shop() throws IOException {
    StringBuilder text = new StringBuilder("time,table,key,operation,bytes\n");
    for (int i = 0; i < 1_200; i++) {
      String time = "%d.%d".formatted(1_795_341_600 + i / 10, i % 10);
      text.append("%s,prices,P%d,read,900\n".formatted(time, i % 10));
      text.append("%s,orders,O%d,read,900\n".formatted(time, i));
      text.append("%s,carts,C%d,%s,900\n".formatted(time, i % 4, i % 8 < 4 ? "read" : "write"));
    }
    return Files.writeString(folder.resolve("shop.csv"), text);
  }

  @Test
  void caches_ofATraceOfSeveralTables_haveARowEach() throws IOException {
    Result advice = advise(shop(), "--hit-ratio", "0.8");

    assertThat(advice.err()).isEmpty();
    assertThat(advice.code()).isZero();
    Golden.check("advise-caches.txt", advice.out());
    assertThat(Files.readString(PAGE)).contains("\n" + advice.out() + "```\n");
    Golden.check("advise-caches.json", advise(shop(), "--hit-ratio", "0.8", "-o", "json").out());
  }

  @Test
  void caches_withoutAHitRatio_tellTheBytesForNineTenthsOfTheBest() throws IOException {
    JsonNode caches = advise(shop(), "-o", "json").json().at("/caches");

    assertThat(caches.at("/hitRatioWanted").isNull()).isTrue();
    assertThat(caches.at("/tables/0/cache/bytes").asLong()).isEqualTo(1 << 20);
    assertThat(caches.at("/tables/0/reached").isNull()).isTrue();
    assertThat(advise(shop(), "--detailed-exitcode").code()).isEqualTo(2);
  }

  @Test
  void caches_withALongerTimeToLive_answerMore() throws IOException {
    Path trace = shop();
    double usual = hitRatio(advise(trace, "-o", "json"));

    assertThat(hitRatio(advise(trace, "-o", "json", "--time-to-live", "5m"))).isGreaterThan(usual);
    assertThat(hitRatio(advise(trace, "-o", "json", "--popular", "100"))).isZero();
    assertThat(hitRatio(advise(trace, "-o", "json", "--popular", "3", "--popular-within", "1s")))
        .isZero();
  }

  private static double hitRatio(Result advice) {
    return advice.json().at("/caches/tables/0/cache/hitRatio").asDouble();
  }

  @Test
  void traceTable_ofATraceOfSeveral_isTheOneThatIsAdvisedOn() throws IOException {
    Result advice = advise(shop(), "--trace-table", "prices");

    assertThat(advice.out())
        .contains("Partition keys: 10.\n", "prices  1,200")
        .doesNotContain("carts");
    assertThat(advise(shop(), "--trace-table", "prizes").err())
        .isEqualTo(
            "evenkeel: The trace has no requests of table 'prizes'. It has: carts, orders, prices.%n"
                .formatted());
    Path plain = Files.writeString(folder.resolve("plain.csv"), "1,k,1\n");
    assertThat(advise(plain, "--trace-table", "prices").err())
        .isEqualTo(
            "evenkeel: The trace has no requests of table 'prices'. It names no tables: a column 'table' does.%n"
                .formatted());
  }

  @Test
  void hitRatio_ofATraceWithoutReads_isRefused() throws IOException {
    Path trace = Files.writeString(folder.resolve("writes.csv"), "1,k,1\n");

    assertThat(advise(trace, "--hit-ratio", "0.5").err())
        .isEqualTo(
            "evenkeel: The trace has no eventually consistent reads, which alone a cache answers. Add --operation read if its lines are reads.%n"
                .formatted());
    assertThat(advise(trace).out()).doesNotContain("Caches");
  }

  @Test
  void price_ofReads_isWhatIsSaved() throws IOException {
    String price = "dynamodb.standard.readRequestMillion=1000000";
    JsonNode prices = advise(shop(), "-o", "json", "--price", price).json().at("/caches/tables/0");

    double units = prices.at("/cache/readUnitsSaved").asDouble();
    assertThat(prices.at("/cache/savedPerMonth").asDouble())
        .isEqualTo(units / 119.9 * 730 * 3600, offset(1e-3));
  }

  @Test
  void caches_ofARealLog_tellWhatIsReached() {
    assumeTrue(Files.exists(REAL), () -> "there is no " + REAL);
    Result advice =
        advise(
            REAL,
            "--format",
            "apache",
            "--key",
            "path",
            "--operation",
            "read",
            "--hit-ratio",
            "0.9");

    assertThat(advice.code()).isZero();
    assertThat(advice.out())
        .containsIgnoringWhitespaces(
            "(no name): a hit ratio of 90.0 % cannot be reached. The best there is, up to 1,024"
                + " MiB, is ");
  }
}
