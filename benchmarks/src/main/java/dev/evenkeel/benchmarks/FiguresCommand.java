package dev.evenkeel.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.evenkeel.benchmarks.archives.ArchiveFigures;
import dev.evenkeel.benchmarks.caching.CachingFigures;
import dev.evenkeel.benchmarks.figure.Bounds;
import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.Setting;
import dev.evenkeel.benchmarks.house.HouseFigures;
import dev.evenkeel.benchmarks.indexes.IndexFigures;
import dev.evenkeel.benchmarks.layouts.LayoutFigures;
import dev.evenkeel.benchmarks.moves.ReshardFigures;
import dev.evenkeel.benchmarks.moves.SparkFigures;
import dev.evenkeel.benchmarks.sharding.ShardingFigures;
import dev.evenkeel.benchmarks.simulator.SimulatorFigures;
import dev.evenkeel.benchmarks.timeseries.TimeSeriesFigures;
import dev.evenkeel.benchmarks.values.ChunkingFigures;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of the figures. */
@Command(
    name = "figures",
    description = {
      "Measures the figures of docs/figures.md and prints them as name=value lines, each with its"
          + " parameters beside it.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:everything was measured",
      "1:something could not be measured",
      "2:the arguments cannot be used",
      "3:everything was measured, and a figure does not keep its bound (--check)"
    })
public final class FiguresCommand implements Callable<Integer> {
  /** Every program there is. */
  static final List<FigureProgram> PROGRAMS =
      List.of(
          new ShardingFigures(),
          new IndexFigures(),
          new LayoutFigures(),
          new ReshardFigures(),
          new SparkFigures(),
          new ChunkingFigures(),
          new TimeSeriesFigures(),
          new CachingFigures(),
          new ArchiveFigures(),
          new SimulatorFigures(),
          new HouseFigures());

  private static final int NOT_MEASURED = 1;
  private static final int UNUSABLE = 2;
  private static final int BOUND_MISSED = 3;

  /** Names the file of bounds; set by bin/figures. */
  static final String BOUNDS_FILE = "evenkeel.figures.bounds";

  private final PrintWriter out;
  private final PrintWriter err;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "what to measure; see --list")
  private @Nullable String name;

  @Option(names = "--list", description = "name what can be measured, and end")
  private boolean list;

  @Option(names = "--smoke", description = "at tiny sizes: shows that it runs; times mean nothing")
  private boolean smoke;

  @Option(
      names = "--check",
      description =
          "compare what was measured with docs/figures-bounds.txt; without NAME, measure everything")
  private boolean check;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description =
          "where real texts and films are, for those figures that can be measured on them")
  private @Nullable Path data;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this and end")
  boolean help;

  private FiguresCommand(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  public static void main(String[] arguments) {
    System.exit(run(ascii(System.out), ascii(System.err), arguments));
  }

  private static PrintWriter ascii(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, US_ASCII));
  }

  /** Runs the command and returns its exit code. */
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    try {
      return new CommandLine(new FiguresCommand(out, err))
          .setOut(out)
          .setErr(err)
          .setExpandAtFiles(false)
          .setParameterExceptionHandler(
              (e, ignored) -> fail(err, UNUSABLE, firstLine(e) + ". See 'figures --help'."))
          .execute(arguments);
    } finally {
      out.flush();
      err.flush();
    }
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  @Override
  public Integer call() {
    if (list) {
      PROGRAMS.forEach(program -> out.printf("%-12s %s%n", program.name(), program.description()));
      return 0;
    }
    if (name == null && check) {
      return PROGRAMS.stream().mapToInt(this::measure).max().orElse(0);
    }
    FigureProgram program =
        PROGRAMS.stream().filter(known -> known.name().equals(name)).findFirst().orElse(null);
    if (program == null) {
      return fail(err, UNUSABLE, unknown());
    }
    return measure(program);
  }

  private String unknown() {
    List<String> names = PROGRAMS.stream().map(FigureProgram::name).toList();
    String what = name == null ? "no NAME was given" : "no figures are named '" + name + "'";
    return what + ". Give one of: " + String.join(", ", names) + ".";
  }

  private int measure(FigureProgram program) {
    FigureReport report = new FigureReport(out, err);
    Scale scale = smoke ? Scale.SMOKE : Scale.FULL;
    try {
      Bounds bounds = check ? bounds() : null;
      program.measure(new Setting(scale, data), report);
      return bounds == null ? 0 : compare(program, bounds, scale, report);
    } catch (Exception e) {
      e.printStackTrace(err);
      return fail(err, NOT_MEASURED, "'" + program.name() + "' could not be measured; see above.");
    }
  }

  private static Bounds bounds() throws IOException {
    String file = System.getProperty(BOUNDS_FILE);
    if (file == null) {
      throw new IllegalStateException("-D" + BOUNDS_FILE + " does not name a file of bounds");
    }
    return Bounds.read(Path.of(file));
  }

  private int compare(FigureProgram program, Bounds bounds, Scale scale, FigureReport report) {
    List<String> missed = bounds.missed(program.name(), scale, report.printed());
    report.note(
        "%s: %d bounds, %d missed"
            .formatted(program.name(), bounds.of(program.name(), scale).size(), missed.size()));
    missed.forEach(line -> fail(err, BOUND_MISSED, line + "."));
    return missed.isEmpty() ? 0 : BOUND_MISSED;
  }

  private static int fail(PrintWriter err, int code, String message) {
    err.println("figures: " + message);
    return code;
  }
}
