package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.work.PassEndedException;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A worker on the archives of a job: one scan after the other, until none is under way. Between the
 * scans of an archive it waits for the run that holds the series' lease.
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
    return Flow.defer(() -> new ArchiveWork(specs, job, nanos).all());
  }

  private Flow<Long> all() {
    return SharedScans.of(job)
        .then(
            archives -> {
              List<SharedScans> ours = archives.stream().filter(a -> policy(a) != null).toList();
              return ours.isEmpty() || job.isStopped().getAsBoolean()
                  ? Flow.of(items)
                  : each(ours, 0, false)
                      .then(
                          worked -> worked ? all() : Flow.ask(Pause.of(LOOK)).then(done -> all()));
            });
  }

  private @Nullable ArchivePolicy policy(SharedScans archive) {
    return specs.stream()
        .filter(spec -> spec.tables().periodOf(archive.tableName()) != null)
        .findFirst()
        .map(TimeSeriesSpec::archive)
        .orElse(null);
  }

  private Flow<Boolean> each(List<SharedScans> archives, int index, boolean worked) {
    if (index == archives.size()) {
      return Flow.of(worked);
    }
    SharedScans archive = archives.get(index);
    ArchivePolicy policy = policy(archive);
    if (policy == null) {
      return each(archives, index + 1, worked);
    }
    return on(archive.writing(job, policy))
        .then(wrote -> on(archive.checking(job)).map(checked -> wrote || checked))
        .then(any -> each(archives, index + 1, worked || any));
  }

  /** Whether there was something to do. */
  private Flow<Boolean> on(PassRun pass) {
    return pass.total()
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
        .recover(
            failure ->
                failure instanceof PassEndedException ? Flow.of(false) : Flow.failed(failure));
  }
}
