package dev.evenkeel.benchmarks.sharding;

import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.Setting;
import java.io.IOException;

/** The figures of write sharding and scatter-gather. */
public final class ShardingFigures implements FigureProgram {
  /** Id sets per figure; the seed of each is its number, from 1. */
  static final int ID_SETS = 20;

  static final int SHARDS = 200;
  static final int ROWS_PER_SHARD = 500;

  @Override
  public String name() {
    return "sharding";
  }

  @Override
  public String description() {
    return "what write sharding and scatter-gather cost: overhead, latency, read units, memory";
  }

  @Override
  public void measure(Setting setting, FigureReport report)
      throws IOException, InterruptedException {
    Scale scale = setting.scale();
    report.put("cores", Runtime.getRuntime().availableProcessors());
    report.put("jdk", Runtime.version().toString());
    report.put("shards", SHARDS);
    report.put("id_sets", idSets(scale));
    OverheadFigures.measure(scale, report);
    FanOutFigures.measure(scale, report);
    TopRowsFigures.measure(scale, report);
    DrainCapacityFigures.measure(scale, report);
    MergeFigures.measure(scale, report);
    StartKeyFigures.measure(scale, report);
    DrainPeakFigures.measure(scale, report);
    PageFigures.measure(scale, report);
  }

  static int idSets(Scale scale) {
    return scale.of(ID_SETS, 1);
  }

  static int rowsPerShard(Scale scale) {
    return scale.of(ROWS_PER_SHARD, 5);
  }
}
