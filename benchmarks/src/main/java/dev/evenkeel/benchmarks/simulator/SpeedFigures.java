package dev.evenkeel.benchmarks.simulator;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.simulator.PartitionSimulator;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.TableSpec;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The speed of simulating single writes: a million a second, to a thousand partitions. */
final class SpeedFigures {
  private static final int WRITES_PER_SECOND = 1_000_000;
  private static final int KEYS = 100_000;

  private final int seconds;

  SpeedFigures(Scale scale) {
    this.seconds = scale.of(10, 1);
  }

  void measure(FigureReport report) {
    report.note("simulated_writes_per_second ...");
    PartitionSimulator table =
        PartitionSimulator.builder(
                TableSpec.builder("events")
                    .capacity(Capacity.provisioned(0, WRITES_PER_SECOND))
                    .build())
            .build();
    String[] keys = IntStream.range(0, KEYS).mapToObj(i -> "key-" + i).toArray(String[]::new);
    SplittableRandom random = new SplittableRandom(1);
    long start = System.nanoTime();
    long accepted = 0;
    for (int second = 0; second < seconds; second++) {
      for (int i = 0; i < WRITES_PER_SECOND; i++) {
        String key = keys[random.nextInt(KEYS)];
        accepted += table.offer(Request.insert(second * 1_000L, key, 1_000)).accepted();
      }
    }
    double wall = (System.nanoTime() - start) / 1e9;
    long writes = (long) seconds * WRITES_PER_SECOND;
    report.put("simulated_partitions", table.partitions().size());
    report.put("simulated_writes", writes);
    report.put("simulated_accepted_share", (double) accepted / writes);
    report.put("simulated_writes_per_second", writes / wall);
  }
}
