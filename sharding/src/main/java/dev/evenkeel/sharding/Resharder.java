package dev.evenkeel.sharding;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.live.Change;
import dev.evenkeel.sharding.internal.live.LayoutEdits;
import dev.evenkeel.sharding.internal.live.LayoutLease;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LayoutTable;
import dev.evenkeel.sharding.internal.live.LayoutTimes;
import dev.evenkeel.sharding.internal.live.LeaseAttribute;
import dev.evenkeel.sharding.internal.live.LiveCall;
import dev.evenkeel.sharding.internal.live.LiveCall.Scope;
import dev.evenkeel.sharding.internal.live.RowWatch;
import dev.evenkeel.sharding.internal.move.MovePass;
import dev.evenkeel.sharding.internal.move.MoveStart;
import dev.evenkeel.sharding.internal.move.PlaceBytes;
import dev.evenkeel.sharding.internal.move.Settle;
import dev.evenkeel.sharding.internal.shell.LayoutSessions;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Gives items that are there another number of shards, while reads and writes go on: {@link #start}
 * once, {@link #run} until nothing is left, {@link #finish}. Needs a table whose spec says {@code
 * layoutFrom}, calculates shards from the sort key and reads in sorted order.
 *
 * <p>Any number of processes may run at a time, and each may stop at any step. Once a move has
 * started there is no way back but forward: finish it, then move back.
 *
 * <p>While items are moved: each write first moves its items. A read asks the old place and then
 * the new one, consistently; queries and scans read both layouts. A scan may give an item twice.
 * Parallel scans are refused. Streams and indexes see a move as a new and a removed item, in any
 * order.
 *
 * <p>Safe for use by many threads.
 */
public final class Resharder {
  private static final int WIDTH = 16;

  private final ShardingSpec spec;
  private final ShardedTable table;
  private final LayoutSessions sessions;
  private final LayoutEdits edits;
  private final DynamoDbClient client;

  private Resharder(ShardingSpec spec, DynamoDbClient client) {
    LayoutStore store = LayoutStore.of(spec);
    if (store == null) {
      throw new IllegalArgumentException(
          "The spec of table '%s' has no layout record: say layoutFrom(store)"
              .formatted(spec.tableName()));
    }
    LayoutGuard.requireIn(client::serviceClientConfiguration);
    this.spec = spec;
    this.table = new ShardedTable(spec);
    this.sessions = store.sessions();
    this.client = client;
    LayoutTimes times = sessions.times();
    this.edits =
        new LayoutEdits(
            spec.tableName(),
            new LayoutTable(store.table(), table.name()),
            times,
            LayoutRecord.first(times.with(table.layoutId())),
            new RowWatch(times, System::nanoTime),
            sessions.clock());
  }

  /**
   * The resharder of a table.
   *
   * @param spec says {@code layoutFrom}
   * @param guarded a client that shows the table as it is stored, with a {@link LayoutGuard}
   */
  public static Resharder of(ShardingSpec spec, DynamoDbClient guarded) {
    return new Resharder(spec, guarded);
  }

  /**
   * Begins to move the items of one logical key. First reads them all. Once a key has had shards,
   * no other key that reads like one of them can be used. Waits until every client knows of it: as
   * long as a lease and a late request together where the table is not {@linkplain
   * LayoutEditor#ready ready}, 20 minutes and 20 seconds by default; then writes of the key are
   * held back for about a second, 8 at most.
   *
   * @param logicalKey as callers know it
   * @param shards of all its items then, 1..1024; 1 is plain
   * @throws IllegalArgumentException if items of such a table cannot be moved
   * @throws dev.evenkeel.core.RefusedOperationException if the key is plain, or would be, and reads
   *     like a shard of another
   * @throws LayoutChangeException if the places to move to hold items, an item would not fit there,
   *     a client does not answer in time, or another change is under way
   */
  public void start(AttributeValue logicalKey, int shards) {
    start(MoveStart.of(spec, logicalKey, shards));
  }

  /**
   * Begins to move all items but those of keys that have a rule in the spec or pieces of their own.
   * As {@link #start(AttributeValue, int)}, with the writes of all keys held back.
   *
   * <p>Reads all items of the table twice. In between it announces the move, and waits for a lease
   * and a late request in any case: from then on clients refuse keys that read like a place to
   * come. If one is used all the same, or an item cannot be moved, the move is given up. A move
   * that is announced is given up by {@link LayoutEditor#abort}, too, and goes on when this is
   * called again.
   *
   * @param shards of all these items then, 1..1024; 1 is plain
   * @throws IllegalArgumentException if items of such a table cannot be moved
   * @throws LayoutChangeException as above
   */
  public void start(int shards) {
    start(MoveStart.of(spec, null, shards));
  }

  private void start(MoveStart move) {
    LayoutRecord now = run(edits.read());
    if (now.state() != LayoutRecord.State.MOVING && !now.isChecked(move.change(now))) {
      requireMovable(move, now);
      announce(move);
    }
    run(edits.moveBegun(move::change, move::requirePossible, move::bound));
  }

  /** Has everybody keep off keys that read like a place to come, and looks whether one is used. */
  private void announce(MoveStart move) {
    if (move.key() != null) {
      return; // a pause is long enough to look at the places of one key
    }
    LayoutRecord announced = run(edits.moveAnnounced(move::change, move::requirePossible));
    if (announced.drained()) {
      return; // by another process
    }
    try {
      requireMovable(move, announced);
    } catch (LayoutChangeException e) {
      run(edits.givenUp(announced));
      throw e;
    }
    run(edits.checked(announced));
  }

  /** Reads all items that will move, so that none is met that cannot be. */
  private void requireMovable(MoveStart move, LayoutRecord now) {
    TableLayout from = now.layout(move.change(now));
    MovePass pass = MovePass.of(table, from, from.moved(move.key(), move.shards()), move.key());
    PlaceBytes bytes = new PlaceBytes();
    long unfit = counted(pass, page -> pass.unfit(page, bytes));
    if (unfit > 0) {
      throw new LayoutChangeException(
          Reason.ITEMS_UNFIT,
          spec.tableName(),
          "%d items cannot be moved: with a longer key they would be larger than 400 KB, their key would be longer than 2,048 bytes, it reads like a shard of another key, or they are where neither layout looks for them. Mend or delete them first."
              .formatted(unfit));
    }
    move.requireRoom(bytes);
  }

  private long counted(MovePass pass, ToLongFunction<MovePass.Page> counted) {
    long all = 0;
    for (AttributeValue place : placesOf(pass)) {
      MovePass.Page page = null;
      do {
        page = run(pass.page(place, page == null ? null : page.next()));
        all += counted.applyAsLong(page);
      } while (page.next() != null);
    }
    return all;
  }

  /**
   * Moves all items that are at their old place. Costs a read of all items of the old layout, for
   * all keys of the whole table, and for each item that moves 5 write units for each KB begun, of
   * which 3 at its old place.
   *
   * @return how many items it has moved
   * @throws LayoutChangeException if no move is under way
   */
  public long run() {
    MovePass pass = pass(moving());
    return counted(
        pass,
        page -> {
          List<Map<String, AttributeValue>> items = pass.unmoved(page);
          move(pass, items);
          return items.size();
        });
  }

  /**
   * Counts the items at their old place, and moves none. Reads what {@link #run} reads.
   *
   * @throws LayoutChangeException if no move is under way
   */
  public long left() {
    return left(pass(moving()));
  }

  private long left(MovePass pass) {
    return counted(pass, page -> pass.unmoved(page).size());
  }

  /**
   * Ends the move, once a pass over all old places has found nothing left: clients act on the new
   * layout alone from then on. Reads what {@link #run} reads.
   *
   * @throws LayoutChangeException if items are left, with their number, or no move is under way
   */
  public void finish() {
    LayoutRecord moving = moving();
    long left = left(pass(moving));
    if (left > 0) {
      throw new LayoutChangeException(
          Reason.ITEMS_LEFT,
          spec.tableName(),
          "%d items are at their old places. Move them first.".formatted(left));
    }
    run(edits.moved(moving));
  }

  private LayoutRecord moving() {
    LayoutRecord now = run(edits.read());
    if (now.state() != LayoutRecord.State.MOVING) {
      throw new LayoutChangeException(
          Reason.NOT_MOVING, spec.tableName(), "No items are being moved. Start a move first.");
    }
    return now;
  }

  private MovePass pass(LayoutRecord moving) {
    Change change = Objects.requireNonNull(moving.change());
    return MovePass.of(
        table, moving.layout(), Objects.requireNonNull(moving.target()), change.key());
  }

  private static List<@Nullable AttributeValue> placesOf(MovePass pass) {
    List<@Nullable AttributeValue> places = new ArrayList<>(pass.places());
    if (pass.key() == null) {
      places.add(null);
    }
    return places;
  }

  private void move(MovePass pass, List<Map<String, AttributeValue>> items) {
    if (items.isEmpty()) {
      return;
    }
    Scope scope =
        new Scope(table.name(), sessions.of(table.name(), table.layoutId()), Set::of, false);
    LiveCall call = new LiveCall(List.of(scope), true, sessions.clock());
    run(call.run(lease -> moved(pass, items, lease)));
  }

  private Flow<Done> moved(
      MovePass pass, List<Map<String, AttributeValue>> items, LayoutLease lease) {
    if (lease.views().get(0).state() != LayoutRecord.State.MOVING) {
      return Flow.failed(
          new LayoutChangeException(
              Reason.NOT_MOVING, spec.tableName(), "Another process has ended the move."));
    }
    AwsRequestOverrideConfiguration leased =
        AwsRequestOverrideConfiguration.builder()
            .putExecutionAttribute(LeaseAttribute.LEASE, lease)
            .build();
    Settle settle =
        new Settle(
            new Call("Move", spec.tableName()), pass.from(), pass.to(), leased, sessions::token);
    return Flow.awaitAll(items.stream().map(item -> pass.moved(settle, item)).toList(), WIDTH)
        .map(done -> Done.DONE);
  }

  private <R> R run(Flow<R> flow) {
    Sender<Object> data = Sender.sync(client, Sender.nothingElse());
    return SyncRunner.create().run(flow, sessions.beside(data), Deadline.NONE);
  }
}
