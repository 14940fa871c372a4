package dev.evenkeel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.benchmarks.figure.Bound;
import dev.evenkeel.benchmarks.figure.Bounds;
import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.house.HouseFigures;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every program runs at tiny sizes, prints its figures, and keeps the bounds that hold there. */
class FiguresCommandTest {
  private static final Path BOUNDS = Path.of("../docs/figures-bounds.txt");
  private static final Pattern LINE = Pattern.compile("[a-z][a-z0-9_]*=\\S+");

  /** The figures that docs/figures.md has a row for. */
  private static final Map<String, List<String>> FIGURES =
      Map.ofEntries(
          Map.entry(
              "sharding",
              List.of(
                  "overhead_put",
                  "overhead_get",
                  "unmanaged_extra_ns",
                  "unmanaged_extra_bytes",
                  "fanout_latency_n200",
                  "fanout_latency_n200_sync",
                  "fanout_latency_n200_async",
                  "hand_written_sequential_ms",
                  "hand_written_all_of_ms",
                  "rows_top100_n50",
                  "drain_capacity_n200_p25",
                  "drain_capacity_n200_p1000",
                  "drain_capacity_n200_p25_cold",
                  "drain_capacity_n200_p1000_cold",
                  "drain_peak_mib_n200",
                  "merge_ns_per_item_n200",
                  "start_key_extra_bytes",
                  "start_key_extra_bytes_underivable")),
          Map.entry("indexes", List.of("upload_overhead", "upload_overhead_c1", "upload_peak_mib")),
          Map.entry(
              "layouts",
              List.of(
                  "settled_overhead_put",
                  "settled_overhead_get",
                  "old_range_units_ratio",
                  "pause_ms_p50",
                  "pause_ms_p99",
                  "hot_key_seconds_to_cure",
                  "accepted_before",
                  "accepted_after",
                  "accepted_gain")),
          Map.entry(
              "reshard",
              List.of(
                  "move_units_per_kb",
                  "raw_items_per_s",
                  "move_items_per_s",
                  "move_items_per_s_vs_raw",
                  "put_overhead_moving",
                  "put_overhead_moving_vs_requests",
                  "get_overhead_moving",
                  "get_overhead_moving_vs_requests",
                  "get_overhead_moving_absent",
                  "get_overhead_moving_absent_vs_requests",
                  "query_rows_moving",
                  "verify_vs_scan",
                  "resume_repeats",
                  "peak_mib")),
          Map.entry("spark", List.of("moved_per_s_single", "moved_per_s_spark", "spark_vs_single")),
          Map.entry(
              "chunking",
              List.of(
                  "overhead_small",
                  "compress_mib_s_jdk_gzip",
                  "compress_mib_s_gzip",
                  "compress_mib_s_zstd",
                  "compress_mib_s_lz4",
                  "compress_mib_s_snappy",
                  "compress_mib_s_lzo",
                  "bytes_saved_gzip_texts",
                  "bytes_saved_zstd_texts",
                  "units_saved_gzip_texts",
                  "units_saved_zstd_texts",
                  "bytes_saved_gzip_films",
                  "bytes_saved_zstd_films",
                  "units_saved_gzip_films",
                  "units_saved_zstd_films",
                  "extra_units_large",
                  "chunk_write_vs_raw",
                  "chunk_read_vs_raw",
                  "offload_vs_raw",
                  "offload_read_vs_raw",
                  "peak_heap_ratio",
                  "stream_peak_mib")),
          Map.entry(
              "timeseries",
              List.of(
                  "route_overhead",
                  "range_read_rows",
                  "range_read_rows_sharded",
                  "simulated_years",
                  "missed_boundaries",
                  "lost_or_misrouted_writes",
                  "foreign_tables_touched",
                  "tables_deleted_early",
                  "decrease_limit_hits",
                  "crash_points",
                  "plan_us_per_table")),
          Map.entry(
              "caching",
              List.of(
                  "hit_ratio",
                  "reads_saved",
                  "hottest_partition_before",
                  "hottest_partition_after",
                  "hit_ns",
                  "miss_overhead",
                  "memory_ratio_small",
                  "memory_ratio_400kb")),
          Map.entry(
              "archive",
              List.of(
                  "archive_vs_scan",
                  "verify_vs_scan",
                  "restore_items_per_s",
                  "restore_vs_batch_write",
                  "pace_error",
                  "archive_peak_mib",
                  "restore_peak_mib")),
          Map.entry(
              "simulator",
              List.of(
                  "hot_key_accepted_n1",
                  "hot_key_gain_n10",
                  "hot_key_gain_n10_rotating",
                  "hot_key_gain_n10_random",
                  "hot_key_gain_vs_ideal",
                  "hot_key_gain_vs_ideal_rotating",
                  "hot_key_gain_vs_ideal_random",
                  "bulk_load_gain",
                  "bulk_load_gain_without_burst",
                  "bulk_load_gain_burst_above_limit",
                  "simulated_writes_per_second",
                  "advisor_peak_mib",
                  "advisor_lines_per_s")),
          Map.entry(
              "house",
              List.of(
                  "house_lines",
                  "house_files",
                  "house_public_types",
                  "house_file_lines_median",
                  "house_file_lines_p90",
                  "house_body_lines_median",
                  "house_body_lines_p90")));

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void bounds() {
    System.setProperty(FiguresCommand.BOUNDS_FILE, BOUNDS.toString());
    System.setProperty(HouseFigures.ROOT, BOUNDS.getParent().getParent().toString());
  }

  private int run(String... arguments) {
    return FiguresCommand.run(new PrintWriter(out), new PrintWriter(err), arguments);
  }

  static List<String> programs() {
    return FiguresCommand.PROGRAMS.stream().map(FigureProgram::name).toList();
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("programs")
  void run_everyProgramAtTinySizes_printsEachOfItsFiguresWithinBounds(String program)
      throws IOException {
    int code = run(program, "--smoke", "--check");

    assertThat(code).as("exit code; standard error says: %s", err).isZero();
    List<String> lines = out.toString().lines().toList();
    assertThat(lines).allMatch(line -> LINE.matcher(line).matches());
    assertThat(lines.stream().map(line -> line.substring(0, line.indexOf('='))))
        .doesNotHaveDuplicates()
        .containsAll(FIGURES.get(program))
        .containsAll(
            Bounds.read(BOUNDS).of(program, Scale.FULL).stream().map(Bound::figure).toList());
  }

  @Test
  void bounds_areOfEachProgramAndOfNoOther() throws IOException {
    assertThat(Bounds.read(BOUNDS).programs()).containsExactlyInAnyOrderElementsOf(programs());
  }

  @Test
  void run_list_namesEveryProgram() {
    assertThat(run("--list")).isZero();
    assertThat(out.toString().lines().map(line -> line.split(" ", 2)[0]))
        .containsExactlyElementsOf(programs());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nothing", "sharding twice", "sharding --fast", "--smoke"})
  void run_unusableArguments_saysWhyInOneLineAndExitsWithTwo(String line) {
    int code = run(line.isEmpty() ? new String[0] : line.split(" "));

    assertThat(code).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines()).singleElement().asString().startsWith("figures: ");
  }
}
