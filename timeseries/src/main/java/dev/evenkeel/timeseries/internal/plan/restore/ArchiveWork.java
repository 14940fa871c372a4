package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.PassEndedException;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.timeseries.internal.plan.archive.SharedScans;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A worker on the archives and restores of a job: one pass after the other, until none is under
 * way. Between the passes of an archive or a restore it waits for the run that holds the lease.
 * Throttles of the control table are waited for as long as they last.
 */
public final class ArchiveWork {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final List<TimeSeriesSpec> specs;
  private final SharedPass job;
  private final LongSupplier nanos;
  private long items;

  private ArchiveWork(List<TimeSeriesSpec> specs, SharedPass job, LongSupplier nanos) {
    this.specs = specs;
    this.job = job;
    this.nanos = nanos;
  }

  /** Works; ends with how many items this process has written or verified. */
  public static Flow<Long> flow(List<TimeSeriesSpec> specs, SharedPass job, LongSupplier nanos) {
    return Flow.defer(() -> new ArchiveWork(specs, job, nanos).untilStopped());
  }

  /** Who is to stop waits for no throttle. */
  private Flow<Long> untilStopped() {
    return all()
        .recover(
            failure -> Throttles.passes(failure) && job.isStopped().getAsBoolean(),
            failure -> Flow.of(items));
  }

  private <T> Flow<T> waited(Supplier<Flow<T>> look) {
    return Retries.repeated(look, Throttles::passes, job.isStopped());
  }

  private Flow<Long> all() {
    return waited(this::passes)
        .then(
            passes ->
                passes.isEmpty() || job.isStopped().getAsBoolean()
                    ? Flow.of(items)
                    : each(passes, 0, false)
                        .then(
                            worked ->
                                worked ? all() : Flow.ask(Pause.of(LOOK)).then(done -> all())));
  }

  private Flow<List<PassRun>> passes() {
    return SharedScans.passes(specs, job)
        .then(
            archives ->
                SharedRestore.passes(specs, job)
                    .map(
                        restores -> {
                          List<PassRun> all = new ArrayList<>(archives);
                          all.addAll(restores);
                          return all;
                        }));
  }

  /** A pass that fails keeps no other from being worked on. */
  private Flow<Boolean> each(List<PassRun> passes, int index, boolean worked) {
    return index == passes.size()
        ? Flow.of(worked)
        : on(passes.get(index))
            .map(here -> worked || here)
            .recover(
                failure -> each(passes, index + 1, worked).then(others -> Flow.failed(failure)))
            .then(any -> each(passes, index + 1, any));
  }

  /** Whether there was something to do. */
  private Flow<Boolean> on(PassRun pass) {
    return waited(pass::total)
        .then(
            total ->
                total.segments() == 0 || total.isDone()
                    ? Flow.of(false)
                    : pass.joined(nanos)
                        .map(
                            saved -> {
                              items += saved.items();
                              return true;
                            }))
        .recover(PassEndedException.class, failure -> Flow.of(false));
  }
}
