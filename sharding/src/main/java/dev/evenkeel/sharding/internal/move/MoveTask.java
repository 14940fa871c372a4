package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.internal.work.SegmentTask;
import dev.evenkeel.core.internal.work.Tally;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.sharding.internal.move.MovePass.Read;
import dev.evenkeel.sharding.internal.move.MovePass.Where;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * A pass over the items that are moved.
 *
 * @param mover moves an item that was read at its old place; false if that one cannot be moved, and
 *     the others are
 * @param look at items before the move; null in and after it
 */
public record MoveTask(
    MovePass pass,
    Phase phase,
    Function<Map<String, AttributeValue>, Flow<Boolean>> mover,
    @Nullable ItemLook look)
    implements SegmentTask {
  private static final int WIDTH = 16;

  /** Of a page that moves nothing: repeating it costs reads alone, and saving one costs a write. */
  private static final int READS_MAX = 8;

  /** Write units that moving an item costs for each KB begun: see {@link ItemMover}. */
  public static final int MOVE_UNITS = 5;

  /** Before, in or after the move. */
  public enum Phase {
    /** Looks before the move for items that cannot be moved, and counts all. */
    LOOK,
    /** Moves items. */
    MOVE,
    /** Sees whether every item is at its place after the move, and counts all. */
    VERIFY
  }

  /** Looks at items before a move. */
  static MoveTask looking(ItemLook look) {
    return new MoveTask(look.pass(), Phase.LOOK, item -> Flow.of(false), look);
  }

  /** Moves items; {@code unmovable} gets what stands against moving one. */
  public static MoveTask moving(MovePass pass, Mover mover, Unmovable unmovable) {
    return new MoveTask(pass, Phase.MOVE, item -> unmovable.noted(mover.apply(item)), null);
  }

  /** Sees where items are after a move. */
  public static MoveTask verifying(MovePass pass) {
    return new MoveTask(pass, Phase.VERIFY, item -> Flow.of(false), null);
  }

  @Override
  public List<Segment> cut(int segments) {
    return pass.cut(phase == Phase.VERIFY, segments);
  }

  @Override
  public Flow<Optional<Segment.Bound>> middle(
      Segment.KeyRange segment, @Nullable Map<String, AttributeValue> after) {
    return pass.reads(segment).middle(segment, after);
  }

  @Override
  public boolean isWithin(Segment.KeyRange segment, Map<String, AttributeValue> next) {
    return pass.reads(segment).isWithin(segment, next);
  }

  @Override
  public boolean onlyReads() {
    return phase == Phase.VERIFY;
  }

  @Override
  public Flow<Page> page(Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn) {
    return phase == Phase.VERIFY && turn.limit() == null
        ? more(segment, new Page(after, Tally.NONE), turn, READS_MAX)
        : read(segment, after, turn);
  }

  /** A page and so many reads more, until it has a rate. A throttled one is the next page's. */
  private Flow<Page> more(Segment segment, Page page, Turn turn, int reads) {
    return read(segment, page.next(), turn)
        .map(read -> new Page(read.next(), page.tally().plus(read.tally())))
        .then(
            all ->
                all.next() == null
                        || reads == 1
                        || turn.limit() != null
                        || turn.stops().getAsBoolean()
                    ? Flow.of(all)
                    : more(segment, all, turn, reads - 1)
                        .recover(
                            Throttles::isThrottle,
                            failure -> Retries.pause(0, turn.stops()).map(paused -> all)));
  }

  private Flow<Page> read(Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn) {
    DynamoDbRequest request = pass.reads(segment).page(segment, after, turn.limit());
    boolean isAfter = MovePass.isAfter(segment);
    return request instanceof QueryRequest query
        ? turn.pace()
            .paced(TableCall.query(query))
            .then(page -> done(page.items(), page.lastEvaluatedKey(), isAfter, turn))
        : turn.pace()
            .paced(TableCall.scan((ScanRequest) request))
            .then(page -> done(page.items(), page.lastEvaluatedKey(), isAfter, turn));
  }

  private Flow<Page> done(
      List<Map<String, AttributeValue>> items,
      Map<String, AttributeValue> last,
      boolean isAfter,
      Turn turn) {
    Map<String, AttributeValue> next = last.isEmpty() ? null : last;
    if (phase == Phase.MOVE) {
      return moved(items, next, turn);
    }
    Flow<Long> unfit = look == null ? Flow.of(0L) : look.unfit(items, turn.pace());
    return unfit.map(count -> new Page(next, seen(items, isAfter, count)));
  }

  /**
   * @param before items that cannot be moved, of a look before the move
   */
  private Tally seen(List<Map<String, AttributeValue>> items, boolean isAfter, long before) {
    ItemHash hash = new ItemHash();
    long read = 0;
    long left = 0;
    long unfit = before;
    for (Map<String, AttributeValue> item : items) {
      Read one = pass.read(item, isAfter);
      Where where = phase == Phase.VERIFY ? pass.where(one) : Where.RIGHT;
      read += ItemSize.bytes(item);
      left += where == Where.LEFT ? 1 : 0;
      unfit += where == Where.STRAY ? 1 : 0;
      hash.add(one.logical());
    }
    return new Tally(items.size(), read, 0, left, unfit, hash.sum());
  }

  /** What has become of an item of a page. */
  private enum Outcome {
    STAYED,
    MOVED,
    UNFIT,
    /** It waited for its turn when the worker was to stop. */
    WAITED
  }

  /**
   * Of a page that is throttled in its middle, what was moved is found at its new place when it is
   * done again, and is counted by no worker as moved. A worker that is to stop ends the page before
   * the first item that still waits. So the first of all is moved alone: while it waits there is no
   * key after which to go on, and the page fails.
   */
  private Flow<Page> moved(
      List<Map<String, AttributeValue>> items,
      @Nullable Map<String, AttributeValue> next,
      Turn turn) {
    if (items.isEmpty()) {
      return Flow.of(new Page(next, Tally.NONE));
    }
    List<Flow<Outcome>> others =
        items.stream().skip(1).map(item -> outcomeUnlessStopped(item, turn)).toList();
    return outcome(items.get(0), turn.pace())
        .then(
            first ->
                Flow.awaitAll(others, WIDTH)
                    .map(rest -> Stream.concat(Stream.of(first), rest.stream()).toList()))
        .map(all -> page(items, all, next));
  }

  private Flow<Outcome> outcomeUnlessStopped(Map<String, AttributeValue> item, Turn turn) {
    return outcome(item, turn.pace())
        .recover(
            failure -> Throttles.isThrottle(failure) && turn.stops().getAsBoolean(),
            failure -> Flow.of(Outcome.WAITED));
  }

  private Flow<Outcome> outcome(Map<String, AttributeValue> item, PacedFlows pace) {
    return pass.isLeft(item)
        ? pace.whole(() -> mover.apply(item), units(item))
            .map(isMoved -> isMoved ? Outcome.MOVED : Outcome.UNFIT)
        : Flow.of(Outcome.STAYED);
  }

  /** What was moved beyond the end of the page counts: nobody finds it there any more. */
  private Page page(
      List<Map<String, AttributeValue>> items,
      List<Outcome> all,
      @Nullable Map<String, AttributeValue> next) {
    int waits = all.indexOf(Outcome.WAITED);
    int end = waits < 0 ? all.size() : waits;
    Tally tally = Tally.NONE;
    for (int i = 0; i < all.size(); i++) {
      long moved = all.get(i) == Outcome.MOVED ? 1 : 0;
      if (i < end || moved == 1) {
        long unfit = all.get(i) == Outcome.UNFIT ? 1 : 0;
        long bytes = ItemSize.bytes(items.get(i));
        tally = tally.plus(new Tally(1, bytes, moved, 0, unfit, Tally.NONE.digest()));
      }
    }
    return new Page(waits < 0 ? next : pass.from().keyOf(items.get(end - 1)), tally);
  }

  /** Write units that moving an item costs. */
  public static double units(Map<String, AttributeValue> item) {
    return MOVE_UNITS * Math.ceil((double) ItemSize.bytes(item) / WriteCapacity.BLOCK_BYTES);
  }
}
