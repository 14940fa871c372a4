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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** The steps of the lanes of one worker. */
final class WorkSteps {
  /** A range is split after so many pages, so that splits cost little beside them. */
  static final int SPLIT_PAGES = 8;

  /** After so many short waits a lane looks again, or when another one has ended a segment. */
  private static final int WAITS = 20;

  private static final Duration FIRST_WAIT = Duration.ofMillis(10);
  private static final Duration LONGEST_WAIT = Duration.ofMillis(100);

  private final WorkRun rows;
  private final WorkRun waiting;
  private final SegmentTask task;
  private final Budget budget;
  private final Settings settings;
  private final BooleanSupplier stops;
  private final SilenceWatch watch;
  private final OpenSegments open = new OpenSegments();
  private Tally saved = Tally.NONE;
  private long ended;

  /**
   * @param rows for which nothing waits
   * @param stops whether all lanes are to end after their page
   */
  WorkSteps(
      WorkRun rows,
      SegmentTask task,
      Budget budget,
      Settings settings,
      BooleanSupplier stops,
      LongSupplier nanos) {
    this.rows = rows;
    this.waiting = rows.until(stops);
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
    return waiting
        .swap(row, mine)
        .then(
            swapped -> {
              if (swapped) {
                return worked(mine, lane);
              }
              open.tooLate();
              return Flow.done();
            });
  }

  /** Looks once for all lanes, which would try to claim the same segments if each looked. */
  Flow<Done> begun() {
    return left().map(left -> Done.DONE);
  }

  private Flow<Done> looked(String lane) {
    long before = ended; // what ends during the look may not be seen by it
    return left()
        .then(
            left ->
                left.isEmpty()
                    ? Flow.done()
                    : open.isEmpty() ? helped(left, lane, before) : all(lane));
  }

  /** Finds what is left to do, and notes what of it is open. */
  private Flow<List<SegmentRow>> left() {
    return waiting.segments().map(open::looked);
  }

  /** Takes over what a dead worker holds, or splits what another holds, or waits. */
  private Flow<Done> helped(List<SegmentRow> held, String lane, long before) {
    return waiting
        .workers()
        .then(
            workers -> {
              Map<String, Long> beats =
                  workers.stream().collect(Collectors.toMap(WorkerRow::id, WorkerRow::beat));
              List<SegmentRow> silent =
                  held.stream()
                      .filter(row -> watch.isSilent(row, beats, settings.lease()))
                      .toList();
              return silent.isEmpty()
                  ? split(held).then(split -> split ? all(lane) : waited(lane, before, 0))
                  : claimed(silent.get(0), lane).then(done -> all(lane));
            });
  }

  private Flow<Done> waited(String lane, long before, int waits) {
    return waits == WAITS || ended != before || stops.getAsBoolean()
        ? all(lane)
        : Flow.ask(Pause.doubling(FIRST_WAIT, waits, LONGEST_WAIT))
            .then(done -> waited(lane, before, waits + 1));
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
    return waiting
        .segment(found.segment().id())
        .then(
            now ->
                now.filter(row -> row.isSplitAt(bound, found)).isPresent()
                    ? waiting.split(now.get(), bound)
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
                ? waiting.swap(mine, mine.released()).map(swapped -> Done.DONE)
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

  /**
   * Saves a page. With the last one of a segment it claims another, in one request where nothing is
   * in the way. If something is, the same lane does both again, one after the other: the request
   * may have been carried out, and another lane would wait for this one then.
   */
  private Flow<Done> passed(SegmentRow mine, Page page, String lane) {
    SegmentRow over = mine.paged(page);
    boolean goesOn = over.state() == State.DONE && page.note() == null && !stops.getAsBoolean();
    SegmentRow other = goesOn ? open.pollSure() : null;
    if (other == null) {
      return saved(mine, page, lane)
          .then(next -> next.isEmpty() ? Flow.done() : worked(next.get(), lane));
    }
    SegmentRow next = other.claimed(lane);
    return rows.next(mine, over, other, next)
        .then(
            written -> {
              if (written) {
                counted(page, over);
                return worked(next, lane);
              }
              return saved(mine, page, lane)
                  .then(
                      left -> {
                        if (left.isPresent()) {
                          open.giveBack(other);
                          return worked(left.get(), lane);
                        }
                        return stops.getAsBoolean()
                            ? givenBack(other.segment().id(), lane).map(given -> Done.DONE)
                            : claimed(other, lane);
                      });
            });
  }

  private void counted(Page page, SegmentRow next) {
    saved = saved.plus(page.tally());
    ended += next.state() == State.DONE ? 1 : 0;
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
    IntSupplier itemsMax = () -> budget.itemsMax(saved.items(), settings.lanes());
    return new Turn(budget.paced(), itemsMax, () -> holds(mine), stops);
  }

  /**
   * Saves a page, and ends with what is left of the segment. If that was split meanwhile, the page
   * is left out and done again within the new bound; if another worker has it, nothing follows.
   */
  private Flow<Optional<SegmentRow>> saved(SegmentRow mine, Page page, String lane) {
    SegmentRow next = mine.paged(page);
    return waiting
        .swap(mine, next, page.note())
        .then(
            swapped -> {
              if (swapped) {
                counted(page, next);
                return Flow.of(
                    next.state() == State.DONE ? Optional.<SegmentRow>empty() : Optional.of(next));
              }
              return waiting
                  .segment(mine.segment().id())
                  .map(now -> now.filter(row -> row.isHeldBy(lane)));
            });
  }
}
