package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.internal.move.MovePass;
import dev.evenkeel.sharding.internal.move.Settle;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner;
import dev.evenkeel.sharding.internal.query.ReadAheads;
import dev.evenkeel.sharding.internal.query.UnshardedItems;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What is done with {@link MovedTable}: by callers through the planner, and by who moves it. */
final class ModelMove {
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
            .withLayouts(Map.of("items", new OneSession(session, nanos)));
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
    return requireNonNull(planner.plan(MovedTable.asked(kind, whole)))
        .flow()
        .map(MovedTable::value);
  }

  /** Moves what is at its old place, as {@code Resharder.run} does. */
  Flow<Integer> moved() {
    return ModelStore.TABLE
        .read(ModelStore.FIRST)
        .then(
            now -> {
              if (now.state() != State.MOVING) {
                return Flow.of(0);
              }
              MovePass pass = MovedTable.pass(now);
              return moved(pass, MovedTable.places(pass));
            });
  }

  private Flow<Integer> moved(MovePass pass, List<AttributeValue> places) {
    return places.isEmpty()
        ? Flow.of(0)
        : pass.page(places.get(0), null)
            .then(
                page -> {
                  List<Map<String, AttributeValue>> items = pass.unmoved(page);
                  return items.isEmpty() ? Flow.done() : leased(pass, items);
                })
            .then(done -> moved(pass, places.subList(1, places.size())));
  }

  private Flow<Done> leased(MovePass pass, List<Map<String, AttributeValue>> items) {
    LiveCall.Scope scope = new LiveCall.Scope("items", session, Set::of, false);
    return new LiveCall(List.of(scope), true, nanos).run(lease -> settled(pass, items, lease));
  }

  private static Flow<Done> settled(
      MovePass pass, List<Map<String, AttributeValue>> items, LayoutLease lease) {
    if (lease.views().get(0).state() != State.MOVING) {
      return Flow.done();
    }
    AwsRequestOverrideConfiguration leased =
        AwsRequestOverrideConfiguration.builder()
            .putExecutionAttribute(LeaseAttribute.LEASE, lease)
            .build();
    Settle settle =
        new Settle(new Call("Move", "items"), pass.from(), pass.to(), leased, () -> "token");
    return Flow.awaitAll(items.stream().map(item -> pass.moved(settle, item)).toList())
        .map(done -> Done.DONE);
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
              return isEmpty(pass, looks ? MovedTable.places(pass) : List.of())
                  .then(empty -> empty ? ModelStore.TABLE.swap(now, now.moved()) : Flow.of(false));
            });
  }

  private static Flow<Boolean> isEmpty(MovePass pass, List<AttributeValue> places) {
    return places.isEmpty()
        ? Flow.of(true)
        : pass.page(places.get(0), null)
            .then(
                page ->
                    pass.unmoved(page).isEmpty()
                        ? isEmpty(pass, places.subList(1, places.size()))
                        : Flow.of(false));
  }
}
