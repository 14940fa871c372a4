package dev.evenkeel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Workers on Spark: the same end state as one process. */
class SparkPassTest {
  private static final int ITEMS = 150;
  private static final CountDownLatch STARTED = new CountDownLatch(2);
  private static final CountDownLatch INTERRUPTED = new CountDownLatch(2);

  private static LocalDynamoDb local;
  private static JavaSparkContext spark;

  @BeforeAll
  static void start() {
    local = LocalDynamoDb.start();
    spark = LocalSpark.start("local[2,4]");
  }

  @AfterAll
  static void stop() {
    spark.close();
    local.close();
  }

  @Test
  void run_aTaskFailsHalfWay_endsAsOneProcessDoes() {
    MovedTable alone = MovedTable.begun(local, "alone", ITEMS);
    alone.move();

    MovedTable table = MovedTable.begun(local, "failing", ITEMS);
    List<Integer> attempts =
        SparkPass.run(
            spark,
            2,
            () -> {
              int attempt = TaskContext.get().attemptNumber();
              table.move(new LosesItsNetwork(attempt == 0 ? 50 : Integer.MAX_VALUE));
              return attempt;
            });

    assertThat(attempts).contains(1);
    assertThat(table.left()).isZero();
    assertThat(table.stored()).hasSize(ITEMS).isEqualTo(alone.stored());
    table.finish();
  }

  @Test
  void run_cancelled_interruptsItsTasks() throws InterruptedException {
    Thread canceller =
        new Thread(
            () -> {
              await(STARTED);
              spark.sc().cancelAllJobs();
            });
    canceller.start();

    assertThatThrownBy(() -> SparkPass.run(spark, 2, SparkPassTest::waitForEver))
        .isInstanceOf(SparkException.class)
        .hasMessageContaining("cancelled");

    await(INTERRUPTED);
    canceller.join();
  }

  private static boolean waitForEver() throws InterruptedException {
    STARTED.countDown();
    try {
      Thread.sleep(TimeUnit.MINUTES.toMillis(10));
      return true;
    } catch (InterruptedException e) {
      INTERRUPTED.countDown();
      throw e;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void run_withoutWorkers_isRefused() {
    assertThatThrownBy(() -> SparkPass.run(spark, 0, () -> 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a pass has at least 1 worker but has 0");
  }
}
