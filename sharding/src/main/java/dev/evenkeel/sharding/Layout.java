package dev.evenkeel.sharding;

import dev.evenkeel.sharding.internal.layout.KeyShards.Reserved;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.layout.TableLayout.Raise;
import dev.evenkeel.sharding.internal.live.Change;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LayoutTable;
import dev.evenkeel.sharding.spec.Pieces;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The layout of a table, as {@link LayoutEditor#show} finds it.
 *
 * @param version moves up with each step of a change
 * @param state SETTLED, READY, ANNOUNCED, PAUSED or MOVING
 * @param since when this version was written, by the clock of who wrote it; null if nobody has
 *     written a record yet, or who did does not say
 * @param everybodyRegistered whether a change need not wait for clients that do not know of it
 * @param registeredElsewhere whether all clients had registered, and the record does not say that
 *     it was in this control table, which was restored or made anew: the next change has them
 *     register anew
 * @param keys the keys that have pieces of their own; all others are as the spec says
 * @param shards of all others, where they were moved; 0 for as many as the spec says
 * @param raised the shard counts that were raised
 * @param moving the items that are being moved, or will be; null if none are
 * @param reserved how many shards each key has had, which no plain key may read like; 0 for none
 * @param reservedOfKeys the same of single keys
 * @param table that holds the items; null for the one that callers name
 * @param periods if items are in a time series, or move to one, what decides the table of an item
 *     there ({@code TimeSeriesSpec.layoutId()}), which all clients must share; null otherwise
 */
public record Layout(
    long version,
    String state,
    @Nullable Instant since,
    boolean everybodyRegistered,
    boolean registeredElsewhere,
    Map<AttributeValue, Pieces> keys,
    int shards,
    List<Raised> raised,
    @Nullable Moving moving,
    int reserved,
    Map<AttributeValue, Integer> reservedOfKeys,
    @Nullable String table,
    @Nullable String periods) {

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

  static Layout of(LayoutTable.Dated dated, boolean everybodyRegistered) {
    LayoutRecord now = dated.record();
    TableLayout base = now.base();
    List<Raised> raised =
        base.raises().entrySet().stream()
            .map(of -> new Raised(of.getKey(), of.getValue().counts(), of.getValue().isDone()))
            .toList();
    return new Layout(
        now.version(),
        now.state().name(),
        dated.since(),
        everybodyRegistered,
        now.drained() && !everybodyRegistered,
        base.keys(),
        base.shards(),
        raised,
        moving(now.change()),
        base.reserved().all(),
        base.reserved().keys(),
        nameOf(base.table()),
        periodsOf(now));
  }

  private static @Nullable String periodsOf(LayoutRecord record) {
    OtherTable to = record.change() == null ? null : record.change().table();
    OtherTable now = to == null ? record.base().table() : to;
    return now == null ? null : now.periods();
  }

  /** The items that a change moves; null if it moves none. */
  static @Nullable Moving moving(@Nullable Change change) {
    return change != null && change.moves()
        ? new Moving(change.key(), change.shards(), nameOf(change.table()))
        : null;
  }

  private static @Nullable String nameOf(@Nullable OtherTable table) {
    return table == null ? null : table.name();
  }

  private static @Nullable OtherTable other(@Nullable String name) {
    return name == null ? null : new OtherTable(name, null);
  }

  /** The layouts by which items can be: two while they are moved. */
  List<TableLayout> tables() {
    Map<String, Raise> raises = new HashMap<>();
    for (Raised each : raised) {
      int last = each.counts().size() - 1;
      raises.put(
          each.of(),
          new Raise(each.counts(), each.counts().get(each.complete() ? last : last - 1)));
    }
    Reserved before = new Reserved(reserved, reservedOfKeys);
    boolean isWithinTable = moving == null || moving.table() == null;
    Reserved more =
        moving == null || !isWithinTable ? before : before.with(moving.key(), moving.shards());
    TableLayout now = new TableLayout(keys, shards, null, raises, more, 0, other(table));
    if (moving == null) {
      return List.of(now);
    }
    OtherTable to = other(moving.table());
    TableLayout after =
        to == null ? now.moved(moving.key(), moving.shards()) : now.movedInto(to, moving.shards());
    return List.of(now, after);
  }
}
