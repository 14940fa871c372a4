package dev.evenkeel.benchmarks.timeseries;

import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Setting;

/** The figures of time series. */
public final class TimeSeriesFigures implements FigureProgram {

  @Override
  public String name() {
    return "timeseries";
  }

  @Override
  public String description() {
    return "years of period tables with faults and crashes, and what a plan costs";
  }

  @Override
  public void measure(Setting setting, FigureReport report) {
    LifecycleFigures.measure(setting.scale(), report);
  }
}
