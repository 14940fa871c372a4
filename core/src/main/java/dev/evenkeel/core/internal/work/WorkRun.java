package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.internal.work.WorkWrite.RowVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;

/**
 * The rows of one run of a pass, all under one partition key: its segments, its workers, and notes
 * on its pages.
 *
 * <p>Each page of a pass is one write there. So all workers of a pass together do 1,000 pages a
 * second at most, which are a gigabyte or more.
 *
 * @param table of the pass
 * @param name of the run, as its job has it
 */
public record WorkRun(WorkTable table, String name) {
  private static final String SEGMENT = "segment#";
  private static final String WORKER = "worker#";
  private static final String NOTE = "note#";
  private static final int WIDTH = 16;

  /** The same rows, and throttles are waited for until something says not to. */
  WorkRun until(BooleanSupplier stopped) {
    return new WorkRun(table.until(stopped), name);
  }

  /** The same rows, for which nothing waits. */
  WorkRun unwaited() {
    return until(() -> true);
  }

  private WorkRows rows() {
    return table.rows(name.isEmpty() ? "" : "#" + name);
  }

  /**
   * Begins the run in one transaction: writes its job and the row of each segment. False if they
   * are too many for that, or something was in the way; all may have been written then.
   */
  Flow<Boolean> begun(Put job, List<Segment> segments) {
    Stream<Put> rows = segments.stream().map(SegmentRow::first).map(this::added);
    return segments.size() >= RequestLimits.ACTIONS_MAX
        ? Flow.of(false)
        : WorkWrite.all(Stream.concat(Stream.of(job), rows).toList())
            .recover(failure -> Flow.of(false));
  }

  /** Writes the row of each segment that has none. */
  Flow<Done> cut(List<Segment> segments) {
    List<Flow<Boolean>> rows =
        segments.stream()
            .map(SegmentRow::first)
            .map(row -> rows().putNew(key(row), WorkFormat.item(row)))
            .toList();
    return Flow.awaitAll(rows, WIDTH).map(put -> Done.DONE);
  }

  /** All segments. Costs a read unit for about 12 of them. */
  Flow<List<SegmentRow>> segments() {
    return all(SEGMENT, WorkFormat::segment);
  }

  /** All workers that have reported, the dead ones too. */
  public Flow<List<WorkerRow>> workers() {
    return all(WORKER, WorkFormat::worker);
  }

  private <T> Flow<List<T>> all(String prefix, BiFunction<String, WorkItem, T> format) {
    return rows()
        .all(prefix)
        .map(
            items ->
                items.stream()
                    .map(this::item)
                    .map(item -> format.apply(item.text("sk").substring(prefix.length()), item))
                    .toList());
  }

  Flow<List<Map<String, AttributeValue>>> notes() {
    return rows().all(NOTE);
  }

  Flow<Optional<SegmentRow>> segment(String id) {
    return rows()
        .read(rows().key(SEGMENT + id))
        .map(item -> item.map(found -> WorkFormat.segment(id, item(found))));
  }

  /** Writes the next row if the stored one is as it was read; false if another came between. */
  Flow<Boolean> swap(SegmentRow seen, SegmentRow next) {
    return swap(seen, next, null);
  }

  /** The same with a note on the page between both. */
  Flow<Boolean> swap(SegmentRow seen, SegmentRow next, @Nullable Map<String, AttributeValue> note) {
    Put row = changed(seen, next);
    Flow<Boolean> write =
        note == null ? WorkWrite.one(row) : WorkWrite.all(List.of(row, noted(seen, note)));
    return rows().swap(write, () -> segment(seen.segment().id()), seen, next);
  }

  /** Splits a segment in one transaction; false if it has changed, or something was in the way. */
  Flow<Boolean> split(SegmentRow seen, Segment.Bound bound) {
    return WorkWrite.all(List.of(changed(seen, seen.until(bound)), added(seen.since(bound))))
        .recover(failure -> Flow.of(false));
  }

  private Put changed(SegmentRow seen, SegmentRow next) {
    return WorkWrite.changed(
        table.control(), key(next), WorkFormat.item(next), RowVersion.of(seen));
  }

  private Put added(SegmentRow row) {
    return WorkWrite.added(table.control(), key(row), WorkFormat.item(row));
  }

  private Put noted(SegmentRow seen, Map<String, AttributeValue> note) {
    String page = "%s%s#%012d".formatted(NOTE, seen.segment().id(), seen.fence());
    return WorkWrite.added(table.control(), rows().key(page), note);
  }

  /**
   * Says that a worker is there. Only the worker writes its row, one report after the other. Waits
   * for no throttle, since the next report says more.
   */
  Flow<Done> report(WorkerRow row) {
    Put put =
        WorkWrite.always(table.control(), rows().key(WORKER + row.id()), WorkFormat.item(row));
    return WorkWrite.one(put).map(answer -> Done.DONE);
  }

  /** Takes the row of a worker away. */
  Flow<Done> gone(String worker) {
    return rows().deleted(rows().key(WORKER + worker));
  }

  /** Takes all rows away. */
  Flow<Done> forgotten() {
    return Flow.failFast(List.of(rows().all(SEGMENT), rows().all(WORKER), rows().all(NOTE)))
        .map(found -> found.stream().flatMap(List::stream).toList())
        .then(
            all ->
                Flow.awaitAll(
                    all.stream()
                        .map(row -> Map.of("pk", row.get("pk"), "sk", row.get("sk")))
                        .map(rows()::deleted)
                        .toList(),
                    WIDTH))
        .map(deleted -> Done.DONE);
  }

  private WorkItem item(Map<String, AttributeValue> found) {
    return new WorkItem(table.job(), found);
  }

  private Map<String, AttributeValue> key(SegmentRow row) {
    return rows().key(SEGMENT + row.segment().id());
  }
}
