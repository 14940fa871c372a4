package dev.evenkeel.sharding;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.live.Registration;
import dev.evenkeel.sharding.internal.move.MoveRuns;
import dev.evenkeel.sharding.internal.move.MoveStart;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Gives items that are there another number of shards, while reads and writes go on: {@link #start}
 * once, {@link #run} until nothing is left, {@link #verify}, {@link #finish}. Needs a table whose
 * spec says {@code layoutFrom}, calculates shards from the sort key and reads in sorted order.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#resharder -->
 *
 * <pre>{@code
 * ShardingSpec hits =
 *     ShardingSpec.builder("hits")
 *         .partitionKey("day")
 *         .sortKey("at")
 *         .shards(1)
 *         .layoutFrom(layouts)
 *         .build();
 * Resharder resharder = Resharder.of(hits, plain);
 * resharder.start(TODAY, 8); // once
 * resharder.run(); // in any number of processes
 * resharder.verify();
 * resharder.finish();
 * }</pre>
 *
 * <p>Any number of processes may run at a time, and each may stop at any step: how far they are is
 * in the control table, page by page, and the next goes on from there. Once a move has started
 * there is no way back but forward: finish it, then move back.
 *
 * <p>While items are moved: each write first moves its items. A read asks the old place and then
 * the new one, consistently; queries and scans read both layouts. A scan may give an item twice.
 * Parallel scans are refused. Streams and indexes see a move as a new and a removed item, in any
 * order.
 *
 * <p>Where there is no control table all calls fail with a {@link
 * dev.evenkeel.sharding.spec.LayoutUnknownException}. Safe for use by many threads.
 */
public final class Resharder {
  private final ShardingSpec spec;
  private final LayoutStore store;
  private final MoveRuns runs;
  private final MovePreparation preparation;
  private final DynamoDbClient client;
  private final ClientThreads threads;

  private Resharder(ShardingSpec spec, DynamoDbClient client, ClientThreads threads) {
    this.spec = spec;
    this.store = LayoutStore.required(spec.tableName(), spec.layoutSource());
    LayoutGuard.requireIn(client::serviceClientConfiguration);
    ShardedTable table = new ShardedTable(spec);
    this.client = client;
    this.threads = threads;
    this.runs =
        new MoveRuns(
            table,
            store.edits(table),
            store.sessions(),
            store.table(),
            StackLayer.in(client),
            Registration.process());
    this.preparation = new MovePreparation(spec, client, store, runs, threads);
  }

  /**
   * The resharder of a table.
   *
   * @param spec says {@code layoutFrom}
   * @param guarded a client that shows the table as it is stored, with a {@link LayoutGuard}
   */
  public static Resharder of(ShardingSpec spec, DynamoDbClient guarded) {
    return of(spec, guarded, ClientThreads.shared());
  }

  /**
   * The resharder of a table.
   *
   * @param threads on which requests of a call are sent side by side, and what they are to have of
   *     the context of the thread that calls
   */
  public static Resharder of(ShardingSpec spec, DynamoDbClient guarded, ClientThreads threads) {
    return new Resharder(spec, guarded, threads);
  }

  /**
   * Tells what {@link #start} and what follows would do, and changes nothing. Reads all items of
   * the key at the pace, and an item at most of each place to come; of a whole table only what
   * DynamoDB says of it, and one item.
   *
   * @param logicalKey null for all keys
   * @throws IllegalArgumentException if items of such a table cannot be moved
   * @throws SpecMismatchException if the table has other keys than the spec says
   * @throws dev.evenkeel.core.RefusedOperationException if the key is plain, or would be, and reads
   *     like a shard of another
   * @throws LayoutChangeException if the places to move to hold items, the key would be too long,
   *     there is nothing to move, the table may be written in several Regions, or another change is
   *     under way
   */
  public MovePlan plan(@Nullable AttributeValue logicalKey, int shards, MovePace pace) {
    return preparation.plan(MoveStart.of(spec, logicalKey, shards), pace);
  }

  /**
   * Tells what {@link #startInto} and what follows would do, and changes nothing.
   *
   * @throws IllegalArgumentException if items of such a table cannot be moved
   * @throws SpecMismatchException if one of the tables has other keys than the spec says
   * @throws LayoutChangeException if the other table holds items, or another change is under way
   */
  public MovePlan planInto(String table, int shards, MovePace pace) {
    return preparation.plan(MoveStart.into(spec, OtherTable.of(table, runs.below()), shards), pace);
  }

  /**
   * Begins to move the items of one logical key. First reads them all, at the pace of {@link
   * MovePace#gentle}. Once a key has had shards, no other key that reads like one of them can be
   * used. Waits until every client knows of it: as long as a lease and a late request together
   * where the table is not {@linkplain LayoutEditor#ready ready}, 20 minutes and 20 seconds by
   * default. Then looks until each client has beaten, as {@link LayoutEditor#addPiece} does, and
   * what helps if one has died is the same; then writes of the key are held back for about a
   * second, 8 at most.
   *
   * @param logicalKey as callers know it
   * @param shards of all its items then, 1..1024; 1 is plain
   * @throws IllegalArgumentException if items of such a table cannot be moved
   * @throws SpecMismatchException if the table has other keys than the spec says
   * @throws dev.evenkeel.core.RefusedOperationException if the key is plain, or would be, and reads
   *     like a shard of another
   * @throws LayoutChangeException if the places to move to hold items, an item or the key would not
   *     fit there, there is nothing to move, several Regions may write, a client does not answer in
   *     time, or another change is under way
   */
  public void start(AttributeValue logicalKey, int shards) {
    start(logicalKey, shards, MovePace.gentle());
  }

  /**
   * Begins to move all items but those of keys that have a rule in the spec or pieces of their own.
   * As {@link #start(AttributeValue, int)}, with the writes of all keys held back.
   *
   * <p>Reads all items of the table twice. In between it announces the move, and waits for a lease
   * and a late request in any case: from then on clients refuse keys that read like a place to
   * come. If a client uses one, or an item cannot be moved, the move is given up. A move that is
   * announced is given up by {@link LayoutEditor#abort}, too, and goes on when this is called
   * again.
   *
   * @param shards of all these items then, 1..1024; 1 is plain
   * @throws IllegalArgumentException if items of such a table cannot be moved
   * @throws LayoutChangeException as above
   */
  public void start(int shards) {
    start(null, shards, MovePace.gentle());
  }

  /**
   * Begins a move as the others do, and reads the items at another pace. Does not ask the pace
   * whether to stop: it may be killed and called again, or given up by {@link LayoutEditor#abort}.
   *
   * @param logicalKey null for all keys
   * @throws IllegalArgumentException if items of such a table cannot be moved
   * @throws LayoutChangeException as above
   */
  public void start(@Nullable AttributeValue logicalKey, int shards, MovePace pace) {
    preparation.start(MoveStart.of(spec, logicalKey, shards), pace);
  }

  /**
   * Begins to move all items to another table, which must be there, be empty and have the keys of
   * the spec; but one of type N is of type S there with {@code shards} above 1. It may be a time
   * series, if the client is a time series client of it, or stands over one with no layers between
   * but Evenkeel's own: then each item goes to the table of its time. All those tables have to be
   * there, and the series has to take a write of each item now.
   *
   * <p>As {@link #start(int)}. Clients go on to name the old table, while items move and after it.
   * A request that names both is refused, and while items move so are queries of indexes with
   * another partition key. Descriptions, backups and streams are those of the table that is named.
   *
   * @param table its plain name
   * @param shards of all items then, 1..1024; 1 is plain
   * @throws IllegalArgumentException if items of such a table cannot be moved
   * @throws SpecMismatchException if one of the tables has other keys than the spec says
   * @throws LayoutChangeException as above, and if that table has a layout record of its own, or
   *     the record of another table leads there
   */
  public void startInto(String table, int shards, MovePace pace) {
    preparation.start(MoveStart.into(spec, OtherTable.of(table, runs.below()), shards), pace);
  }

  /**
   * Moves all items that are at their old place, at the pace of {@link MovePace#gentle}.
   *
   * @return how many items it has moved
   * @throws LayoutChangeException if no move is under way
   */
  public long run() {
    return run(MovePace.gentle());
  }

  /**
   * Moves all items that are at their old place, together with all other processes that do, until
   * nothing is left or it is stopped. Goes on inside the segments where others have stopped or
   * died. Costs a read of all items of the old layout, for all keys of the whole table; for each
   * item that moves 5 write units for each KB begun, of which 3 at its old place; and in the
   * control table four write units for each segment, one for each further page of it, and one for
   * each process and 5 seconds, or each quarter of a lease if that is less. Of several processes
   * some claim a segment too late, which costs some units more.
   *
   * @return how many items this process has moved
   * @throws LayoutChangeException if no move is under way
   */
  public long run(MovePace pace) {
    return run(runs.moving().then(moving -> runs.moved(moving, pace)));
  }

  /** Verifies at the pace of {@link MovePace#gentle}. */
  public MoveStatus verify() {
    return verify(MovePace.gentle());
  }

  /**
   * Reads all items, and sees whether each is at its place by the new layout and none at an old
   * one. Items only ever leave their old places, so that this stays true once it is. Counts them,
   * and digests them as callers see them, to compare both with what {@link #start} has found. Any
   * number of processes may do it together. Does nothing if it is proved already. Costs a read of
   * all items. In the control table it costs four write units for each segment, and one for each
   * further eight pages of 1 MB, or each further page if it has a rate; with several processes some
   * more, as {@link #run(MovePace)} does.
   *
   * @return says by {@link MoveStatus#isProved} and {@link MoveStatus#isUnchanged} what it has
   *     found
   * @throws LayoutChangeException if no move is under way
   */
  public MoveStatus verify(MovePace pace) {
    run(runs.moving().then(moving -> runs.verified(moving, pace)));
    return status();
  }

  /** How far a move is. A few reads in the control table, more if there are many segments. */
  public MoveStatus status() {
    return run(runs.edits().read().then(now -> MoveStatus.of(runs, now)));
  }

  /**
   * Counts the items at their old place, and moves none. Reads all items.
   *
   * @throws LayoutChangeException if no move is under way
   */
  public long left() {
    return run(runs.moving().then(runs::left));
  }

  /**
   * Ends the move, once {@link #verify} has proved that all items are at their places: clients act
   * on the new layout alone from then on. Costs a few units in the control table.
   *
   * @throws LayoutChangeException if that is not proved, if items are left, with their number, or
   *     no move is under way
   */
  public void finish() {
    run(runs.moving().then(runs::finished));
  }

  private <R> R run(Flow<R> flow) {
    return store.run(flow, client, threads);
  }
}
