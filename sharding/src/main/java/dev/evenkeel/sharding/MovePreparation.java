package dev.evenkeel.sharding;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.core.operation.LayerRules.Periods;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.MoveEdits;
import dev.evenkeel.sharding.internal.move.MoveCost;
import dev.evenkeel.sharding.internal.move.MoveLook;
import dev.evenkeel.sharding.internal.move.MoveRuns;
import dev.evenkeel.sharding.internal.move.MoveStart;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Checks, announces and begins a move; no item is moved yet. */
final class MovePreparation {
  private final ShardingSpec spec;
  private final DynamoDbClient client;
  private final LayoutStore store;
  private final MoveRuns runs;
  private final MoveLook look;
  private final ClientThreads threads;

  MovePreparation(
      ShardingSpec spec,
      DynamoDbClient client,
      LayoutStore store,
      MoveRuns runs,
      ClientThreads threads) {
    this.spec = spec;
    this.client = client;
    this.store = store;
    this.runs = runs;
    this.look = new MoveLook(runs);
    this.threads = threads;
  }

  /** What a start and the rest of the move would do; changes nothing. */
  MovePlan plan(MoveStart move, MovePace pace) {
    verify(move); // first: queries by keys that the table does not have fail
    run(of(move).possible());
    LayoutRecord now = run(runs.edits().read());
    run(move.requireItems(now));
    MoveCost cost = run(look.cost(move, now, pace));
    boolean isReady = move.key() != null || now.isChecked(move.change(now));
    boolean waits = !isReady || !run(runs.edits().isDrained(now));
    return MovePlan.of(
        move,
        cost,
        look.readUnits(move, now, pace, cost),
        waits ? store.sessions().times().drained() : Duration.ZERO,
        pace.rate(look.places(move, now), true));
  }

  /** Checks the move, announces it if it is one of all keys, and begins it. */
  void start(MoveStart move, MovePace pace) {
    MovePace whole = pace.until(() -> false);
    LayoutRecord now = run(runs.read());
    boolean isChecked =
        now.isChecked(move.change(now)) && run(runs.edits().isDrained(now)) && !move.isIntoSeries();
    if (now.state() != LayoutRecord.State.MOVING && !isChecked) {
      verify(move);
      LayoutClient.warnOfThoseBehind(spec.tableName(), run(runs.edits().rows()));
      run(of(move).possible());
      run(move.requireItems(now));
      if (now.state() != LayoutRecord.State.ANNOUNCED) {
        run(look.looked(move, now, whole)); // an announced move is looked at when all know of it
      }
      announce(move, now, whole);
    }
    run(
        of(move)
            .begun(
                now,
                change ->
                    move.bound(change).then(from -> look.kept(move, change).map(kept -> from))));
  }

  private MoveEdits of(MoveStart move) {
    return runs.edits().moving(move::change, move::requirePossible);
  }

  private void verify(MoveStart move) {
    LayoutRecord now = run(runs.read());
    move.requireSuffixes(move.change(now));
    verifyPresent(now);
    OtherTable other = move.other();
    Periods periods = other == null ? null : OtherTable.periodsOf(other.name(), runs.below());
    if (periods != null) {
      requireKey(periods.key(), move);
    } else if (other != null) {
      in(other, move.shards()).verifyAgainst(client);
    }
  }

  /** The tables of a time series are made by the template of its spec. */
  private void requireKey(KeySchema key, MoveStart move) {
    KeySchema stored = new ShardedTable(spec).storedKey(move.shards() == 1);
    if (!key.equals(stored)) {
      throw new SpecMismatchException(
          Objects.requireNonNull(move.other()).name(),
          List.of("its template has the key %s, and items have %s there".formatted(key, stored)));
    }
  }

  private void verifyPresent(LayoutRecord now) {
    OtherTable other = now.base().table();
    if (other == null) {
      spec.verifyAgainst(client);
    } else if (other.periods() == null) {
      in(other, now.base().shards()).verifyAgainst(client);
    } else {
      throw new LayoutChangeException(
          Reason.ELSEWHERE,
          spec.tableName(),
          "Its items were moved to the time series '%s', and none are moved from there. Have clients name the series."
              .formatted(other.name()));
    }
  }

  private ShardingSpec in(OtherTable table, int shards) {
    return spec.forTable(table.name()).toBuilder().shards(shards).build();
  }

  /** Has everybody keep off keys that read like a place to come, and looks whether one is used. */
  private void announce(MoveStart move, LayoutRecord known, MovePace pace) {
    if (move.key() != null) {
      return; // a pause is long enough to look at the places of one key
    }
    LayoutRecord announced = run(of(move).announced(known));
    if (announced.drained() && !move.isIntoSeries()) {
      return; // by another process; tables of a series may be gone since
    }
    try {
      run(look.looked(move, announced, pace));
    } catch (LayoutChangeException e) {
      if (e.reason() != Reason.OVERTAKEN) { // or whoever looks goes on
        run(runs.edits().givenUp(announced));
      }
      throw e;
    }
    run(runs.edits().checked(announced));
  }

  private <R> R run(Flow<R> flow) {
    return store.run(flow, client, threads);
  }
}
