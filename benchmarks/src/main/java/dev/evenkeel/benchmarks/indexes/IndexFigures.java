package dev.evenkeel.benchmarks.indexes;

import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import java.io.IOException;

/** The figures of what fills tables and their indexes; those of sharded indexes belong here too. */
public final class IndexFigures implements FigureProgram {

  @Override
  public String name() {
    return "indexes";
  }

  @Override
  public String description() {
    return "what filling tables and indexes costs: overhead and memory of uploads";
  }

  @Override
  public void measure(Scale scale, FigureReport report) throws IOException, InterruptedException {
    report.put("cores", Runtime.getRuntime().availableProcessors());
    report.put("jdk", Runtime.version().toString());
    UploadOverheadFigures.measure(scale, report);
    UploadPeakFigures.measure(scale, report);
  }
}
