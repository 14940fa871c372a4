package dev.evenkeel.sharding;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.live.CountRaise;
import dev.evenkeel.sharding.internal.live.LayoutEdits;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LayoutTable;
import dev.evenkeel.sharding.internal.live.PieceBounds;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutSource;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.util.List;
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
 * <p>Where there is no control table all calls fail with a {@link
 * dev.evenkeel.sharding.spec.LayoutUnknownException}. So do changes where there is no record and
 * clients are registered, which they are by one only: it was lost. Safe for use by many threads.
 */
public final class LayoutEditor {
  private final ManagedTable edited;
  private final LayoutStore store;
  private final DynamoDbClient table;
  private final LayoutEdits edits;

  private LayoutEditor(ManagedTable edited, @Nullable LayoutSource source, DynamoDbClient table) {
    this.edited = edited;
    this.store = LayoutStore.required(edited.tableName(), source);
    this.table = table;
    this.edits = store.edits(edited);
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
   * The layout now. One consistent read, and a DescribeTable of the control table where all are
   * said to be registered; without the right to that, it tells what the record says.
   */
  public Layout show() {
    LayoutTable.Dated found = run(edits.dated());
    LayoutRecord now = found.record();
    Flow<Boolean> isDrained =
        edits.isDrained(now).recover(ErrorCode::isDenied, denied -> Flow.of(now.drained()));
    return Layout.of(found, run(isDrained));
  }

  /** The tables whose records lead to this one, so that it is not changed. Two reads, mostly. */
  public List<String> leadingHere() {
    return run(edits.leadingHere());
  }

  /** The clients that are registered. A read unit or more for each of 16 keys. */
  public List<LayoutClient> clients() {
    return LayoutClient.of(run(edits.rows()));
  }

  /**
   * Gives a logical key more shards for the items to come: those above the greatest sort key that
   * it has when the change is made. Nothing moves.
   *
   * <p>Waits until every client knows of the change. On a table that is not {@link #ready} that
   * takes as long as a lease and a late request together, 20 minutes and 20 seconds by default.
   * Then it looks until each client has beaten, for about 9 seconds at most while all are well, and
   * fails if one gives no sign of life for a lease. If that one has died, a call of the same editor
   * succeeds a lease and a late request later; another editor counts anew, and {@link #settle} and
   * then {@link #ready} delete such rows. After that the key's writes are held back for about a
   * second, 8 at most. Costs two queries of one item for each new shard and one for each of the
   * last piece, and in the control table 80 read units at most for looks at the clients, 176 if one
   * has died, and a few units more. The table is described first, to see whether it has the key of
   * the spec, and twice to see whether it is a global one: before clients have to register, and
   * before writes are held back. The control table is described then, too. That costs no units.
   *
   * <p>Logs a warning that names clients which are {@linkplain LayoutClient#behind behind}. One
   * that does not know what the change needs makes it be given up.
   *
   * @param logicalKey as callers know it
   * @param shards of the items to come, 2..1024
   * @return the pieces of the key now
   * @throws LayoutChangeException if a client is silent, which is named; if a change is under way,
   *     or a place not free; if the table may be written in several Regions; if the record of
   *     another table leads to this one
   * @throws dev.evenkeel.core.SpecMismatchException if the table has another key than the spec says
   * @throws dev.evenkeel.core.RefusedOperationException if the key reads like a shard of another,
   *     or is too long for the suffix of a new shard
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
    warnOfClientsBehind();
    return run(edits.pieceAdded(bounds, shards));
  }

  /**
   * Tells what {@link #addPiece(AttributeValue, int)} would do and changes nothing. Costs the
   * queries that it makes to see whether the new shards are free, and three DescribeTable.
   *
   * @throws LayoutChangeException if they are not
   * @throws dev.evenkeel.core.SpecMismatchException if the table has another key than the spec says
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
   * @throws dev.evenkeel.core.SpecMismatchException if the table has another key than the spec says
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
        untilReady(now),
        clients(),
        2 * shards + (from == null ? 1 : 2) * pieces.last().shards());
  }

  private ShardingSpec items() {
    return edited.byKind(
        ShardedTable::spec,
        counter -> {
          throw new IllegalArgumentException(
              "Table '%s' holds counters, which have no pieces: raise their count"
                  .formatted(counter.tableName()));
        });
  }

  /**
   * Gives items more shards where their shard is drawn, or counters more rows: all keys of which no
   * key rule says the count. Nothing moves and nothing is held back: readers get the new count at
   * once, and writers a lease later, for which this waits (21 seconds by default). Costs eight
   * reads, two writes and a look at the {@link #clients} in the control table, two where there is
   * no record yet. From then on each read of a key asks the new shards, too. A call that was broken
   * off is completed by calling it again. Describes the table first, and fails with the client's
   * {@code ResourceNotFoundException} if it is missing.
   *
   * @param shards above the count now, 3..1024
   * @throws IllegalArgumentException if shards are calculated or drawn by a token, or keys may be
   *     plain: items would not be found any more
   * @throws LayoutChangeException if the count is not above, or another raise is under way
   * @throws dev.evenkeel.core.SpecMismatchException if the table has another key than the spec says
   */
  public void raise(int shards) {
    raise(ofItems(shards));
  }

  /**
   * Tells whether {@link #raise} would change anything, and fails as that would. Changes nothing.
   * Costs a read and a query of the control table, and a DescribeTable; where there is no record
   * yet, a look at the {@link #clients} and two reads more.
   *
   * @return false if readers and writers have that count already
   */
  public boolean planRaise(int shards) {
    return run(edits.raisePossible(ofItems(shards)));
  }

  private CountRaise ofItems(int shards) {
    return CountRaise.ofItems(edits.records(), edits.times(), edited, shards);
  }

  /**
   * Gives a sharded index more numbers, by the rules of {@link #raise}. Items get a number by the
   * new count when they are put again; all numbers are read.
   *
   * @param index its name
   * @param shards above the count now, 3..1024
   */
  public void raiseIndex(String index, int shards) {
    raise(CountRaise.ofIndex(edits.records(), edits.times(), edited, index, shards));
  }

  private void raise(CountRaise raise) {
    warnOfClientsBehind();
    run(edits.countRaised(raise));
  }

  /**
   * Makes the table ready for changes that need not wait: every client keeps a row in the control
   * table from now on, a write unit for each client and third of a lease. Returns when the next
   * change takes seconds; see {@link #addPiece(AttributeValue, int)} for how long that is.
   * Describes the table first, and fails with the client's {@code ResourceNotFoundException} if it
   * is missing.
   *
   * @throws LayoutChangeException if the table may be written in several Regions, or items are
   *     being moved
   * @throws dev.evenkeel.core.SpecMismatchException if the table has another key than the spec says
   */
  public void ready() {
    PieceBounds any = PieceBounds.ofAny(items());
    warnOfClientsBehind();
    run(edits.ready(any));
  }

  /**
   * Tells how long {@link #ready} would wait, and changes nothing. Costs a read and a query of the
   * control table, and three DescribeTable; where there is no record yet, a look at the {@link
   * #clients} and two reads more.
   *
   * @return zero if the next change takes seconds already
   * @throws LayoutChangeException as above
   * @throws dev.evenkeel.core.SpecMismatchException as above
   */
  public Duration planReady() {
    return untilReady(run(edits.readyPossible(PieceBounds.ofAny(items()))));
  }

  private Duration untilReady(LayoutRecord now) {
    return run(edits.isDrained(now)) ? Duration.ZERO : store.sessions().times().drained();
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

  private void warnOfClientsBehind() {
    LayoutClient.warnOfThoseBehind(edited.tableName(), run(edits.rows()));
  }

  private <R> R run(Flow<R> flow) {
    return store.run(flow, table);
  }
}
