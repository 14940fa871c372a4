package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.internal.work.WorkTotal;
import java.time.Duration;
import java.util.function.Supplier;

/** What a run sees of the passes that workers of a job make for it. */
public final class SharedLook {
  private static final Duration EVERY = Duration.ofSeconds(2);

  private final String job;
  private WorkTotal last = WorkTotal.NONE;

  /**
   * @param job its name
   */
  public SharedLook(String job) {
    this.job = job;
  }

  /** The pass is done, and of the next one nobody has told anything yet. */
  void forget() {
    last = WorkTotal.NONE;
  }

  /** Looks from time to time until a pass is done or the slice is over; how far it is then. */
  public Flow<WorkTotal> at(PassRun pass, Supplier<Flow<Boolean>> isOver) {
    return pass.total()
        .then(
            total -> {
              last = total;
              return total.isDone()
                  ? Flow.of(total)
                  : isOver
                      .get()
                      .then(
                          over ->
                              over
                                  ? Flow.of(total)
                                  : Flow.ask(Pause.of(EVERY)).then(done -> at(pass, isOver)));
            });
  }

  /**
   * How far the workers are, for people.
   *
   * @param done what they have done with segments
   */
  public String standing(String done) {
    if (last.segments() == 0) {
      return "workers of job '%s' were not asked yet how many segments they have %s"
          .formatted(job, done);
    }
    return "workers of job '%s' have %s %d of %d segments"
        .formatted(job, done, last.done(), last.segments());
  }
}
