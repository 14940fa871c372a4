package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.pace.PacedFlows.Use;
import dev.evenkeel.core.internal.work.Worker.Settings;
import java.time.Duration;
import java.util.List;
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
 */
final class Budget {
  private final WorkTable table;
  private final Duration report;
  private final LongSupplier nanos;
  private final PacedFlows paced;
  private final SilenceWatch watch;
  private WorkerRow self;
  private double used;
  private double share = Double.POSITIVE_INFINITY;
  private long reportedAt;
  private @Nullable WorkJob lastRead;

  Budget(WorkTable table, String id, Settings settings, LongSupplier nanos) {
    this.table = table;
    this.report = settings.report();
    this.nanos = nanos;
    this.paced = new PacedFlows(CapacityPace.unlimited(), nanos);
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

  /** Units that were reported so far. */
  double used() {
    return used;
  }

  /** Whether the next report is due. */
  boolean isDue() {
    return nanos.getAsLong() - reportedAt >= report.toNanos();
  }

  /** Takes part. Waits for a report of the others if there are any, and a rate to share. */
  Flow<Done> joined() {
    return reported()
        .then(
            workers ->
                workers.size() == 1 || Double.isInfinite(share)
                    ? Flow.done()
                    : Flow.ask(Pause.of(report))
                        .then(done -> reported(true))
                        .map(all -> Done.DONE));
  }

  /** Reports, and takes the share anew. Ends with the workers that are alive. */
  Flow<List<WorkerRow>> reported() {
    return reported(false);
  }

  private Flow<List<WorkerRow>> reported(boolean waited) {
    return Flow.defer(
        () -> {
          long now = nanos.getAsLong();
          double seconds = self.beat() == 0 ? 1 : Math.max(1e-3, (now - reportedAt) / 1e9);
          Use use = paced.takeUse();
          used += use.units();
          reportedAt = now;
          self =
              new WorkerRow(
                  self.id(),
                  self.host(),
                  self.beat() + 1,
                  use.units() / seconds,
                  waited || use.waited(),
                  use.throttled());
          return table.report(self).then(done -> table.workers()).then(this::shared);
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
    return table
        .read()
        .then(
            found -> {
              WorkJob job = found.orElseThrow(() -> new PassEndedException(table.job()));
              WorkJob next = next(job, alive);
              lastRead = job;
              return next == null
                  ? Flow.of(job)
                  : table
                      .swap(job, next)
                      .map(
                          swapped -> {
                            lastRead = swapped ? next : job;
                            return swapped ? next : job;
                          });
            })
        .map(
            job -> {
              share = Shares.of(job.rate(), alive, self.id());
              paced.change(share);
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
    return table.gone(self.id());
  }
}
