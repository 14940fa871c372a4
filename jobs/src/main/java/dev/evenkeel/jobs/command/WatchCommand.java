package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.report.RunReport;
import dev.evenkeel.jobs.work.SeriesJob;
import dev.evenkeel.timeseries.ScheduledLifecycle;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleListener;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the lifecycle until it is stopped. */
@Command(
    name = "watch",
    description = {
      "Applies at once and then again and again, until it is asked to end (SIGTERM, Ctrl-C). A"
          + " run that is under way then has 20 seconds; what it leaves, the next run does.",
      ""
    },
    footer = {"", "Example:", "  evenkeel tables watch --config evenkeel.yaml --every 15m"})
final class WatchCommand extends ReportCommand {
  /** Kubernetes kills a process 30 seconds after SIGTERM. */
  private static final Duration GRACE = Duration.ofSeconds(20);

  @Mixin private final SeriesOptions series = new SeriesOptions();
  @Mixin private final HookOptions hooks = new HookOptions();

  @Option(names = "--delete", description = "delete tables past their retention, too")
  private boolean deleting;

  @Option(
      names = "--reconcile",
      description = "mend what live tables have other than their template, too")
  private boolean reconciling;

  @Option(
      names = "--every",
      paramLabel = "LENGTH",
      description = "the pause between runs, such as 15m; otherwise the lifecycle.interval")
  private @Nullable String every;

  @Override
  public Integer call() {
    Duration interval = interval();
    CountDownLatch ending = new CountDownLatch(1);
    environment().termination().then(ending::countDown);
    return series.with(
        environment(),
        environment().clock(),
        deleting,
        job -> watch(hooks.on(job.reconciling(reconciling)), job.interval(interval), ending));
  }

  private @Nullable Duration interval() {
    return every == null ? null : LengthOption.parse("--every", every);
  }

  private int watch(SeriesJob job, Duration interval, CountDownLatch ending) {
    job.prepare();
    for (String warning : job.warnings()) {
      environment().terminal().err().println("evenkeel: warning: " + warning);
    }
    environment().terminal().err().flush();
    ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    ScheduledLifecycle schedule =
        ScheduledLifecycle.of(job.lifecycle())
            .every(interval)
            .listener(new Printing(job))
            .executor(executor)
            .start();
    try {
      ending.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      schedule.close();
      end(executor);
    }
    return 0;
  }

  /** Begins no further run and waits some time for the current one. */
  private static void end(ScheduledExecutorService executor) {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(GRACE.toSeconds(), TimeUnit.SECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  /** Prints a report for each series and run, as a sign that it is alive too. */
  private final class Printing implements LifecycleListener {
    private final SeriesJob job;

    private Printing(SeriesJob job) {
      this.job = job;
    }

    @Override
    public void onReport(LifecycleReport report) {
      job.tell(report);
      print(new RunReport("tables watch", List.of(), List.of(report)));
    }

    @Override
    public void onFailure(Throwable failure) {
      environment().terminal().err().println(Failures.line(failure));
      environment().terminal().err().flush();
    }
  }
}
