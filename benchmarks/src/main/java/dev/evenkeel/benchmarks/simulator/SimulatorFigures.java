package dev.evenkeel.benchmarks.simulator;

import dev.evenkeel.benchmarks.figure.ChildJvm;
import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.Setting;
import java.io.IOException;

/** The figures of the simulator. All but the speed and the peak are the same on any machine. */
public final class SimulatorFigures implements FigureProgram {
  private static final int HEAP_MIB = 256;

  @Override
  public String name() {
    return "simulator";
  }

  @Override
  public String description() {
    return "what sharding wins on simulated partitions, and what simulating and advising cost";
  }

  @Override
  public void measure(Setting setting, FigureReport report)
      throws IOException, InterruptedException {
    Scale scale = setting.scale();
    report.put("cores", Runtime.getRuntime().availableProcessors());
    report.put("jdk", Runtime.version().toString());
    new HotKeyFigures(scale).measure(report);
    new BulkLoadFigures(scale).measure(report);
    new SpeedFigures(scale).measure(report);
    int lines = scale.of(10_000_000, 5_000);
    report.note(AdvisorPeakMain.PEAK + " ...");
    report.put("advisor_lines", lines);
    ChildJvm.measure(report, AdvisorPeakMain.class, HEAP_MIB, lines, AdvisorPeakMain.PEAK);
  }
}
