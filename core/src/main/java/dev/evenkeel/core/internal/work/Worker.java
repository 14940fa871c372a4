package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.pace.Throttles;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Works on a pass: claims segments, one for each of its lanes at a time, and goes through them page
 * by page until nothing is left of the whole pass. Any number of workers may, in any processes, and
 * each may stop or die at any step.
 *
 * <p>Each page is saved by one write in the control table, on condition that nobody else has
 * written the row. So each page is counted once, whoever repeats it. A worker that dies loses the
 * page that it was at. Others take its segments over when its row and theirs have not changed for
 * the length of a lease, by their own clocks.
 *
 * <p>Where nothing is open, a lane splits a range that another one holds, if that has a number of
 * pages behind it.
 *
 * <p>For one run. Its flows run functions one after the other, as all flows do.
 */
public final class Worker {
  /** How long who has nothing to do waits before it sees what others of its process have done. */
  static final Duration TICK = Duration.ofMillis(20);

  private final Budget budget;
  private final WorkSteps steps;
  private final int lanes;
  private final String id;
  private final BooleanSupplier isStopped;
  private int lanesOpen;
  private boolean stopped;

  /**
   * How a worker works.
   *
   * @param host its process, for people
   * @param lanes how many segments it works on at a time
   * @param report how often it reports. All workers of a pass need the same
   */
  public record Settings(String host, int lanes, Duration report) {
    private static final Duration REPORT = Duration.ofSeconds(5);

    /**
     * @throws IllegalArgumentException if there is no lane, or no time
     */
    public Settings {
      if (lanes < 1) {
        throw new IllegalArgumentException("a worker has at least 1 lane but has " + lanes);
      }
      if (report.isNegative() || report.isZero()) {
        throw new IllegalArgumentException("a worker cannot report every " + report);
      }
    }

    /** Where this process runs, for people. */
    public static String process() {
      String host = System.getenv("HOSTNAME"); // as containers have it: a look-up may take long
      String pid = "pid " + ProcessHandle.current().pid();
      return host == null ? pid : pid + " on " + host;
    }

    /** Reports every 5 seconds. */
    public static Settings of(String host, int lanes) {
      return new Settings(host, lanes, REPORT);
    }

    /** Reports at least that often. */
    public Settings every(Duration atMost) {
      return new Settings(host, lanes, atMost.compareTo(report) < 0 ? atMost : report);
    }

    /** After which a claim is taken over: six reports. */
    Duration lease() {
      return report.multipliedBy(6);
    }
  }

  /**
   * @param isStopped asked between pages, and while it waits for throttles or its rate: whether to
   *     stop. What was done stays saved
   * @param nanos elapsed time in nanoseconds
   */
  public Worker(
      WorkRun run,
      SegmentTask task,
      Settings settings,
      BooleanSupplier isStopped,
      LongSupplier nanos) {
    this.id = UUID.randomUUID().toString();
    this.lanes = settings.lanes();
    this.isStopped = isStopped;

    WorkRun rows = run.unwaited();
    this.budget = new Budget(rows, id, settings, this::stops, nanos);
    this.steps = new WorkSteps(rows, task, budget, settings, this::stops, nanos);
  }

  private boolean stops() {
    stopped |= isStopped.getAsBoolean();
    return stopped;
  }

  /**
   * Works until nothing is left, whoever does it, or until it is stopped. Fails with the failure of
   * a page whose segment it still has, once its other pages have ended; what it held is open again
   * then. Throttles, of the control table, too, are waited for as long as they last.
   *
   * @return what this worker has saved
   */
  public Flow<Tally> run() {
    return Flow.defer(
        () -> {
          lanesOpen = lanes;
          List<Flow<Done>> all =
              IntStream.rangeClosed(0, lanes)
                  .mapToObj(
                      i ->
                          i == 0
                              ? reports().recover(this::failed)
                              : ended(steps.lane(id + "/" + i)))
                  .toList();
          return unlessStopped(joined())
              .then(begun -> Flow.awaitAll(all))
              .then(done -> unlessStopped(budget.left()))
              .map(left -> steps.saved())
              .recover(
                  failure -> {
                    stopped = true;
                    return budget
                        .left()
                        .recover(second -> Flow.done())
                        .then(left -> Flow.failed(failure));
                  });
        });
  }

  /** A look that was waited for without a report may have cost the share. */
  private Flow<Done> joined() {
    return budget
        .joined()
        .then(joined -> steps.begun())
        .then(begun -> budget.isDue() ? budget.joined() : Flow.done());
  }

  /** Who has stopped waits for no throttle, and others need nothing of what it leaves undone. */
  private Flow<Done> unlessStopped(Flow<Done> step) {
    return step.recover(failure -> stopped && Throttles.passes(failure), failure -> Flow.done());
  }

  private Flow<Done> ended(Flow<Done> lane) {
    return unlessStopped(lane).atEnd(() -> lanesOpen--).recover(this::failed);
  }

  private Flow<Done> failed(Throwable failure) {
    stopped = true;
    return Flow.failed(failure);
  }

  private Flow<Done> reports() {
    return Flow.ask(Pause.of(TICK))
        .then(
            done ->
                lanesOpen == 0
                    ? Flow.done()
                    : budget.isDue() ? budget.tried().then(reported -> reports()) : reports());
  }
}
