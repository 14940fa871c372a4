package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.live.LayoutChange.End;
import dev.evenkeel.sharding.internal.live.LayoutChange.From;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.Pieces;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The edits of one table's layout, each from the record as it is to the record as it is wanted.
 *
 * @param tableName for messages
 * @param key of the table, as it is stored by the spec
 * @param first the record of a table that has none
 * @param watch the rows of clients, as far as they were read
 * @param nanos elapsed time in nanoseconds
 * @param regions those that write the table
 */
public record LayoutEdits(
    String tableName,
    KeySchema key,
    LayoutTable records,
    LayoutTimes times,
    LayoutRecord first,
    RowWatch watch,
    LongSupplier nanos,
    WritingRegions regions) {

  /** The record now. */
  public Flow<LayoutRecord> read() {
    return records.read(first);
  }

  /** The same; fails where there is none, and one was lost. */
  Flow<LayoutRecord> notLost() {
    return lost().unlessMoved();
  }

  LostRecord lost() {
    return new LostRecord(tableName, records, first, watch);
  }

  /** The same, of a table that is there and has the key of the spec. */
  private Flow<LayoutRecord> ofTable() {
    return notLost().then(now -> regions.requireTable(now, key).map(fits -> now));
  }

  /** The same, and when it was written. */
  public Flow<LayoutTable.Dated> dated() {
    return records.dated(first);
  }

  /** The rows of clients, which are watched from now on: who is silent is soon known. */
  public Flow<List<Registration>> rows() {
    return watch.look(records);
  }

  /** Whether the clients of a record are all registered, in the control table that is there now. */
  public Flow<Boolean> isDrained(LayoutRecord now) {
    return now.drained() ? records.identity().map(now::isDrainedIn) : Flow.of(false);
  }

  private Flow<Done> forgetSilent() {
    return watch.forgetSilent(records);
  }

  /**
   * Sees to it that nothing is held back for a client that has died: whoever does not beat could
   * not acknowledge a pause either. A pause that others have begun is gone on with at once.
   */
  Flow<Done> attended(LayoutRecord ready) {
    return ready.state() == State.PAUSED
        ? Flow.done()
        : new Attendance(records, times, watch, nanos)
            .missing()
            .then(missing -> missing.isEmpty() ? Flow.done() : Flow.failed(notBegun(missing)));
  }

  /** Waits until every client is registered. */
  public Flow<Done> ready(PieceBounds any) {
    return ofTable()
        .then(
            now ->
                leading()
                    .noted(now)
                    .then(noted -> rows())
                    .then(rows -> change(any, first, 2).prepared(now)))
        .then(ready -> forgetSilent());
  }

  /** Tries {@link #ready} and writes nothing: gives the record from which that would go on. */
  public Flow<LayoutRecord> readyPossible(PieceBounds any) {
    return ofTable()
        .then(now -> allowed(now, any.change(first, 2)).map(one -> now))
        .then(this::withoutMove);
  }

  /** Sees to it that a piece could be added now, and gives the record by which. */
  public Flow<LayoutRecord> piecePossible(PieceBounds bounds, int shards) {
    return ofTable()
        .then(this::withoutMove)
        .then(
            now -> {
              Change change = bounds.change(now, shards);
              return allowed(now, change)
                  .then(one -> bounds.requirePossible(change))
                  .map(possible -> now);
            });
  }

  /** What is at the places of new shards may be the moved items themselves. */
  private Flow<LayoutRecord> withoutMove(LayoutRecord now) {
    return now.isOfMove() ? Flow.failed(records.hindered(now)) : Flow.of(now);
  }

  /** Adds a piece, and gives the pieces of the key then. */
  public Flow<Pieces> pieceAdded(PieceBounds bounds, int shards) {
    return ofTable()
        .then(this::withoutMove)
        .then(
            now ->
                bounds
                    .requirePossible(bounds.change(now, shards))
                    .then(possible -> rows())
                    .then(rows -> change(bounds, first, shards).prepared(now)))
        .then(
            ready -> attended(ready).then(all -> change(bounds, ready, shards).added(ready, watch)))
        .then(this::published)
        .map(bounds::pieces);
  }

  /**
   * The edits that move items.
   *
   * @param wanted the change, by the record as it is
   * @param requirePossible sees to it that nothing stands against it
   */
  public MoveEdits moving(
      Function<LayoutRecord, Change> wanted, Function<Change, Flow<Done>> requirePossible) {
    return new MoveEdits(this, wanted, requirePossible);
  }

  /** Gives a change up that was seen. */
  public Flow<Boolean> givenUp(LayoutRecord seen) {
    return LayoutChange.givenUp(records, seen);
  }

  /** Notes that no item stands against a move that was announced. */
  public Flow<Done> checked(LayoutRecord announced) {
    return swapped(announced, announced.checked());
  }

  /** The record with the change, or why it has none. */
  Flow<LayoutRecord> published(End end) {
    return end instanceof LayoutChange.Published published
        ? forgetSilent().map(done -> published.record())
        : Flow.failed(notAdded(((LayoutChange.GivenUp) end).waitedFor()));
  }

  /** Ends a move of which nothing is left. */
  public Flow<Done> moved(LayoutRecord moving) {
    return swapped(moving, moving.moved(records.table()));
  }

  private Flow<Done> swapped(LayoutRecord seen, LayoutRecord next) {
    return records
        .swap(seen, next)
        .then(
            swapped ->
                swapped ? Flow.done() : Flow.failed(overtaken("Another process came first.")));
  }

  LayoutChange change(Change change, Function<Change, Flow<From>> bound) {
    return new LayoutChange(records, times, first, change, bound, nanos, this::allowed);
  }

  /** Sees to it that no other Region and no other record stands against a change. */
  Flow<Done> allowed(LayoutRecord seen, Change change) {
    return regions.require(seen, change).then(one -> leading().require(seen, change));
  }

  /** The other tables whose records lead to this one. */
  public Flow<List<String>> leadingHere() {
    return leading().names();
  }

  LeadingTables leading() {
    return new LeadingTables(records, first);
  }

  private LayoutChange change(PieceBounds bounds, LayoutRecord seen, int shards) {
    return change(bounds.change(seen, shards), bounds::bound);
  }

  private LayoutChangeException notAdded(List<Registration> waitedFor) {
    if (waitedFor.isEmpty()) {
      return overtaken("Another change came first. Look at it and try again.");
    }
    return notAcknowledged(
        "Clients did not answer in time, in all %d: %s. Try again. A client that has died, or that has a write of the key without an answer, is waited for until nothing of that can happen any more.",
        waitedFor);
  }

  private LayoutChangeException notBegun(List<Registration> missing) {
    return notAcknowledged(
        "Clients that are registered give no sign of life, in all %d: %s. No write was held back. If they have died, 'evenkeel layout settle' and then 'evenkeel layout ready', which waits "
            + TimeText.of(times.drained())
            + ", delete their rows. Or try again after as long in this process, by the same object or with 'add-piece --wait': another process would wait anew.",
        missing);
  }

  private LayoutChangeException notAcknowledged(String why, List<Registration> clients) {
    return new LayoutChangeException(
        Reason.NOT_ACKNOWLEDGED,
        tableName,
        why.formatted(clients.size(), LostRecord.where(clients)));
  }

  LayoutChangeException overtaken(String why) {
    return new LayoutChangeException(Reason.OVERTAKEN, tableName, why);
  }

  /** Raises a count. */
  public Flow<Done> countRaised(CountRaise raise) {
    return ofItemsHere()
        .then(raise::raised)
        .then(end -> raise.isIn(end) ? Flow.done() : Flow.failed(raise.refusal(end)));
  }

  /** Tries {@link #countRaised} and writes nothing: tells whether that would change anything. */
  public Flow<Boolean> raisePossible(CountRaise raise) {
    return ofItemsHere()
        .then(now -> raise.possible().map(one -> now))
        .then(
            now -> {
              int count = raise.count(now);
              boolean isRefused =
                  count > raise.shards() || (count < raise.shards() && !raise.isComplete(now));
              return isRefused ? Flow.failed(raise.refusal(now)) : Flow.of(!raise.isIn(now));
            });
  }

  /** The record of a table whose items are in it. */
  private Flow<LayoutRecord> ofItemsHere() {
    return ofTable()
        .then(
            now -> {
              OtherTable other = now.base().table();
              return other == null
                  ? Flow.of(now)
                  : Flow.failed(LookAlikes.elsewhere(tableName, other.name()));
            });
  }

  /** Has clients give their rows up. */
  public Flow<Done> settled() {
    return notLost()
        .then(
            now ->
                LayoutChange.settled(records, now)
                    .then(settled -> settled ? Flow.done() : Flow.failed(records.hindered(now))));
  }

  /** Gives a change up; false if there is none. */
  public Flow<Boolean> aborted() {
    return notLost().then(now -> LayoutChange.givenUp(records, now));
  }
}
