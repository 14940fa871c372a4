package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.SegmentRow.State;
import dev.evenkeel.core.internal.work.SegmentTask.Page;
import dev.evenkeel.core.internal.work.SegmentTask.Turn;
import dev.evenkeel.core.internal.work.Worker.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The lanes of one worker, and what they share. */
final class WorkSteps {
  /** After so many ticks the looker looks again, about a second after its last look. */
  private static final int WAITS = 50;

  private final WorkRun rows;
  private final WorkRun waiting;
  private final SegmentTask task;
  private final Budget budget;
  private final Settings settings;
  private final BooleanSupplier stops;
  private final SilenceWatch watch;
  private final SegmentSplits splits;
  private final OpenSegments open = new OpenSegments();
  private Tally saved = Tally.NONE;
  private int working; // lanes
  private @Nullable Lane looker; // looks for all that have nothing to do
  private boolean nothingLeft;

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
    this.splits = new SegmentSplits(waiting, task);
  }

  /** What was saved. */
  Tally saved() {
    return saved;
  }

  /** Works in a lane of this name until nothing is left of the pass. */
  Flow<Done> lane(String id) {
    return new Lane(id).all();
  }

  /** Looks once for all lanes, which would try to claim the same segments if each looked. */
  Flow<Done> begun() {
    return left().map(left -> Done.DONE);
  }

  /** Finds what is left to do, and notes what of it is open. */
  private Flow<List<SegmentRow>> left() {
    return waiting.segments().map(open::looked);
  }

  /** Where the look is throttled, the page is, and the worker waits for that outside of it. */
  private Flow<Boolean> holds(SegmentRow mine) {
    return rows.segment(mine.segment().id()).map(now -> now.filter(mine::equals).isPresent());
  }

  private Turn turn(SegmentRow mine) {
    IntSupplier itemsMax = () -> budget.itemsMax(saved.items(), settings.lanes());
    return new Turn(budget.paced(), itemsMax, () -> holds(mine), stops);
  }

  /** A lane works on one segment at a time. */
  private final class Lane {
    private final String id;

    Lane(String id) {
      this.id = id;
    }

    /** Works until nothing is left of the pass. */
    Flow<Done> all() {
      return Flow.defer(
          () -> {
            if (stops.getAsBoolean() || nothingLeft) {
              return Flow.done();
            }
            SegmentRow known = open.poll();
            if (known != null) {
              return worksOn(known);
            }
            return looker == null || looker == this ? looked() : waited(0);
          });
    }

    /** The last lane that runs out of work looks at once, since all may be over. */
    private Flow<Done> worksOn(SegmentRow row) {
      looker = looker == this ? null : looker;
      working++;
      return claimed(row, false)
          .then(work -> work)
          .then(
              done -> {
                working--;
                looker = working == 0 ? null : looker;
                return all();
              });
    }

    /**
     * Claims a segment, and ends with the work on it.
     *
     * @param isAhead whether its first page is done meanwhile. It counts for nothing if the claim
     *     fails
     */
    private Flow<Flow<Done>> claimed(SegmentRow row, boolean isAhead) {
      SegmentRow mine = row.claimed(id);
      return Flow.both(
          waiting.swap(row, mine),
          isAhead ? page(mine, 0) : Flow.of(worked(mine, 0)),
          (swapped, work) -> {
            if (swapped) {
              return Flow.of(work);
            }
            open.tooLate();
            return Flow.of(Flow.done());
          });
    }

    private Flow<Done> looked() {
      looker = this;
      return left()
          .then(
              left -> {
                nothingLeft |= left.isEmpty();
                return nothingLeft || !open.isEmpty() ? all() : helped(left);
              });
    }

    /** Takes over what a dead worker holds, or splits what another holds, or waits. */
    private Flow<Done> helped(List<SegmentRow> held) {
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
                    ? splits.of(held).then(split -> split ? all() : waited(0))
                    : worksOn(silent.get(0));
              });
    }

    private Flow<Done> waited(int waits) {
      boolean looks = waits >= WAITS && (looker == null || looker == this);
      return looks || !open.isEmpty() || nothingLeft || stops.getAsBoolean()
          ? all()
          : Flow.ask(Pause.of(Worker.TICK)).then(done -> waited(waits + 1));
    }

    /**
     * @param throttled how often this page was throttled, which is waited for as long as it lasts
     */
    private Flow<Done> worked(SegmentRow mine, int throttled) {
      return Flow.defer(
          () ->
              stops.getAsBoolean()
                  ? waiting
                      .swap(mine, mine.released())
                      .then(
                          swapped -> swapped ? Flow.done() : givenBack(mine).map(held -> Done.DONE))
                  : page(mine, throttled).then(next -> next));
    }

    /** Does a page, and ends with what follows it. */
    private Flow<Flow<Done>> page(SegmentRow mine, int throttled) {
      return Flow.defer(() -> task.page(mine, turn(mine)))
          .map(page -> Flow.defer(() -> passed(mine, page)))
          .recover(
              failure ->
                  Flow.of(
                      Throttles.isThrottleOfAny(failure)
                          ? Retries.pause(throttled, stops)
                              .then(paused -> worked(mine, throttled + 1))
                          : failed(mine, failure)));
    }

    /**
     * Saves a page. While it saves the last one of a segment it claims another, and does the first
     * page of that if the task only reads. If the segment turns out to be longer, since it was
     * split, the lane goes on with it first. A failure of the one waits for the end of the other.
     */
    private Flow<Done> passed(SegmentRow mine, Page page) {
      boolean isLast = page.next() == null && !stops.getAsBoolean();
      SegmentRow other = isLast ? open.pollSure() : null;
      Flow<Flow<Done>> rest =
          saved(mine, page).map(left -> left.isEmpty() ? Flow.done() : worked(left.get(), 0));
      return other == null
          ? rest.then(work -> work)
          : Flow.both(
              rest.recover(failure -> Flow.of(Flow.failed(failure))),
              claimed(other, task.onlyReads()).recover(failure -> Flow.of(Flow.failed(failure))),
              (work, next) ->
                  work.recover(
                          failure ->
                              givenBackAfter(failure, other).then(held -> Flow.failed(failure)))
                      .then(done -> next));
    }

    /**
     * Gives the segment back. If that fails too, others take it over in time. The failure of a page
     * is nothing where another has the segment by now, or the pass is over: what the page needed
     * may have been taken away because of that.
     */
    private Flow<Done> failed(SegmentRow mine, Throwable failure) {
      return givenBackAfter(failure, mine)
          .then(held -> held || failure instanceof Error ? Flow.failed(failure) : Flow.done());
    }

    /**
     * Gives a segment back since something failed; true if the lane had it, or may still have it.
     */
    private Flow<Boolean> givenBackAfter(Throwable failure, SegmentRow mine) {
      return givenBack(mine)
          .recover(
              second -> {
                if (second != failure) {
                  failure.addSuppressed(second);
                }
                return Flow.of(true);
              });
    }

    /**
     * False if the lane has it no more. Looks again if another came between, as who splits it.
     * Waits for no throttle, since the failure is to be told.
     */
    private Flow<Boolean> givenBack(SegmentRow mine) {
      return rows.segment(mine.segment().id())
          .map(now -> now.filter(row -> row.isHeldBy(id)))
          .then(
              held ->
                  held.isEmpty()
                      ? Flow.of(false)
                      : rows.swap(held.get(), held.get().released())
                          .then(given -> given ? Flow.of(true) : givenBack(mine)));
    }

    /**
     * Saves a page, and ends with what is left of the segment. If that was split meanwhile, at a
     * bound that the page has passed, the page is left out and done again within the bound; if
     * another worker has it, nothing follows.
     */
    private Flow<Optional<SegmentRow>> saved(SegmentRow mine, Page page) {
      SegmentRow next = mine.paged(page);
      return waiting
          .swap(mine, next, page.note())
          .then(
              swapped -> {
                if (swapped) {
                  saved = saved.plus(page.tally());
                  return Flow.of(
                      next.state() == State.DONE
                          ? Optional.<SegmentRow>empty()
                          : Optional.of(next));
                }
                return waiting
                    .segment(mine.segment().id())
                    .map(now -> now.filter(row -> row.isHeldBy(id)))
                    .then(
                        now ->
                            now.isPresent() && now.get().has(page, mine, task)
                                ? saved(now.get(), page)
                                : Flow.of(now));
              });
    }
  }
}
