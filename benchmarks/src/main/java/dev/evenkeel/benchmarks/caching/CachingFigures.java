package dev.evenkeel.benchmarks.caching;

import dev.evenkeel.benchmarks.figure.ChildJvm;
import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.Setting;
import dev.evenkeel.caching.spec.CachingSpec;
import java.io.IOException;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The figures of the cache. */
public final class CachingFigures implements FigureProgram {
  static final String TABLE = "pages";
  private static final int HEAP_MIB = 256;
  private static final int KIB = 1024;

  @Override
  public String name() {
    return "caching";
  }

  @Override
  public String description() {
    return "what a cache saves on real reads, and what it costs in time and memory";
  }

  @Override
  public void measure(Setting setting, FigureReport report)
      throws IOException, InterruptedException {
    Scale scale = setting.scale();
    report.put("cores", Runtime.getRuntime().availableProcessors());
    report.put("jdk", Runtime.version().toString());
    ReplayFigures.measure(setting, report);
    CallFigures.measure(scale, report);
    heap("memory_ratio_small", 1, scale, report);
    heap("memory_ratio_400kb", 400 * KIB, scale, report);
  }

  private static void heap(String name, int bytes, Scale scale, FigureReport report)
      throws IOException, InterruptedException {
    report.note(name + " ...");
    int mib = scale.of(64, 8);
    report.put(name + "_bound_mib", mib);
    ChildJvm.measure(report, CachePeakMain.class, HEAP_MIB, mib, name, Integer.toString(bytes));
  }

  static CachingSpec.Builder spec() {
    return CachingSpec.builder(TABLE)
        .partitionKey("path", ScalarAttributeType.S)
        .timeToLive(Duration.ofSeconds(10));
  }
}
