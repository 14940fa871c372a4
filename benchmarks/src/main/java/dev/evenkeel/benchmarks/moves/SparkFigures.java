package dev.evenkeel.benchmarks.moves;

import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.LocalServers;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.Setting;
import dev.evenkeel.spark.SparkPass;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.function.LongSupplier;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** How fast two workers on Spark move the items of a table, by one process that does. */
public final class SparkFigures implements FigureProgram {
  private static final int WORKERS = 2;

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public String description() {
    return "how fast workers on Spark move a table, by a single process";
  }

  @Override
  public void measure(Setting setting, FigureReport report) {
    Scale scale = setting.scale();
    int items = scale.of(20_000, 100);
    int rounds = scale.of(3, 1);
    double[] single = new double[rounds];
    double[] spread = new double[rounds];
    report.put("cores", Runtime.getRuntime().availableProcessors());
    report.put("jdk", Runtime.version().toString());
    report.put("items", items);
    try (LocalDynamoDb dynamoDb = LocalServers.dynamoDb(scale);
        JavaSparkContext spark = spark()) {
      for (int round = 0; round < rounds; round++) {
        report.note("spark_vs_single, round " + round + " ...");
        SpreadTable alone = table(dynamoDb, "single" + round, items);
        single[round] = perSecond(alone, items, alone::move);
        SpreadTable shared = table(dynamoDb, "spark" + round, items);
        spread[round] =
            perSecond(
                shared,
                items,
                () ->
                    SparkPass.run(spark, WORKERS, shared::move).stream()
                        .mapToLong(Long::longValue)
                        .sum());
      }
    }
    report.put("moved_per_s_single", Samples.of(single).median());
    report.put("moved_per_s_spark", Samples.of(spread).median());
    report.put("spark_vs_single", Samples.of(spread).median() / Samples.of(single).median());
  }

  private static SpreadTable table(LocalDynamoDb dynamoDb, String name, int items) {
    return SpreadTable.filled(dynamoDb, name, 4, 100, 200, items).begun(8);
  }

  private static JavaSparkContext spark() {
    return new JavaSparkContext(
        new SparkConf()
            .setAppName("figures")
            .setMaster("local[" + WORKERS + "]")
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "localhost")
            .set("spark.driver.bindAddress", "127.0.0.1"));
  }

  private static double perSecond(SpreadTable table, int items, LongSupplier move) {
    long start = System.nanoTime();
    long moved = move.getAsLong();
    double seconds = (System.nanoTime() - start) / 1e9;
    if (moved == 0 || table.left() > 0) {
      throw new IllegalStateException("%d items were moved, and not all".formatted(moved));
    }
    return items / seconds;
  }
}
