package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.pace.Cancellations;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.Segment.Bound;
import dev.evenkeel.core.internal.work.SegmentRow.State;
import dev.evenkeel.core.internal.work.SegmentTask.Page;
import dev.evenkeel.core.internal.work.SegmentTask.Turn;
import dev.evenkeel.core.internal.work.Worker.Settings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** The steps of the lanes of one worker. */
final class WorkSteps {
  /** How long a page should take. */
  private static final int PAGE_SECONDS = 2;

  private static final int FIRST_ITEMS = 16;

  /** A range is split after so many pages, so that splits cost little beside them. */
  static final int SPLIT_PAGES = 8;

  /** After so many short waits a lane looks again, or when another one has ended a segment. */
  private static final int WAITS = 20;

  private static final Duration WAIT = Duration.ofMillis(50);

  private final WorkTable rows;
  private final WorkTable table;
  private final SegmentTask task;
  private final Budget budget;
  private final Settings settings;
  private final BooleanSupplier stops;
  private final SilenceWatch watch;
  private final Deque<SegmentRow> open = new ArrayDeque<>();
  private Tally saved = Tally.NONE;
  private long ended;

  /**
   * @param rows for which nothing waits
   * @param stops whether all lanes are to end after their page
   */
  WorkSteps(
      WorkTable rows,
      SegmentTask task,
      Budget budget,
      Settings settings,
      BooleanSupplier stops,
      LongSupplier nanos) {
    this.rows = rows;
    this.table = rows.until(stops);
    this.task = task;
    this.budget = budget;
    this.settings = settings;
    this.stops = stops;
    this.watch = new SilenceWatch(nanos);
  }

  /** What was saved. */
  Tally saved() {
    return saved;
  }

  /** Works until nothing is left of the pass. */
  Flow<Done> all(String lane) {
    return Flow.defer(
        () -> {
          if (stops.getAsBoolean()) {
            return Flow.done();
          }
          SegmentRow known = open.poll();
          return known == null ? looked(lane) : claimed(known, lane).then(done -> all(lane));
        });
  }

  private Flow<Done> claimed(SegmentRow row, String lane) {
    SegmentRow mine = row.claimed(lane);
    return table.swap(row, mine).then(swapped -> swapped ? worked(mine, lane) : Flow.done());
  }

  private Flow<Done> looked(String lane) {
    long before = ended; // what ends during the look may not be seen by it
    return table
        .segments()
        .then(
            rows -> {
              List<SegmentRow> left = new ArrayList<>();
              rows.stream().filter(row -> row.state() != State.DONE).forEach(left::add);
              Collections.shuffle(left); // so that workers do not run after one another
              open.clear();
              left.stream().filter(row -> row.state() == State.OPEN).forEach(open::add);
              return left.isEmpty()
                  ? Flow.done()
                  : open.isEmpty() ? helped(left, lane, before) : all(lane);
            });
  }

  /** Takes over what a dead worker holds, or splits what another holds, or waits. */
  private Flow<Done> helped(List<SegmentRow> held, String lane, long before) {
    return table
        .workers()
        .then(
            workers -> {
              Map<String, Long> beats =
                  workers.stream().collect(Collectors.toMap(WorkerRow::id, WorkerRow::beat));
              List<SegmentRow> silent = held.stream().filter(row -> isSilent(row, beats)).toList();
              return silent.isEmpty()
                  ? split(held).then(split -> split ? all(lane) : waited(lane, before, WAITS))
                  : claimed(silent.get(0), lane).then(done -> all(lane));
            });
  }

  private Flow<Done> waited(String lane, long before, int waits) {
    return waits == 0 || ended != before || stops.getAsBoolean()
        ? all(lane)
        : Flow.ask(Pause.upTo(WAIT)).then(done -> waited(lane, before, waits - 1));
  }

  private boolean isSilent(SegmentRow row, Map<String, Long> beats) {
    String worker = Objects.requireNonNull(row.worker());
    String process = worker.substring(0, worker.lastIndexOf('/'));
    List<Long> signs = List.of(row.fence(), beats.getOrDefault(process, 0L));
    return watch.isSilent(row.segment().id(), signs, settings.lease());
  }

  private Flow<Boolean> split(List<SegmentRow> held) {
    for (SegmentRow row : held) {
      if (row.pages() >= SPLIT_PAGES && row.segment() instanceof Segment.KeyRange range) {
        return task.middle(range, row.after())
            .recover(
                failure -> isThrottle(failure) ? Flow.of(Optional.empty()) : Flow.failed(failure))
            .then(bound -> bound.isEmpty() ? Flow.of(false) : split(row, bound.get()));
      }
    }
    return Flow.of(false);
  }

  /** Its holder went on meanwhile. */
  private Flow<Boolean> split(SegmentRow found, Bound bound) {
    return table
        .segment(found.segment().id())
        .then(
            now ->
                now.filter(row -> row.isSplitAt(bound, found)).isPresent()
                    ? table.split(now.get(), bound)
                    : Flow.of(false));
  }

  private Flow<Done> worked(SegmentRow mine, String lane) {
    return worked(mine, lane, 0);
  }

  /**
   * @param throttled how often this page was throttled, which is waited for as long as it lasts
   */
  private Flow<Done> worked(SegmentRow mine, String lane, int throttled) {
    return Flow.defer(
        () ->
            stops.getAsBoolean()
                ? table.swap(mine, mine.released()).map(swapped -> Done.DONE)
                : Flow.defer(() -> task.page(mine, turn(mine)))
                    .map(page -> passed(mine, page, lane))
                    .recover(
                        failure ->
                            Flow.of(
                                isThrottle(failure)
                                    ? paused(mine, lane, throttled)
                                    : failed(mine, failure, lane)))
                    .then(next -> next));
  }

  private Flow<Done> passed(SegmentRow mine, Page page, String lane) {
    return saved(mine, page, lane)
        .then(
            next ->
                next.isEmpty() || next.get().state() == State.DONE
                    ? Flow.done()
                    : worked(next.get(), lane));
  }

  private Flow<Done> paused(SegmentRow mine, String lane, int throttled) {
    return Retries.pause(throttled, stops).then(paused -> worked(mine, lane, throttled + 1));
  }

  private static boolean isThrottle(Throwable failure) {
    return Throttles.isThrottle(failure) || Cancellations.areThrottles(failure);
  }

  /**
   * Gives the segment back. If that fails too, others take it over in time. The failure of a page
   * is nothing where another has the segment by now, or the pass is over: what the page needed may
   * have been taken away because of that.
   */
  private Flow<Done> failed(SegmentRow mine, Throwable failure, String lane) {
    return givenBack(mine.segment().id(), lane)
        .recover(
            second -> {
              if (second != failure) {
                failure.addSuppressed(second);
              }
              return Flow.of(true);
            })
        .then(held -> held || failure instanceof Error ? Flow.failed(failure) : Flow.done());
  }

  /**
   * False if the lane has it no more. Looks again if another came between, as who splits it. Waits
   * for no throttle, since the failure is to be told.
   */
  private Flow<Boolean> givenBack(String segment, String lane) {
    return rows.segment(segment)
        .map(now -> now.filter(row -> row.isHeldBy(lane)))
        .then(
            held ->
                held.isEmpty()
                    ? Flow.of(false)
                    : rows.swap(held.get(), held.get().released())
                        .then(given -> given ? Flow.of(true) : givenBack(segment, lane)));
  }

  /** Where the look is throttled, the page is, and the worker waits for that outside of it. */
  private Flow<Boolean> holds(SegmentRow mine) {
    return rows.segment(mine.segment().id()).map(now -> now.filter(mine::equals).isPresent());
  }

  private Turn turn(SegmentRow mine) {
    return new Turn(budget.paced(), this::itemsMax, () -> holds(mine), stops);
  }

  private int itemsMax() {
    double units = budget.share() * PAGE_SECONDS / settings.lanes();
    if (Double.isInfinite(units)) {
      return Integer.MAX_VALUE;
    }
    double used = budget.used();
    double items = saved.items() == 0 || used == 0 ? FIRST_ITEMS : units / (used / saved.items());
    return (int) Math.max(1, Math.min(1_000_000, items));
  }

  /**
   * Saves a page. If the segment was split meanwhile, the page is left out and done again within
   * the new bound; if another worker has it, nothing follows.
   */
  private Flow<Optional<SegmentRow>> saved(SegmentRow mine, Page page, String lane) {
    SegmentRow next = mine.paged(page);
    return table
        .swap(mine, next, page.note())
        .then(
            swapped -> {
              if (swapped) {
                saved = saved.plus(page.tally());
                ended += next.state() == State.DONE ? 1 : 0;
                return Flow.of(Optional.of(next));
              }
              return table
                  .segment(mine.segment().id())
                  .map(now -> now.filter(row -> row.isHeldBy(lane)));
            });
  }
}
