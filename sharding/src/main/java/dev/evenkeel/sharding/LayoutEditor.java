package dev.evenkeel.sharding;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.sharding.internal.counter.CounterTable;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.live.CountRaise;
import dev.evenkeel.sharding.internal.live.LayoutEdits;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.PieceBounds;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutSource;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Shows and changes the layout record of one table. Any number of processes may do so at a time,
 * and each may stop at any step: the record says how far a change is, and the next completes it.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#layout-editor -->
 *
 * <pre>{@code
 * LayoutEditor editor = LayoutEditor.of(hits, plain);
 * editor.ready(); // all clients look layouts up
 * editor.addPiece(TODAY, 16); // for what is still to come
 * editor.settle();
 * }</pre>
 *
 * <p>Safe for use by many threads.
 */
public final class LayoutEditor {
  private final ManagedTable edited;
  private final LayoutStore store;
  private final DynamoDbClient table;
  private final LayoutEdits edits;

  private LayoutEditor(ManagedTable edited, @Nullable LayoutSource source, DynamoDbClient table) {
    LayoutStore found = LayoutStore.of(edited.tableName(), source);
    if (found == null) {
      throw new IllegalArgumentException(
          "The spec of table '%s' has no layout record: say layoutFrom(store)"
              .formatted(edited.tableName()));
    }
    this.edited = edited;
    this.store = found;
    this.table = table;
    this.edits = found.edits(edited);
  }

  /**
   * The editor of a table.
   *
   * @param spec says {@code layoutFrom}
   * @param undecorated a client that shows the table as it is stored
   */
  public static LayoutEditor of(ShardingSpec spec, DynamoDbClient undecorated) {
    return new LayoutEditor(new ShardedTable(spec), spec.layoutSource(), undecorated);
  }

  /**
   * The editor of a table of counters, whose count can be {@linkplain #raise raised}.
   *
   * @param spec says {@code layoutFrom}
   * @param undecorated a client that shows the table as it is stored
   */
  public static LayoutEditor of(CounterSpec spec, DynamoDbClient undecorated) {
    return new LayoutEditor(new CounterTable(spec), spec.layoutSource(), undecorated);
  }

  /**
   * The layout of a table.
   *
   * @param version moves up with each step of a change
   * @param state SETTLED, READY, ANNOUNCED, PAUSED or MOVING
   * @param everybodyRegistered whether a change need not wait for clients that do not know of it
   * @param keys the keys that have pieces of their own; all others are as the spec says
   * @param shards of all others, where they were moved; 0 for as many as the spec says
   * @param raised the shard counts that were raised
   * @param moving the items that are being moved, or will be; null if none are
   * @param reserved how many shards each key has had, which no plain key may read like; 0 for none
   * @param reservedOfKeys the same of single keys
   * @param table that holds the items; null for the one that callers name
   */
  public record Layout(
      long version,
      String state,
      boolean everybodyRegistered,
      Map<AttributeValue, Pieces> keys,
      int shards,
      List<Raised> raised,
      @Nullable Moving moving,
      int reserved,
      Map<AttributeValue, Integer> reservedOfKeys,
      @Nullable String table) {}

  /**
   * Items that are being moved, see {@link Resharder}.
   *
   * @param key the logical key whose items move; null for all keys without rules and pieces of
   *     their own
   * @param shards that they will have
   * @param table that they are moved to; null if they stay in theirs
   */
  public record Moving(@Nullable AttributeValue key, int shards, @Nullable String table) {}

  /**
   * A shard count that was raised.
   *
   * @param of {@code items}, which is the counters in a table of those, or {@code index} and the
   *     name of a sharded index
   * @param counts all that there were, ascending; the first is the spec's
   * @param complete whether writers have the last count, too; readers have it in any case
   */
  public record Raised(String of, List<Integer> counts, boolean complete) {}

  /**
   * A client that has registered for a change.
   *
   * @param where its process
   * @param library its version of Evenkeel
   * @param acknowledged the version of the last pause that it has taken note of; 0 for none
   */
  public record Client(String where, String library, long acknowledged) {}

  /**
   * The effect that {@link #addPiece(AttributeValue, AttributeValue, int)} would have.
   *
   * @param pieces of the key now
   * @param from where the piece to come is to begin; null for right above all items
   * @param shards of the piece to come
   * @param ready how long it waits until every client is registered; zero if they are
   * @param clients that are registered, and will have to take note
   * @param queries on the table, of one item each, half a read unit to one for most
   */
  public record PiecePlan(
      Pieces pieces,
      @Nullable AttributeValue from,
      int shards,
      Duration ready,
      List<Client> clients,
      int queries) {}

  /** The layout now. One consistent read. */
  public Layout show() {
    return RecordLayouts.of(run(edits.read()));
  }

  /** The clients that are registered. A read unit or more for each of 16 keys. */
  public List<Client> clients() {
    return run(edits.rows()).stream()
        .map(row -> new Client(row.host(), row.library(), row.ack()))
        .toList();
  }

  /**
   * Gives a logical key more shards for the items to come: those above the greatest sort key that
   * it has when the change is made. Nothing moves.
   *
   * <p>Waits until every client knows of the change. On a table that is not {@link #ready} that
   * takes as long as a lease and a late request together, 20 minutes and 20 seconds by default;
   * after that the key's writes are held back for about a second, 8 at most. Costs two queries of
   * one item for each new shard and one for each of the last piece, and a few units in the control
   * table. The table is described twice, to see whether it is a global one: before clients have to
   * register, and before writes are held back. That costs no units.
   *
   * @param logicalKey as callers know it
   * @param shards of the items to come, 2..1024
   * @return the pieces of the key now
   * @throws LayoutChangeException if a client is silent, a change under way, or a place not free;
   *     if the table may be written in several Regions
   * @throws dev.evenkeel.core.RefusedOperationException if the key reads like a shard of another
   */
  public Pieces addPiece(AttributeValue logicalKey, int shards) {
    return addPiece(logicalKey, null, shards);
  }

  /**
   * Gives a logical key more shards for its items from a sort key on, by the rules of {@link
   * #addPiece(AttributeValue, int)}. Items between the greatest one and that sort key still go to
   * the piece before.
   *
   * <p>Items that the key has at the sort key or above would not be found any more, so the piece is
   * refused while there are any. They are counted before anything is written, and once more while
   * writes are held back: each time a query for each shard of the last piece, from the sort key on
   * and to its end. It costs half a read unit where there is nothing, and a read unit for each 4 KB
   * of items where there is.
   *
   * @param from at which the piece begins; null for right above the greatest sort key
   * @throws LayoutChangeException if it would hide items, with their number; if the last piece
   *     begins above; and as above
   * @throws IllegalArgumentException if it is no sort key of the table
   */
  public Pieces addPiece(AttributeValue logicalKey, @Nullable AttributeValue from, int shards) {
    PieceBounds bounds = PieceBounds.of(items(), logicalKey, from);
    bounds.requirePieces();
    return run(edits.pieceAdded(bounds, shards));
  }

  /**
   * Tells what {@link #addPiece(AttributeValue, int)} would do and changes nothing. Costs the
   * queries that it makes to see whether the new shards are free, and a DescribeTable.
   *
   * @throws LayoutChangeException if they are not
   */
  public PiecePlan plan(AttributeValue logicalKey, int shards) {
    return plan(logicalKey, null, shards);
  }

  /**
   * Tells what {@link #addPiece(AttributeValue, AttributeValue, int)} would do and changes nothing.
   * Costs the queries that it makes to see whether the new shards are free, and to count the items
   * that the piece would hide.
   *
   * @param from at which the piece begins; null for right above the greatest sort key
   * @throws LayoutChangeException if it cannot be added
   */
  public PiecePlan plan(AttributeValue logicalKey, @Nullable AttributeValue from, int shards) {
    PieceBounds bounds = PieceBounds.of(items(), logicalKey, from);
    bounds.requirePieces();
    LayoutRecord now = run(edits.piecePossible(bounds, shards));
    Pieces pieces = bounds.pieces(now);
    return new PiecePlan(
        pieces,
        bounds.from(),
        shards,
        now.drained() ? Duration.ZERO : store.sessions().times().drained(),
        clients(),
        2 * shards + (from == null ? 1 : 2) * pieces.last().shards());
  }

  private ShardingSpec items() {
    if (edited instanceof ShardedTable sharded) {
      return sharded.spec();
    }
    throw new IllegalArgumentException(
        "Table '%s' holds counters, which have no pieces: raise their count"
            .formatted(edited.tableName()));
  }

  /**
   * Gives items more shards where their shard is drawn, or counters more rows: all keys of which no
   * key rule says the count. Nothing moves and nothing is held back: readers get the new count at
   * once, and writers a lease later, for which this waits (21 seconds by default). Costs three
   * reads and two writes in the control table. From then on each read of a key asks the new shards,
   * too. A call that was broken off is completed by calling it again.
   *
   * @param shards above the count now, 3..1024
   * @throws IllegalArgumentException if shards are calculated or drawn by a token, or keys may be
   *     plain: items would not be found any more
   * @throws LayoutChangeException if the count is not above, or another raise is under way
   */
  public void raise(int shards) {
    run(edits.countRaised(CountRaise.ofItems(edits.records(), edits.times(), edited, shards)));
  }

  /**
   * Gives a sharded index more numbers, by the rules of {@link #raise}. Items get a number by the
   * new count when they are put again; all numbers are read.
   *
   * @param index its name
   * @param shards above the count now, 3..1024
   */
  public void raiseIndex(String index, int shards) {
    run(
        edits.countRaised(
            CountRaise.ofIndex(edits.records(), edits.times(), edited, index, shards)));
  }

  /**
   * Makes the table ready for changes that need not wait: every client keeps a row in the control
   * table from now on, a write unit for each client and third of a lease. Returns when the next
   * change takes about a second; see {@link #addPiece(AttributeValue, int)} for how long that is.
   *
   * @throws LayoutChangeException if the table may be written in several Regions, or items are
   *     being moved
   */
  public void ready() {
    PieceBounds any = PieceBounds.ofAny(items());
    run(edits.ready(any));
  }

  /** Ends {@link #ready}: clients need no rows any more. Refused while a change is under way. */
  public void settle() {
    run(edits.settled());
  }

  /**
   * Gives up the change that is under way; false if there is none. Nothing of it happens. Items
   * that are being moved are moved on; a move that is only announced is given up.
   */
  public boolean abort() {
    return run(edits.aborted());
  }

  private <R> R run(Flow<R> flow) {
    Sender<Object> data = Sender.sync(table, Sender.nothingElse());
    return SyncRunner.create().run(flow, store.sessions().beside(data), Deadline.NONE);
  }
}
