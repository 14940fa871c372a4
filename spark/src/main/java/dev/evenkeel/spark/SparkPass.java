package dev.evenkeel.spark;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function0;

/**
 * Has the executors of a Spark application work on one pass over a table, such as a move: each task
 * is a worker.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#spark-pass -->
 *
 * <pre>{@code
 * List<Long> moved = SparkPass.run(spark, 40, () -> Resharder.of(hits, guarded()).run());
 * }</pre>
 *
 * <p>Spark only says where workers run. Which segments there are, how far each is, who holds it and
 * the pace of all is in the control table of the pass. So the end is the same as with one process:
 *
 * <ul>
 *   <li>A task that fails is tried again ({@code spark.task.maxFailures}), and goes on where the
 *       pass stands. A page that was saved is not done again.
 *   <li>Two attempts of a task are two workers. Each page counts once.
 *   <li>What a lost executor held is taken over by the others within a minute. Its share of the
 *       pace is theirs after 15 seconds.
 *   <li>After the loss of the driver, start the application again. It goes on.
 * </ul>
 *
 * <p>Workers that find nothing open split the longest ranges of the others, and stay until nothing
 * is left.
 */
public final class SparkPass {
  private static final String INTERRUPTS = "spark.job.interruptOnCancel";

  private SparkPass() {}

  /**
   * Runs the same work in a number of tasks, and waits until all have ended. When a job or a task
   * is cancelled, its threads are interrupted.
   *
   * <p>Costs one Spark job of one stage. May be called by several threads.
   *
   * @param workers how many tasks; as many as the application has cores. More of them wait for a
   *     core, and mostly find nothing left then
   * @param work of one worker, such as {@code Resharder.run}. It is serialized, and clients are not
   *     serializable: so it makes the clients that it needs, and closes them
   * @param <R> serializable
   * @return the result of each task. Of a task that was tried again it is that of the attempt that
   *     ended well
   * @throws IllegalArgumentException if there is no worker
   * @throws RuntimeException or any other throwable of Spark: its {@code SparkException} if the
   *     work cannot be serialized, a task has failed too often, or the job was cancelled. What was
   *     done stays saved
   */
  public static <R> List<R> run(JavaSparkContext spark, int workers, Function0<R> work) {
    if (workers < 1) {
      throw new IllegalArgumentException("a pass has at least 1 worker but has " + workers);
    }
    String before = spark.getLocalProperty(INTERRUPTS);
    spark.setLocalProperty(INTERRUPTS, "true");
    try {
      return spark
          .parallelize(IntStream.range(0, workers).boxed().toList(), workers)
          .map(worker -> work.call())
          .collect();
    } finally {
      spark.setLocalProperty(INTERRUPTS, before);
    }
  }
}
