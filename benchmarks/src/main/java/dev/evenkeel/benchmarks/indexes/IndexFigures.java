package dev.evenkeel.benchmarks.indexes;

import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.Setting;
import java.io.IOException;

/** The figures of sharded indexes, and of what fills tables. */
public final class IndexFigures implements FigureProgram {

  @Override
  public String name() {
    return "indexes";
  }

  @Override
  public String description() {
    return "what sharded indexes cost, and overhead and memory of uploads";
  }

  @Override
  public void measure(Setting setting, FigureReport report)
      throws IOException, InterruptedException {
    Scale scale = setting.scale();
    report.put("cores", Runtime.getRuntime().availableProcessors());
    report.put("jdk", Runtime.version().toString());
    IndexOverheadFigures.measure(scale, report);
    IndexRowsFigures.measure(scale, report);
    IndexUnitsFigures.measure(scale, report);
    UploadOverheadFigures.measure(scale, report);
    UploadPeakFigures.measure(scale, report);
  }
}
