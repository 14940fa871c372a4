package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.live.LayoutChange.From;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Two changes that {@link LeadingModel} tries in all orders.
 *
 * @param there the records and notes before
 * @param made which of the two changes are made in some order
 */
record LeadingScript(
    Map<String, Map<String, AttributeValue>> there,
    List<Supplier<Flow<?>>> changes,
    Set<Integer> made) {
  static final String CONTROL = "evenkeel-layouts";

  private static final LayoutTimes TIMES = LayoutTimes.DEFAULT;
  private static final AttributeValue KEY = AttributeValue.fromS("hot");

  private static final Map<String, LeadingScript> SCRIPTS =
      Map.of(
          "a piece", both(() -> moved("old", "new"), () -> piece("new")),
          "a count", both(() -> moved("old", "new"), () -> raised("new")),
          "a move on", both(() -> moved("old", "new"), () -> moved("new", "next")),
          "two into one", both(() -> moved("old", "new"), () -> moved("older", "new")),
          "there and back", both(() -> moved("old", "new"), () -> moved("new", "old")),
          "a note that nothing came of",
              new LeadingScript(
                  Map.of("new#layout/from#old", LayoutTable.key("new#layout", "from#old")),
                  List.of(() -> piece("new"), () -> piece("next")),
                  Set.of(0, 1)),
          "back",
              new LeadingScript(
                  Map.of(
                      "new#layout/from#old", LayoutTable.key("new#layout", "from#old"),
                      "old#layout/record", stored("old", ended("old", "new"))),
                  List.of(() -> moved("old", "old"), () -> piece("new")),
                  Set.of(0)),
          "back from a table with pieces",
              new LeadingScript(
                  Map.of(
                      "old#layout/record", stored("old", ended("old", "new")),
                      "new#layout/record", stored("new", withPiece("new"))),
                  List.of(() -> moved("old", "old"), () -> moved("old", "next")),
                  Set.of()));

  static List<String> names() {
    return SCRIPTS.keySet().stream().sorted().toList();
  }

  static LeadingScript named(String name) {
    return requireNonNull(SCRIPTS.get(name));
  }

  private static LeadingScript both(Supplier<Flow<?>> one, Supplier<Flow<?>> other) {
    return new LeadingScript(Map.of(), List.of(one, other), Set.of(0, 1));
  }

  /** A record of which all items were moved. */
  private static LayoutRecord ended(String from, String to) {
    LayoutRecord first = first(from);
    Change change = wanted(to).apply(first);
    return first
        .announced(change, ModelStore.CONTROL)
        .checked()
        .paused(change)
        .moving()
        .moved(from);
  }

  private static LayoutRecord withPiece(String table) {
    return first(table)
        .ready(ModelStore.CONTROL)
        .readyAndDrained()
        .paused(new Change(KEY, Pieces.shards(1), 4))
        .published(null);
  }

  private static Map<String, AttributeValue> stored(String table, LayoutRecord record) {
    Map<String, AttributeValue> item = new HashMap<>(LayoutFormat.item(record));
    item.putAll(LayoutTable.key(table + "#layout", "record"));
    return item;
  }

  private static Flow<?> moved(String from, String to) {
    LayoutEdits edits = edits(from);
    MoveEdits move = edits.moving(wanted(to), change -> Flow.done());
    return move.announced(first(from))
        .then(edits::checked)
        .then(checked -> move.begun(first(from), change -> Flow.of(new From(null))));
  }

  private static Function<LayoutRecord, Change> wanted(String to) {
    return seen -> new Change(null, Pieces.shards(1), 4, true, new OtherTable(to, null));
  }

  private static Flow<?> piece(String table) {
    LayoutEdits edits = edits(table);
    PieceBounds bounds = PieceBounds.of(spec(table), KEY, null);
    return edits.piecePossible(bounds, 4).then(possible -> edits.pieceAdded(bounds, 4));
  }

  private static Flow<?> raised(String table) {
    LayoutEdits edits = edits(table);
    return edits.countRaised(
        CountRaise.ofIndex(edits.records(), TIMES, new ShardedTable(spec(table)), "by-day", 8));
  }

  private static ShardingSpec spec(String table) {
    return ShardingSpec.builder(table)
        .partitionKey("pk")
        .sortKey("sk")
        .shards(1)
        .shardedIndex(ShardedIndexSpec.multiAttribute("by-day", "day", 2))
        .build();
  }

  /** The record of a table that has none. */
  static LayoutRecord first(String table) {
    return LayoutRecord.first(TIMES.with(spec(table).layoutId()));
  }

  private static LayoutEdits edits(String table) {
    ShardingSpec spec = spec(table);
    AtomicLong clock = new AtomicLong();
    return new LayoutEdits(
        table,
        spec.logicalKey(),
        new LayoutTable(CONTROL, table, () -> Instant.EPOCH),
        TIMES,
        first(table),
        new RowWatch(TIMES, () -> clock.addAndGet(TIMES.leaseNanos())), // nothing is waited for
        () -> 0,
        new WritingRegions(table, true));
  }
}
