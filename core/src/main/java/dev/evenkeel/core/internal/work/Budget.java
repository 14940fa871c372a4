package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.pace.PacedFlows.Use;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.Worker.Settings;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The share of one worker in the rate of a pass. It reports what it has used at regular times, and
 * takes its share of the rate by the reports of all; who has missed three has none. A worker that
 * finds others waits for one report of theirs before it begins, unless the rate is infinite. So all
 * shares together are never above the rate for longer than a request takes.
 *
 * <p>Throttles halve the rate of all, once for each report; a report interval without any lets it
 * grow.
 *
 * <p>A report that the control table throttles is left out, and the next one makes up for it. A
 * worker that has left out two has hardly any share, since the others may have taken it, until it
 * has reported twice: the first time it cannot tell who is alive. A request that waits when the
 * worker is to stop fails as throttled, with a share or without one: its turn may be minutes away.
 */
final class Budget {
  /** How long a page should take. */
  private static final int PAGE_SECONDS = 2;

  private static final int FIRST_ITEMS = 16;
  private static final int ITEMS_MAX = 1_000_000;

  /** Units a second of a worker whose share others may have. */
  private static final double NO_SHARE = 1e-3;

  private final WorkRun run;
  private final BooleanSupplier stops;
  private final Duration report;
  private final LongSupplier nanos;
  private final PacedFlows paced;
  private final SilenceWatch watch;
  private WorkerRow self;
  private double used;
  private double share = Double.POSITIVE_INFINITY;
  private Use unreported = Use.NONE;
  private long reportedAt;
  private long triedAt;
  private boolean isCutOff;
  private @Nullable WorkJob lastRead;

  /**
   * @param stops whether the worker waits for nothing any more
   */
  Budget(WorkRun run, String id, Settings settings, BooleanSupplier stops, LongSupplier nanos) {
    this.run = run;
    this.stops = stops;
    this.report = settings.report();
    this.nanos = nanos;
    this.paced = new PacedFlows(CapacityPace.unlimited(), nanos, () -> {}, stops);
    this.watch = new SilenceWatch(nanos);
    this.self = new WorkerRow(id, settings.host(), 0, 0, false, false);
  }

  PacedFlows paced() {
    return paced;
  }

  /** Units a second for this worker; may be infinite. */
  double share() {
    return share;
  }

  /**
   * How many items a page may have, so that it takes some seconds.
   *
   * @param items that were done so far
   * @param lanes that share the budget
   */
  int itemsMax(long items, int lanes) {
    double units = share * PAGE_SECONDS / lanes;
    if (Double.isInfinite(units)) {
      return Integer.MAX_VALUE;
    }
    double most = items == 0 || used == 0 ? FIRST_ITEMS : units / (used / items);
    return (int) Math.max(1, Math.min(ITEMS_MAX, most));
  }

  /** Whether the next report is due. */
  boolean isDue() {
    return nanos.getAsLong() - triedAt >= report.toNanos();
  }

  /** Takes part. Waits for a report of the others if there are any, and a rate to share. */
  Flow<Done> joined() {
    return waited(false)
        .then(
            workers ->
                workers.size() == 1 || Double.isInfinite(share)
                    ? Flow.done()
                    : Flow.ask(Pause.of(report)).then(done -> waited(true)).map(all -> Done.DONE));
  }

  private Flow<List<WorkerRow>> waited(boolean waited) {
    return Retries.repeated(() -> reported(waited), Throttles::passes, stops);
  }

  /** Reports, unless that is throttled. */
  Flow<Done> tried() {
    return reported()
        .map(all -> Done.DONE)
        .recover(Throttles::passes, failure -> Flow.of(leftOut()));
  }

  private Done leftOut() {
    long silent = nanos.getAsLong() - reportedAt;
    if (silent >= report.multipliedBy(2).toNanos() && !Double.isInfinite(share)) {
      isCutOff = true;
      shared(NO_SHARE);
    }
    return Done.DONE;
  }

  private void shared(double units) {
    share = units;
    paced.change(units);
  }

  /** Reports, and takes the share anew. Ends with the workers that are alive. */
  Flow<List<WorkerRow>> reported() {
    return reported(false);
  }

  private Flow<List<WorkerRow>> reported(boolean waited) {
    return Flow.defer(
        () -> {
          long now = nanos.getAsLong();
          boolean isFirst = self.beat() == 0;
          double seconds = isFirst ? 1 : Math.max(1e-3, (now - reportedAt) / 1e9);
          Use latest = paced.takeUse();
          Use use = unreported.plus(latest);
          used += latest.units();
          unreported = use;
          triedAt = now;
          reportedAt = isFirst ? now : reportedAt;
          self =
              new WorkerRow(
                  self.id(),
                  self.host(),
                  self.beat() + 1,
                  use.units() / seconds,
                  waited || use.waited(),
                  use.throttled());
          return run.report(self)
              .then(done -> run.workers())
              .then(this::shared)
              .atResult(
                  alive -> {
                    unreported = Use.NONE;
                    reportedAt = now;
                  });
        });
  }

  private Flow<List<WorkerRow>> shared(List<WorkerRow> all) {
    List<WorkerRow> alive =
        all.stream()
            .filter(
                row ->
                    row.id().equals(self.id())
                        || !watch.isSilent(row.id(), row, report.multipliedBy(3)))
            .toList();
    return run.table()
        .read()
        .then(
            found -> {
              WorkJob job =
                  found
                      .filter(there -> there.run().equals(run.name()))
                      .orElseThrow(() -> new PassEndedException(run.table().job()));
              WorkJob next = next(job, alive);
              lastRead = job;
              return next == null
                  ? Flow.of(job)
                  : run.table()
                      .swap(job, next)
                      .map(
                          swapped -> {
                            lastRead = swapped ? next : job;
                            return swapped ? next : job;
                          });
            })
        .map(
            job -> {
              if (!isCutOff) {
                shared(Shares.of(job.rate(), alive, self.id()));
              }
              isCutOff = false;
              return alive;
            });
  }

  /** The job with another rate; null if that is right. */
  private @Nullable WorkJob next(WorkJob job, List<WorkerRow> alive) {
    WorkJob last = lastRead;
    if (last == null) {
      return null;
    }
    if (self.throttled()) {
      return job.falls() == last.falls()
          ? job.halved(alive.stream().mapToDouble(WorkerRow::used).sum())
          : null;
    }
    boolean calm = job.fence() == last.fence() && alive.stream().noneMatch(WorkerRow::throttled);
    return calm && job.isSlowed() ? job.grown() : null;
  }

  /** Gives the share back. */
  Flow<Done> left() {
    return run.until(stops).gone(self.id());
  }
}
