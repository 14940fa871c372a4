package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.work.WorkWrite.Seen;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The rows of one pass in a control table, all under one partition key: the job, its segments, its
 * workers. All reads are consistent, and each write is made upon the row that was seen.
 *
 * <p>Each page of a pass is one write there. So all workers of a pass together do 1,000 pages a
 * second at most, which are a gigabyte or more.
 *
 * <p>What is throttled although the SDK has repeated it, or meets a transaction on the same row, is
 * sent again for as long as that lasts. A write is sent again upon the same row, which is read
 * before. So nothing is written twice, and nothing upon a row that another has written meanwhile. A
 * row that is held is known by its holder, too: a pass begun anew has the same fences once more.
 *
 * @param control the control table, with keys {@code pk} and {@code sk} of type S
 * @param job names the pass
 * @param isStopped whether not to wait for throttles any more
 */
public record WorkTable(String control, String job, BooleanSupplier isStopped) {
  private static final String JOB = "job";
  private static final String SEGMENT = "segment#";
  private static final String WORKER = "worker#";
  private static final String NOTE = "note#";
  private static final int WIDTH = 16;

  /** Rows for which nothing waits: a request that is throttled fails. */
  public WorkTable(String control, String job) {
    this(control, job, () -> true);
  }

  /** The same rows, and throttles are waited for until something says not to. */
  public WorkTable until(BooleanSupplier stopped) {
    return new WorkTable(control, job, stopped);
  }

  /** The same rows, for which nothing waits. */
  WorkTable unwaited() {
    return until(() -> true);
  }

  private WorkRows rows() {
    return new WorkRows(control, job + "#work", isStopped);
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
    return rows()
        .putNew(key(JOB), WorkFormat.item(first))
        .then(there -> read())
        .then(
            found -> {
              WorkJob now = found.orElse(first);
              return now.open() ? Flow.of(now) : opened(now, task);
            });
  }

  private Flow<WorkJob> opened(WorkJob cutting, SegmentTask task) {
    List<Flow<Done>> rows =
        task.cut(cutting.cut()).stream()
            .map(SegmentRow::first)
            .map(row -> rows().putNew(key(row), WorkFormat.item(row)))
            .toList();
    return Flow.awaitAll(rows, WIDTH)
        .then(put -> swap(cutting, cutting.opened()))
        .then(swapped -> read())
        .map(found -> found.orElseThrow(() -> new PassEndedException(job)));
  }

  /** The job; nothing if it has not begun. */
  public Flow<Optional<WorkJob>> read() {
    return rows().read(key(JOB)).map(item -> item.map(found -> WorkFormat.job(item(found))));
  }

  /** All segments. Costs a read unit for about 12 of them. */
  public Flow<List<SegmentRow>> segments() {
    return rows(SEGMENT, (id, item) -> WorkFormat.segment(id, item));
  }

  /** The notes on all pages that were saved, with their keys. Costs a read unit for each 4 KB. */
  public Flow<List<Map<String, AttributeValue>>> notes() {
    return rows().all(NOTE);
  }

  /** How far the pass is, by the rows that there are. Costs what {@link #segments} does. */
  public Flow<WorkTotal> total() {
    return total(job -> List.of());
  }

  /** How far the pass of a task is. Costs what {@link #segments} does. */
  public Flow<WorkTotal> total(SegmentTask task) {
    return total(job -> task.cut(job.cut()));
  }

  private Flow<WorkTotal> total(Function<WorkJob, List<Segment>> cut) {
    return read()
        .then(
            job ->
                job.filter(WorkJob::open).isEmpty()
                    ? Flow.of(WorkTotal.NONE)
                    : segments().map(rows -> WorkTotal.of(rows, cut.apply(job.get()))));
  }

  /** All workers that have reported, the dead ones too. */
  public Flow<List<WorkerRow>> workers() {
    return rows(WORKER, (id, item) -> WorkFormat.worker(id, item));
  }

  /** Gives the pass another pace, from the next reports on. */
  public Flow<Done> paced(double pace) {
    return read()
        .then(
            found ->
                found.isEmpty() || found.get().pace() == pace
                    ? Flow.done()
                    : swap(found.get(), found.get().at(pace))
                        .then(swapped -> swapped ? Flow.done() : paced(pace)));
  }

  /**
   * Takes all rows of the pass away, the job last. Nobody may work on it any more. Waits for no
   * throttle: after that the rows may be those of a pass that another has begun anew.
   */
  public Flow<Done> forgotten() {
    return unwaited().taken();
  }

  private Flow<Done> taken() {
    return keys()
        .then(keys -> Flow.awaitAll(keys.stream().map(rows()::deleted).toList(), WIDTH))
        .then(deleted -> rows().deleted(key(JOB)));
  }

  Flow<Optional<SegmentRow>> segment(String id) {
    return rows()
        .read(key(SEGMENT + id))
        .map(item -> item.map(found -> WorkFormat.segment(id, item(found))));
  }

  /** Writes the next row upon the one that was seen; false if another came between. */
  Flow<Boolean> swap(SegmentRow seen, SegmentRow next) {
    return swap(seen, next, null);
  }

  /** The same with a note on the page between both. */
  Flow<Boolean> swap(SegmentRow seen, SegmentRow next, @Nullable Map<String, AttributeValue> note) {
    Flow<Boolean> write =
        note == null
            ? WorkWrite.put(control, key(next), WorkFormat.item(next), Seen.of(seen))
            : WorkWrite.both(
                control,
                WorkWrite.keyed(key(next), WorkFormat.item(next)),
                Seen.of(seen),
                WorkWrite.keyed(
                    key("%s%s#%012d".formatted(NOTE, seen.segment().id(), seen.fence())), note));
    return rows().waited(() -> write.recover(failure -> after(failure, seen, next)));
  }

  private Flow<Boolean> after(Throwable failure, SegmentRow seen, SegmentRow next) {
    return segment(seen.segment().id())
        .then(
            found ->
                found
                    .map(row -> after(failure, row.equals(next), row.equals(seen)))
                    .orElseGet(() -> Flow.of(false)));
  }

  Flow<Boolean> swap(WorkJob seen, WorkJob next) {
    return rows()
        .waited(
            () ->
                WorkWrite.put(control, key(JOB), WorkFormat.item(next), Seen.of(seen))
                    .recover(failure -> after(failure, seen, next)));
  }

  private Flow<Boolean> after(Throwable failure, WorkJob seen, WorkJob next) {
    return read()
        .then(
            found ->
                found
                    .map(row -> after(failure, row.equals(next), row.equals(seen)))
                    .orElseGet(() -> Flow.of(false)));
  }

  /** Whether a write without an answer was made, which the row tells. */
  private static Flow<Boolean> after(Throwable failure, boolean isMade, boolean isUnchanged) {
    return isMade ? Flow.of(true) : isUnchanged ? Flow.failed(failure) : Flow.of(false);
  }

  /** Splits a segment in one transaction; false if it has changed, or something was in the way. */
  Flow<Boolean> split(SegmentRow seen, Segment.Bound bound) {
    SegmentRow until = seen.until(bound);
    SegmentRow since = seen.since(bound);
    return WorkWrite.both(
            control,
            WorkWrite.keyed(key(until), WorkFormat.item(until)),
            Seen.of(seen),
            WorkWrite.keyed(key(since), WorkFormat.item(since)))
        .recover(failure -> Flow.of(false));
  }

  /**
   * Says that a worker is there. Only the worker writes its row, one report after the other. Waits
   * for no throttle, since the next report says more.
   */
  Flow<Done> report(WorkerRow row) {
    return WorkWrite.put(control, key(WORKER + row.id()), WorkFormat.item(row));
  }

  /** Takes the row of a worker away. */
  Flow<Done> gone(String worker) {
    return rows().deleted(key(WORKER + worker));
  }

  private <T> Flow<List<T>> rows(String prefix, BiFunction<String, WorkItem, T> format) {
    return rows()
        .all(prefix)
        .map(
            items ->
                items.stream()
                    .map(
                        found ->
                            format.apply(
                                item(found).text("sk").substring(prefix.length()), item(found)))
                    .toList());
  }

  private Flow<List<Map<String, AttributeValue>>> keys() {
    return Flow.awaitAll(List.of(rows().all(SEGMENT), rows().all(WORKER), rows().all(NOTE)))
        .map(
            found ->
                found.stream()
                    .flatMap(List::stream)
                    .map(row -> Map.of("pk", row.get("pk"), "sk", row.get("sk")))
                    .toList());
  }

  private WorkItem item(Map<String, AttributeValue> found) {
    return new WorkItem(job, found);
  }

  private Map<String, AttributeValue> key(SegmentRow row) {
    return key(SEGMENT + row.segment().id());
  }

  private Map<String, AttributeValue> key(String sort) {
    return rows().key(sort);
  }
}
