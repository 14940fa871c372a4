package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.internal.work.SegmentTask;
import dev.evenkeel.core.internal.work.Tally;
import dev.evenkeel.core.item.ItemSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * A pass over the items that are moved.
 *
 * @param mover moves an item that was read at its old place
 * @param bytes gets those that items will have at their new places, of a look before the move. A
 *     page that is done twice counts twice
 */
public record MoveTask(
    MovePass pass,
    Work work,
    Function<Map<String, AttributeValue>, Flow<Done>> mover,
    PlaceBytes bytes)
    implements SegmentTask {
  private static final int WIDTH = 16;
  private static final double UNIT_BYTES = 1024;

  /** Write units that moving an item costs for each KB begun: see {@link Settle}. */
  public static final int MOVE_UNITS = 5;

  /** What it is for. */
  public enum Work {
    /** Looks before the move for items that cannot be moved, and counts all. */
    LOOK,
    /** Moves items. */
    MOVE,
    /** Sees whether every item is at its place after the move, and counts all. */
    VERIFY
  }

  /** Looks at items before a move. */
  static MoveTask looking(MovePass pass, PlaceBytes bytes) {
    return new MoveTask(pass, Work.LOOK, item -> Flow.done(), bytes);
  }

  /** Moves items. */
  public static MoveTask moving(MovePass pass, Mover mover) {
    return new MoveTask(pass, Work.MOVE, mover, PlaceBytes.NONE);
  }

  /** Sees where items are after a move. */
  public static MoveTask verifying(MovePass pass) {
    return new MoveTask(pass, Work.VERIFY, item -> Flow.done(), PlaceBytes.NONE);
  }

  @Override
  public List<Segment> cut(int segments) {
    return pass.cut(work == Work.VERIFY, segments);
  }

  @Override
  public Flow<Optional<Segment.Bound>> middle(
      Segment.Place segment, @Nullable Map<String, AttributeValue> after) {
    return pass.reads().middle(segment, after);
  }

  @Override
  public Flow<Page> page(Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn) {
    DynamoDbRequest request = pass.reads().page(segment, after, turn.limit());
    return request instanceof QueryRequest query
        ? turn.pace()
            .paced(TableCall.query(query))
            .then(page -> done(page.items(), page.lastEvaluatedKey(), turn.pace()))
        : turn.pace()
            .paced(TableCall.scan((ScanRequest) request))
            .then(page -> done(page.items(), page.lastEvaluatedKey(), turn.pace()));
  }

  private Flow<Page> done(
      List<Map<String, AttributeValue>> items, Map<String, AttributeValue> last, PacedFlows pace) {
    Map<String, AttributeValue> next = last.isEmpty() ? null : last;
    return work == Work.MOVE
        ? moved(items, pace).map(tally -> new Page(next, tally))
        : Flow.of(new Page(next, seen(items)));
  }

  private Tally seen(List<Map<String, AttributeValue>> items) {
    ItemHash hash = new ItemHash();
    Tally all = Tally.NONE;
    for (Map<String, AttributeValue> item : items) {
      boolean isLeft = work == Work.VERIFY && pass.isLeft(item);
      boolean isUnfit = work == Work.VERIFY ? pass.isStray(item) : pass.isUnfit(item, bytes);
      all =
          all.plus(
              new Tally(
                  1,
                  ItemSize.bytes(item),
                  0,
                  isLeft ? 1 : 0,
                  isUnfit ? 1 : 0,
                  hash.of(pass.logical(item))));
    }
    return all;
  }

  private Flow<Tally> moved(List<Map<String, AttributeValue>> items, PacedFlows pace) {
    List<Map<String, AttributeValue>> left = items.stream().filter(pass::isLeft).toList();
    long bytes = items.stream().mapToLong(ItemSize::bytes).sum();
    List<Flow<Done>> moves =
        left.stream().map(item -> pace.whole(() -> mover.apply(item), units(item))).toList();
    Tally tally = new Tally(items.size(), bytes, left.size(), 0, 0, Tally.NONE.digest());
    return Flow.awaitAll(moves, WIDTH).map(done -> tally);
  }

  /** Write units that moving an item costs. */
  public static double units(Map<String, AttributeValue> item) {
    return MOVE_UNITS * Math.ceil(ItemSize.bytes(item) / UNIT_BYTES);
  }
}
