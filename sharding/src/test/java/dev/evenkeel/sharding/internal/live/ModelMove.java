package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.internal.work.SegmentTask.Turn;
import dev.evenkeel.core.internal.work.Tally;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.internal.move.MovePass;
import dev.evenkeel.sharding.internal.move.MoveTask;
import dev.evenkeel.sharding.internal.move.Mover;
import dev.evenkeel.sharding.internal.move.Unmovable;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner;
import dev.evenkeel.sharding.internal.query.ReadAheads;
import dev.evenkeel.sharding.internal.query.UnshardedItems;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** What is done with {@link MovedTable}: by callers through the planner, and by who moves it. */
final class ModelMove {
  /** What no item ever has. */
  private static final int NO_VALUE = 14;

  private final LayoutSession session;
  private final LongSupplier nanos;
  private final boolean whole;
  private final ShardingPlanner planner;

  ModelMove(LayoutSession session, LongSupplier nanos, boolean whole) {
    this.session = session;
    this.nanos = nanos;
    this.whole = whole;
    this.planner =
        new ShardingPlanner(
                List.of(MovedTable.SPEC),
                List.of(),
                List.of(),
                new TableScope(null, null),
                ReadAheads.NONE,
                UnshardedItems.NONE)
            .withLayouts(Map.of("items", new OneSession(session, nanos)), List.of());
  }

  private record OneSession(LayoutSession session, LongSupplier clock) implements Layouts {
    @Override
    public LayoutSession of(String table, String spec) {
      return session;
    }

    @Override
    public String token() {
      return "token";
    }
  }

  /** A caller's call; ends with the value that was read. */
  Flow<Integer> called(Script.Kind kind) {
    return switch (kind) {
      case PAGES -> paged();
      case SCAN -> scanned(null, 0);
      default -> one(kind);
    };
  }

  /**
   * Goes through all pages of a scan. An item that moves meanwhile may come twice: the later one
   * counts.
   *
   * @param found before this page; 0 for nothing
   */
  private Flow<Integer> scanned(@Nullable Map<String, AttributeValue> after, int found) {
    return planned(MovedTable.scan(after))
        .then(
            answer -> {
              ScanResponse page = (ScanResponse) answer;
              int now = page.items().isEmpty() ? found : MovedTable.value(page);
              return page.hasLastEvaluatedKey()
                  ? scanned(page.lastEvaluatedKey(), now)
                  : Flow.of(now);
            });
  }

  /** Pages of one item at most, each planned by the record of its time: only the first has it. */
  private Flow<Integer> paged() {
    return page(null)
        .then(
            first ->
                first.hasLastEvaluatedKey()
                    ? page(first.lastEvaluatedKey())
                        .map(rest -> rest.items().isEmpty() ? MovedTable.value(first) : NO_VALUE)
                    : Flow.of(MovedTable.value(first)));
  }

  private Flow<QueryResponse> page(@Nullable Map<String, AttributeValue> after) {
    return planned(MovedTable.page(whole, after)).map(answer -> (QueryResponse) answer);
  }

  private Flow<Integer> one(Script.Kind kind) {
    return planned(MovedTable.asked(kind, whole)).map(MovedTable::value);
  }

  Flow<Object> planned(DynamoDbRequest request) {
    return requireNonNull(planner.plan(request)).flow().map(answer -> answer);
  }

  /** Moves what is at its old place, as {@code Resharder.run} does. */
  Flow<Integer> moved() {
    return ModelStore.TABLE
        .read(ModelStore.FIRST)
        .then(now -> now.state() == State.MOVING ? moved(now) : Flow.of(0));
  }

  /** Moves what is at its old place by a record. */
  Flow<Integer> moved(LayoutRecord moving) {
    MovePass pass = MovedTable.pass(moving);
    Unmovable unmovable = new Unmovable("model");
    return paged(MoveTask.moving(pass, mover(moving), unmovable))
        .then(
            tally ->
                tally.unfit() == 0
                    ? Flow.of(0)
                    : Flow.<Integer>failed(unmovable.failure(tally.unfit())))
        .recover(ModelMove::ended);
  }

  /** Moves what was read by a record, which may be another by now. */
  Flow<Integer> moved(LayoutRecord moving, Collection<Map<String, AttributeValue>> read) {
    List<Flow<Done>> moves = read.stream().map(mover(moving)).toList();
    return Flow.awaitAll(moves).map(done -> 0).recover(ModelMove::ended);
  }

  private Mover mover(LayoutRecord moving) {
    return new Mover(MovedTable.pass(moving), moving.version(), session, nanos, () -> "token");
  }

  private static Flow<Integer> ended(Throwable failure) {
    return failure instanceof LayoutChangeException change && change.reason() == Reason.NOT_MOVING
        ? Flow.of(0)
        : Flow.failed(failure);
  }

  /** All pages of a pass; each place has one. */
  private static Flow<Tally> paged(MoveTask task) {
    Turn turn = new Turn(new PacedFlows(CapacityPace.unlimited(), () -> 0), Integer.MAX_VALUE);
    Flow<Tally> all = Flow.of(Tally.NONE);
    for (Segment place : Segment.partitions(MovedTable.places(task.pass()))) {
      all = all.then(sum -> task.page(place, null, turn).map(page -> sum.plus(page.tally())));
    }
    return all;
  }

  /** Ends the move if nothing is left, as {@code Resharder.finish} does. */
  static Flow<Boolean> finished(boolean looks) {
    return ModelStore.TABLE
        .read(ModelStore.FIRST)
        .then(
            now -> {
              if (now.state() != State.MOVING) {
                return Flow.of(false);
              }
              MovePass pass = MovedTable.pass(now);
              return (looks ? paged(MoveTask.verifying(pass)) : Flow.of(Tally.NONE))
                  .then(
                      tally ->
                          tally.left() == 0
                              ? ModelStore.TABLE.swap(now, now.moved(ModelStore.TABLE.table()))
                              : Flow.of(false));
            });
  }
}
