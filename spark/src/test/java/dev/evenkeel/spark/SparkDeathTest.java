package dev.evenkeel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.BufferedReader;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Attempts that run twice, and drivers that are killed: the same end state as one process. */
@Tag("deep")
class SparkDeathTest {
  private static final int ITEMS = 800;
  private static final int SOON = 30;

  private static LocalDynamoDb local;
  private static Set<Map<String, AttributeValue>> expected;

  @BeforeAll
  static void start() {
    local = LocalDynamoDb.start();
    MovedTable alone = MovedTable.begun(local, "alone", ITEMS);
    alone.move();
    expected = alone.stored();
  }

  @AfterAll
  static void stop() {
    local.close();
  }

  private static void assertMoved(MovedTable table) {
    assertThat(table.left()).isZero();
    assertThat(table.stored()).hasSize(ITEMS).isEqualTo(expected);
    table.finish();
  }

  @Test
  void run_eachTaskTwiceAtATime_endsAsOneProcessDoes() throws Exception {
    MovedTable table = MovedTable.begun(local, "twice", ITEMS);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (JavaSparkContext spark = LocalSpark.start("local[4]")) {
      List<Future<List<Long>>> passes =
          threads.invokeAll(
              List.of(
                  () -> SparkPass.run(spark, 2, table::move),
                  () -> SparkPass.run(spark, 2, table::move)));
      for (Future<List<Long>> pass : passes) {
        assertThat(pass.get()).hasSize(2);
      }
    } finally {
      threads.shutdownNow();
    }
    assertMoved(table);
  }

  @Test
  void run_driverKilled_theNextOneGoesOn() throws Exception {
    MovedTable table = MovedTable.begun(local, "killed", ITEMS);
    killWhileItMoves(table);
    assertThat(table.left()).isBetween(1L, ITEMS - 1L);

    try (JavaSparkContext spark = LocalSpark.start("local[2]")) {
      SparkPass.run(spark, 2, table::move);
    }
    assertMoved(table);
  }

  private static void killWhileItMoves(MovedTable table) throws Exception {
    Process driver =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "-Dsoftware.amazon.awssdk.http.service.impl="
                    + System.getProperty("software.amazon.awssdk.http.service.impl"),
                Driver.class.getName(),
                table.endpoint().toString(),
                table.name())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output = driver.inputReader()) {
      assertThat(output.lines().filter(TellsOfMoves.MOVED::equals).limit(SOON).count())
          .isEqualTo(SOON);
    } finally {
      driver.destroyForcibly().waitFor();
    }
  }

  /** A driver and its executors. */
  static final class Driver {
    private Driver() {}

    public static void main(String[] arguments) {
      MovedTable table = new MovedTable(URI.create(arguments[0]), arguments[1]);
      try (JavaSparkContext spark = LocalSpark.start("local[2]")) {
        SparkPass.run(spark, 2, () -> table.move(new TellsOfMoves(table.name())));
      }
    }
  }
}
