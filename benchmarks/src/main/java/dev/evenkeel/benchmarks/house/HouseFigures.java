package dev.evenkeel.benchmarks.house;

import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The figures of the libraries' main code; the same on any machine and at any scale. */
public final class HouseFigures implements FigureProgram {
  /** Names the root of the project to measure; set by bin/figures. */
  public static final String ROOT = "evenkeel.figures.root";

  /** The modules that are no libraries: ends of the arrows. */
  private static final List<String> ENDS = List.of("spring", "jobs", "examples", "benchmarks");

  /** Its public types are not counted: it is for tests, where a change costs least. */
  private static final String UNCOUNTED = "testkit";

  @Override
  public String name() {
    return "house";
  }

  @Override
  public String description() {
    return "how much code the libraries are, and how long their files and methods are";
  }

  @Override
  public void measure(Setting setting, FigureReport report) throws IOException {
    String root = System.getProperty(ROOT);
    if (root == null) {
      throw new IllegalStateException("-D" + ROOT + " does not name the root of the project");
    }
    List<SourceShape> files = new ArrayList<>();
    int publicTypes = 0;
    for (Path module : modules(Path.of(root))) {
      List<SourceShape> ofModule = SourceShape.below(module.resolve("src/main/java"));
      String name = "house_lines_" + module.getFileName().toString();
      report.put(name, ofModule.stream().mapToInt(SourceShape::lines).sum());
      files.addAll(ofModule);
      if (!module.endsWith(UNCOUNTED)) {
        publicTypes += ofModule.stream().mapToInt(SourceShape::publicTypes).sum();
      }
    }
    report.put("house_lines", files.stream().mapToInt(SourceShape::lines).sum());
    report.put("house_files", files.size());
    report.put("house_public_types", publicTypes);
    lengths(report, "house_file_lines", files.stream().map(SourceShape::lines));
    lengths(report, "house_body_lines", files.stream().flatMap(file -> file.bodyLines().stream()));
  }

  private static List<Path> modules(Path root) throws IOException {
    try (Stream<Path> folders = Files.list(root)) {
      return folders
          .filter(folder -> Files.isDirectory(folder.resolve("src/main/java/dev/evenkeel")))
          .filter(folder -> !ENDS.contains(folder.getFileName().toString()))
          .sorted()
          .toList();
    }
  }

  private static void lengths(FigureReport report, String name, Stream<Integer> lines) {
    Samples samples = Samples.of(lines.mapToDouble(Integer::doubleValue).toArray());
    report.put(name + "_median", samples.median());
    report.put(name + "_p90", samples.percentile(90));
    report.put(name + "_max", samples.max());
  }
}
