package dev.evenkeel.benchmarks.timeseries;

import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.Setting;

/** The figures of time series. */
public final class TimeSeriesFigures implements FigureProgram {

  @Override
  public String name() {
    return "timeseries";
  }

  @Override
  public String description() {
    return "what routing and range reads over period tables cost, and years of their lifecycle";
  }

  @Override
  public void measure(Setting setting, FigureReport report) {
    Scale scale = setting.scale();
    report.put("cores", Runtime.getRuntime().availableProcessors());
    report.put("jdk", Runtime.version().toString());
    RouteOverheadFigures.measure(scale, report);
    RangeRowsFigures.measure(scale, report);
    LifecycleFigures.measure(scale, report);
  }
}
