package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateCommandTest {
  private final CommandRunner typed = CommandRunner.offline();

  @TempDir private Path folder;

  private Result simulate(String... arguments) {
    List<String> all = new ArrayList<>(List.of("simulate"));
    all.addAll(List.of(arguments));
    return typed.run(all.toArray(String[]::new));
  }

  @Test
  void simulate_withoutOptions_isTheHotDay() throws IOException {
    Result hotDay = simulate();

    assertThat(hotDay.code()).isZero();
    assertThat(hotDay.err()).isEmpty();
    Golden.check("simulate.txt", hotDay.out());
  }

  /** Short runs tell nothing: see the one without options. */
  @Test
  void simulate_ofALongLoad_tellsHowFarItIsBesideTheReport() {
    Result played = simulate("--rate", "5000000", "--for", "1s", "-o", "json");

    assertThat(played.err())
        .isEqualTo("simulate: 5,000,000 of 5,000,000 requests played, 100 %%%n".formatted());
    assertThat(played.json().path("plain").path("offered").asLong()).isEqualTo(5_000_000);
  }

  @Test
  void simulate_ofATraceOfSeveralTables_isForOne() throws IOException {
    Path trace =
        Files.writeString(
            folder.resolve("t.csv"), "time,key,bytes,table\n1,a,1,orders\n2,a,1,carts\n");

    assertThat(simulate("--trace", trace.toString()).err())
        .contains("several tables, such as 'orders' and 'carts'", "--trace-table");
    assertThat(simulate("--trace", trace.toString(), "--trace-table", "carts").out())
        .contains("1 request of t.csv");
  }

  @Test
  void simulate_onATerminal_showsABar() throws IOException {
    Path trace = Files.writeString(folder.resolve("t.csv"), "1,a,1\n");
    typed.columns = 80;

    assertThat(simulate("--trace", trace.toString()).err()).contains("\rsimulate ");
    assertThat(simulate("--rate", "1", "--for", "1s").err()).contains("\rsimulate ");
  }

  @Test
  void simulate_asJson_hasWhatProgramsRead() {
    JsonNode json =
        simulate("--for", "3s", "--selection", "rotating", "--seed", "4", "-o", "json").json();

    assertThat(json.path("command").asText()).isEqualTo("simulate");
    assertThat(json.path("shards").asInt()).isEqualTo(10);
    assertThat(json.path("selection").asText()).isEqualTo("rotating");
    assertThat(json.path("plain").path("offered").asLong()).isEqualTo(60_000);
    assertThat(json.path("plain").path("accepted").asLong()).isEqualTo(3_000);
    assertThat(
            json.path("plain")
                .path("throttledBecause")
                .path("TableWriteKeyRangeThroughputExceeded")
                .asLong())
        .isEqualTo(57_000);
    assertThat(json.path("plain").path("hottestPartition").path("use").asDouble()).isEqualTo(20);
    assertThat(json.path("sharded").path("accepted").asLong()).isGreaterThan(3_000);
    assertThat(json.path("sharded").path("overTime")).hasSize(3);
    assertThat(json.at("/sharded/overTime/0/hottest/keys/0/key").asText())
        .startsWith("2014-07-09.");
  }

  /** Of a thousand units each of four partitions has 250, and all reports measure by those. */
  @Test
  void simulate_withoutAdaptiveCapacity_tellsHeatByWhatAPartitionHas() throws IOException {
    Path page = folder.resolve("r.html");
    String[] words = {
      "--rate",
      "1000",
      "--for",
      "1s",
      "--write-units",
      "1000",
      "--stored-bytes",
      "39000000000",
      "--behavior",
      "original",
      "--report",
      page.toString()
    };

    assertThat(simulate(words).out())
        .containsPattern("asked of it, of what it has +4\\.0× ")
        .containsPattern("#\\d 4\\.0×  \\|");
    assertThat(page)
        .content()
        .contains(
            "the hottest is asked for 4.0× what it has",
            "and here has its even part of what is provisioned");
    String[] json = Arrays.copyOf(words, words.length + 2);
    json[words.length] = "-o";
    json[words.length + 1] = "json";
    assertThat(simulate(json).json().at("/plain/hottestPartition/use").asDouble()).isEqualTo(4);
  }

  @Test
  void simulate_withAReport_writesIt() throws IOException {
    Path report = Files.writeString(folder.resolve("r.html"), "of yesterday");

    assertThat(simulate("--for", "1s", "--report", report.toString()).code()).isZero();
    assertThat(report).content().startsWith("<!DOCTYPE html>").contains("20,000 writes a second");
    assertThat(files()).containsExactly(report);
  }

  @Test
  void simulate_withAReportBehindALink_leavesTheLinkAndOtherFiles() throws IOException {
    Path report = Files.writeString(folder.resolve("r.html"), "of yesterday");
    Path link = Files.createSymbolicLink(folder.resolve("link.html"), report);
    Path other = Files.writeString(folder.resolve("r.html.new"), "of somebody else");
    Files.writeString(folder.resolve("r.html.0.new"), "likewise");

    assertThat(simulate("--for", "1s", "--report", link.toString()).code()).isZero();
    assertThat(link).isSymbolicLink();
    assertThat(report).content().startsWith("<!DOCTYPE html>");
    assertThat(other).hasContent("of somebody else");
    assertThat(folder.resolve("r.html.0.new")).hasContent("likewise");
    assertThat(files()).hasSize(4);
  }

  /**
   * A report that cannot be written fails the command before the load begins, which would take
   * minutes.
   */
  @Test
  void simulate_withAReportThatCannotBeWritten_saysSoBeforeItBegins() {
    String long_ = "1000000";
    Path missing = folder.resolve("none").resolve("r.html");

    assertThat(simulate("--rate", long_, "--for", "900s", "--report", missing.toString()).err())
        .isEqualTo(
            "evenkeel: the report cannot be written to '%s': its folder does not exist. Name another file.%n",
            missing);
    assertThat(simulate("--rate", long_, "--for", "900s", "--report", folder.toString()).err())
        .contains("it is a directory");
  }

  @Test
  void simulate_thatFails_leavesAnEarlierReport() throws IOException {
    Path report = Files.writeString(folder.resolve("r.html"), "of yesterday");
    String gone = folder.resolve("gone.csv").toString();

    assertThat(simulate("--trace", gone, "--report", report.toString()).code()).isEqualTo(1);
    assertThat(report).hasContent("of yesterday");
    assertThat(files()).containsExactly(report);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--shards 1 | shards must be 2..1,024 but were 1",
        "--shards 1025 | shards must be 2..1,024",
        "--item-bytes 409601 | an item has at most 409600 bytes",
        "--item-bytes 0 | an item has at most",
        "--rate -1 | requests a second must be 0..10,000,000 but were -1",
        "--rate 0 | at least one request a second",
        "--rate 1000000 --for 1d | at most 1,000,000,000 requests",
        "--for 0s | a workload takes 1 second or more",
        "--for soon | 'soon' is no length of time",
        "--keys 0 | keys must be 1..1,000,000 but were 0",
        "--keys 5 --zipf -1 | the exponent of Zipf's law must be 0..10",
        "--write-units 0 | a table with 0 write units takes no writes",
        "--write-units 100000001 | write units a second must be 0..100000000",
        "--on-demand --write-units 10 | an on-demand table takes at least",
        "--stored-bytes -1 | storedBytes must be 0..1000000000000000",
        "--stored-bytes 1000000000000001 | storedBytes must be 0..1000000000000000",
        "--rate 0 --end-rate 9 --for 1s | grows or has a peak takes 2 seconds or more",
        "--rate 0 --peak-rate 9 --for 1s | grows or has a peak takes 2 seconds or more",
        "--trace t.csv --report t.csv | it is the trace",
        "--access eventual_read --selection random | looks on every shard",
        "--end-rate 1 --peak-rate 2 | --end-rate and --peak-rate are two courses of one rate",
        "--hot-key a --keys 2 | --hot-key is one key and --keys are many",
        "--zipf 1 | Add --keys",
        "--speed 2 | Add --trace",
        "--key day | Add --trace",
        "--trace t.csv --behavior original | on-demand mode always has",
        "--trace t.csv --key day | --key is for access logs",
        "--on-demand --behavior original | on-demand mode always has",
        "--trace t.csv --rate 5 | Leave out the options of a made-up load",
        "--trace t.csv --speed 0 | the speed of a trace must be above 0",
        "--trace t.csv --times 0 | is made 1..100,000 times but was to be 0",
      })
  void simulate_ofWhatCannotBe_namesTheRule(String options, String rule) throws IOException {
    String trace = Files.writeString(folder.resolve("t.csv"), "1,a,1\n").toString();
    Result refused = simulate(options.replace("t.csv", trace).split(" ", -1));

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).startsWith("evenkeel: ").contains(rule).hasLineCount(1);
  }

  @Test
  void simulate_ofOptionsThatDoNotGoTogether_tellsAllAtOnce() {
    assertThat(simulate("--zipf", "1", "--times", "3", "--end-rate", "1", "--peak-rate", "2").err())
        .hasLineCount(3)
        .contains("--end-rate", "--keys", "--trace");
  }

  @Test
  void simulate_ofATraceWithMalformedLines_countsThemAndGoesOn() throws IOException {
    Path trace = Files.writeString(folder.resolve("t.csv"), "1,a,1\n\n2,b\n3,b,9\n");
    Result played = simulate("--trace", trace.toString());

    assertThat(played.code()).isZero();
    assertThat(played.out())
        .contains("2 requests of t.csv")
        .containsIgnoringWhitespaces(
            "2 of 4 lines could not be read: line 2: the line is empty; line 3: it has 2 fields");
  }

  @Test
  void simulate_ofAnEmptyTrace_failsAndSaysSo() throws IOException {
    Path trace = Files.writeString(folder.resolve("t.csv"), "");
    Result refused = simulate("--trace", trace.toString());

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .isEqualTo("evenkeel: cannot use the trace '%s': it holds no requests.%n", trace);
  }

  @Test
  void simulate_ofAnAccessLog_takesItsDays() throws IOException {
    String hit = "192.0.2.1 - - [1%d/Mar/2025:10:00:00 +0000] \"GET / HTTP/1.1\" 200 5%n";
    Path log = Files.writeString(folder.resolve("a.log"), hit.formatted(0) + hit.formatted(1));
    JsonNode json =
        simulate(
                "--trace",
                log.toString(),
                "--format",
                "apache",
                "--key",
                "day",
                "--speed",
                "86400",
                "-o",
                "json")
            .json();

    assertThat(json.path("plain").path("seconds").asLong()).isEqualTo(2);
    assertThat(json.path("plain").path("keys").findValuesAsText("key"))
        .containsExactly("2025-03-10", "2025-03-11");
  }
}
