package dev.evenkeel.benchmarks.caching;

import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.Setting;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.trace.TraceFormat;
import dev.evenkeel.simulator.trace.TraceFormat.LogKey;
import dev.evenkeel.simulator.trace.TraceReader;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Reads of items: those of a real web site's log, or made-up ones of Zipf's law. */
final class PageReads {
  private static final int PATHS = 1500;
  private static final int SECONDS = 3 * 86_400;
  private static final int BYTES_MAX = 60_000;

  private PageReads() {}

  static List<TraceRecord> of(Setting setting) {
    if (setting.data() == null) {
      return madeUp(setting.scale());
    }
    List<TraceRecord> reads = new ArrayList<>();
    TraceFormat format = new TraceFormat.AccessLog(LogKey.PATH, Access.EVENTUAL_READ);
    try (TraceReader trace =
        TraceReader.open(setting.data().resolve("apache_access.log"), format)) {
      for (TraceRecord read = trace.next(); read != null; read = trace.next()) {
        reads.add(read);
      }
    }
    return reads;
  }

  private static List<TraceRecord> madeUp(Scale scale) {
    Random random = new Random(7);
    int count = scale.of(10_000, 3_000);
    List<TraceRecord> reads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int path = (int) Math.pow(PATHS, random.nextDouble());
      int bytes = 200 + path * 7919 % BYTES_MAX;
      reads.add(
          TraceRecord.of(i * 1_000L * SECONDS / count, "/" + path, Access.EVENTUAL_READ, bytes));
    }
    return reads;
  }
}
