package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.work.SharedPass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A shared pass and what is done in it. Who works on it waits for throttles of the control table as
 * long as they last, or until the pass is to stop. Who only looks at it, or begins it, does not.
 *
 * @param what names all that decides what a page does. Processes with another one are refused, so
 *     that none of them counts for the pass what it has done by other settings
 */
public record PassRun(SharedPass pass, String what, SegmentTask task) {

  /**
   * Begins it, or goes on with it, until nothing is left or it is stopped; ends with its total.
   * Stopped while the control table throttles, it fails with the throttle: it cannot tell how far
   * it is. What was done stays saved.
   */
  public Flow<WorkTotal> run(LongSupplier nanos) {
    return begun(waiting()).then(job -> worker(job, nanos).run()).then(saved -> total(waiting()));
  }

  /**
   * Takes part in it if it has begun, and never begins it; ends with what this process has saved.
   */
  public Flow<Tally> joined(LongSupplier nanos) {
    return waiting()
        .read()
        .then(
            job ->
                job.map(this::requireSame).filter(WorkJob::open).isEmpty()
                    ? Flow.of(Tally.NONE)
                    : paced(waiting(), job.get()).then(done -> worker(job.get(), nanos).run()));
  }

  private Worker worker(WorkJob job, LongSupplier nanos) {
    return new Worker(
        rows().of(job),
        task,
        Worker.Settings.of(Worker.Settings.process(), pass.lanes()),
        pass.isStopped(),
        nanos);
  }

  /** Cuts it into segments, if it has not begun, and sets its pace. */
  public Flow<Done> begun() {
    return begun(rows()).map(job -> Done.DONE);
  }

  private Flow<WorkJob> begun(WorkTable rows) {
    Double units = pass.unitsPerSecond();
    return rows.begun(what, pass.segments(), units == null ? Double.POSITIVE_INFINITY : units, task)
        .map(this::requireSame)
        .then(job -> paced(rows, job).map(done -> job));
  }

  private Flow<Done> paced(WorkTable rows, WorkJob job) {
    Double units = pass.unitsPerSecond();
    return units == null ? Flow.done() : rows.paced(job, units);
  }

  /** The notes on all pages that were saved. */
  public Flow<List<Map<String, AttributeValue>>> notes() {
    return rows().notes();
  }

  /** What is done in a pass that is to be worked on; nothing if it has not begun. */
  public static Flow<Optional<String>> whatOf(SharedPass pass) {
    return rows(pass).until(pass.isStopped()).read().map(job -> job.map(WorkJob::task));
  }

  /** How far it is; {@link WorkTotal#NONE} if it has not begun. */
  public Flow<WorkTotal> total() {
    return total(rows());
  }

  private Flow<WorkTotal> total(WorkTable rows) {
    return ofJob(rows, WorkTotal.NONE, job -> rows.total(job, task));
  }

  private <R> Flow<R> ofJob(WorkTable rows, R none, Function<WorkJob, Flow<R>> look) {
    return rows.read()
        .then(job -> job.map(this::requireSame).isEmpty() ? Flow.of(none) : look.apply(job.get()));
  }

  /** How far it is, and who is at it; {@link PassLook#NONE} if it has not begun. */
  public Flow<PassLook> look() {
    return ofJob(rows(), PassLook.NONE, this::look);
  }

  private Flow<PassLook> look(WorkJob job) {
    return rows()
        .total(job, task)
        .then(
            total ->
                rows()
                    .of(job)
                    .workers()
                    .map(workers -> new PassLook(total, job.standing(), workers)));
  }

  /** Takes its rows away, so that it may begin anew. */
  public Flow<Done> forgotten() {
    return rows().forgotten();
  }

  /** The same; fails if it is for something else than this process would do. */
  public Flow<Done> forgottenIfSame() {
    return rows()
        .read()
        .map(job -> job.map(this::requireSame))
        .then(job -> job.isEmpty() ? Flow.done() : rows().forgotten(job.get()));
  }

  private WorkJob requireSame(WorkJob job) {
    if (!job.task().equals(what)) {
      throw new IllegalArgumentException(
          "Job '%s' is '%s', and this process would do '%s'. Give all its processes the same configuration and options, or take another name"
              .formatted(pass.name(), job.task(), what));
    }
    return job;
  }

  private WorkTable rows() {
    return rows(pass);
  }

  private WorkTable waiting() {
    return rows().until(pass.isStopped());
  }

  private static WorkTable rows(SharedPass pass) {
    return new WorkTable(pass.controlTable(), "job#" + pass.name());
  }
}
