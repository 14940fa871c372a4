package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.work.WorkWrite.RowVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * A pass in a control table: its job, and the {@link WorkRun rows} of the run that the job names.
 * All reads are consistent, and each write has the condition that the row is as it was read.
 *
 * <p>A pass that was forgotten and begun anew is another run of it. The rows of a run have keys of
 * their own, so that a worker that slept through that finds none, whatever is done now. Rows that
 * it writes late are read by nobody, and stay.
 *
 * <p>What is throttled although the SDK has repeated it, or meets a transaction on the same row, is
 * sent again for as long as that lasts. A write is sent again upon the same row, which is read
 * before. So nothing is written twice, and nothing upon a row that another has written meanwhile.
 *
 * @param control the control table, with keys {@code pk} and {@code sk} of type S
 * @param job names the pass
 * @param isStopped whether not to wait for throttles any more
 */
public record WorkTable(String control, String job, BooleanSupplier isStopped) {
  private static final String JOB = "job";

  /** Rows for which nothing waits: a request that is throttled fails. */
  public WorkTable(String control, String job) {
    this(control, job, () -> true);
  }

  /** The same pass, and throttles are waited for until something says not to. */
  public WorkTable until(BooleanSupplier stopped) {
    return new WorkTable(control, job, stopped);
  }

  /** The rows of the run of a job. */
  public WorkRun of(WorkJob its) {
    return new WorkRun(this, its.run());
  }

  /** The rows under the name of the pass, or under that and something else. */
  WorkRows rows(String more) {
    return new WorkRows(control, job + "#work" + more, isStopped);
  }

  /**
   * Begins a pass, or gives the one that has begun. Any number of processes may, and each may die.
   *
   * @param name what is done
   * @param cut into how many segments, as a hint
   * @param pace units a second of all workers; infinite for any number
   */
  public Flow<WorkJob> begun(String name, int cut, double pace, SegmentTask task) {
    WorkJob first = WorkJob.first(name, cut, pace);
    return read()
        .then(
            found ->
                found.isPresent() ? opened(found.get(), name, task) : begun(first, name, task));
  }

  /**
   * Begins it at once, or else step by step: a job that is not open, its rows, an open job. That is
   * another run, since the first may have been begun and forgotten meanwhile.
   */
  private Flow<WorkJob> begun(WorkJob first, String name, SegmentTask task) {
    WorkJob open = inItsRun(first).opened();
    WorkJob cutting = inItsRun(first);
    return of(open)
        .begun(WorkWrite.added(control, key(), WorkFormat.item(open)), task.cut(first.cut()))
        .then(
            begun ->
                begun
                    ? Flow.of(open)
                    : pastConflicts(() -> rows("").putNew(key(), WorkFormat.item(cutting)))
                        .then(put -> put ? Flow.of(cutting) : there())
                        .then(now -> opened(now, name, task)));
  }

  private static WorkJob inItsRun(WorkJob first) {
    return first.in(UUID.randomUUID().toString());
  }

  /** A write of the job may meet the transaction that begins it, which is short. */
  private static <T> Flow<T> pastConflicts(Supplier<Flow<T>> write) {
    return Retries.repeated(
        write, TransactionConflictException.class::isInstance, Retries.CALL_MAX);
  }

  /** Cuts a job that is not open, whoever began it; one that is for something else is its own. */
  private Flow<WorkJob> opened(WorkJob now, String name, SegmentTask task) {
    return now.open() || !now.task().equals(name) ? Flow.of(now) : opened(now, task);
  }

  private Flow<WorkJob> opened(WorkJob cutting, SegmentTask task) {
    WorkJob open = cutting.opened();
    return of(cutting)
        .cut(task.cut(cutting.cut()))
        .then(put -> swap(cutting, open))
        .then(
            swapped ->
                swapped ? Flow.of(open) : there().then(now -> opened(now, cutting.task(), task)));
  }

  private Flow<WorkJob> there() {
    return read().map(found -> found.orElseThrow(() -> new PassEndedException(job)));
  }

  /** The job; nothing if it has not begun. */
  public Flow<Optional<WorkJob>> read() {
    return rows("")
        .read(key())
        .map(item -> item.map(found -> WorkFormat.job(new WorkItem(job, found))));
  }

  /** The notes on all pages that were saved, with their keys. Costs a read unit for each 4 KB. */
  public Flow<List<Map<String, AttributeValue>>> notes() {
    return ofJob(List.of(), WorkRun::notes);
  }

  private <R> Flow<R> ofJob(R none, Function<WorkRun, Flow<R>> rows) {
    return read().then(job -> job.isEmpty() ? Flow.of(none) : rows.apply(of(job.get())));
  }

  /**
   * How far the pass of a job is. Costs what {@link WorkRun#segments} does.
   *
   * @param task of which parts without rows count; null to count the rows alone
   */
  public Flow<WorkTotal> total(WorkJob its, @Nullable SegmentTask task) {
    List<Segment> cut = task == null ? List.of() : task.cut(its.cut());
    return its.open()
        ? of(its).segments().map(rows -> WorkTotal.of(rows, cut))
        : Flow.of(WorkTotal.NONE);
  }

  /** Gives the run of a job another pace, from the next reports on. */
  public Flow<Done> paced(WorkJob its, double pace) {
    return its.pace() == pace
        ? Flow.done()
        : swap(its, its.at(pace))
            .then(
                swapped ->
                    swapped
                        ? Flow.done()
                        : read()
                            .map(found -> found.filter(now -> now.run().equals(its.run())))
                            .then(now -> now.isEmpty() ? Flow.done() : paced(now.get(), pace)));
  }

  /** Takes all rows of the pass away, whatever it is by now. */
  public Flow<Done> forgotten() {
    return until(() -> true)
        .read()
        .then(found -> found.isEmpty() ? Flow.done() : forgotten(found.get()));
  }

  /**
   * Takes all rows of a run away, the job last, unless that is of another run by then. Nobody may
   * work on it any more. Waits for no throttle: the pass may be another's after that.
   */
  public Flow<Done> forgotten(WorkJob its) {
    return until(() -> true)
        .of(its)
        .forgotten()
        .then(done -> pastConflicts(() -> WorkWrite.delete(control, key(), its)));
  }

  Flow<Boolean> swap(WorkJob seen, WorkJob next) {
    Put row = WorkWrite.changed(control, key(), WorkFormat.item(next), RowVersion.of(seen));
    return rows("").swap(WorkWrite.one(row), this::read, seen, next);
  }

  private Map<String, AttributeValue> key() {
    return rows("").key(JOB);
  }
}
