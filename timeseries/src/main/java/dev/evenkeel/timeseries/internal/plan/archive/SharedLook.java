package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.work.PassLook;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.internal.work.WorkTotal;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a run sees of the passes that workers of a job make for it. */
public final class SharedLook {
  private static final Duration EVERY = Duration.ofSeconds(2);

  /** For so many looks in a row neither are there no workers, nor do their reports stand still. */
  private static final int LOOKS_OF_SILENCE = 10;

  private static final String DESERTED =
      "no worker reports on it now: they may be at other work of the job; start workers if there are none, and where one has failed, its output says why";

  private final String job;
  private PassLook last = PassLook.NONE;
  private int unchanged;

  /**
   * @param job its name
   */
  public SharedLook(String job) {
    this.job = job;
  }

  /** The pass is done, and of the next one nobody has told anything yet. */
  void forget() {
    last = PassLook.NONE;
  }

  /** Looks from time to time until a pass is done or the slice is over; how far it is then. */
  public Flow<WorkTotal> at(PassRun pass, Supplier<Flow<Boolean>> isOver) {
    return pass.look()
        .then(
            look -> {
              unchanged = look.workers().equals(last.workers()) ? unchanged + 1 : 0;
              last = look;
              WorkTotal total = look.total();
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
    WorkTotal total = last.total();
    if (total.segments() == 0) {
      return "workers of job '%s' were not asked yet how many segments they have %s"
          .formatted(job, done);
    }
    String far =
        "workers of job '%s' have %s %d of %d segments"
            .formatted(job, done, total.done(), total.segments());
    return Stream.of(far, last.standing(), isDeserted() ? DESERTED : "")
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private boolean isDeserted() {
    return !last.total().isDone() && unchanged >= LOOKS_OF_SILENCE;
  }
}
