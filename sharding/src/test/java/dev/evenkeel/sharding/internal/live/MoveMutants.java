package dev.evenkeel.sharding.internal.live;

import static dev.evenkeel.sharding.internal.live.Mutants.mutant;

import java.util.List;

/** Mistakes in moves of items that the model has to notice. */
final class MoveMutants {
  private MoveMutants() {}

  static List<Mutant> all() {
    return List.of(
        mutant(
            "a mover goes on in the next move",
            "a mover of the move before",
            "move/Mover",
            "|| now.version() != version",
            ""),
        mutant(
            "a copy goes to the old table",
            "moving elsewhere",
            "move/ItemMover",
            "Put.builder() .tableName(to.storedIn())",
            "Put.builder() .tableName(from.storedIn())"),
        mutant(
            "the copy is deleted",
            "moving elsewhere",
            "move/ItemMover",
            "DeleteItemRequest.builder() .tableName(from.storedIn())",
            "DeleteItemRequest.builder() .tableName(to.storedIn())"),
        mutant(
            "one key is one place in two tables",
            "moving elsewhere",
            "move/MovedItem",
            "return isWithinTable && from.equals(to);",
            "return from.equals(to);"),
        mutant(
            "the old table is written while items are moved",
            "moving elsewhere",
            "operation/ShardingOperation",
            "return relocated(tables.to(), request);",
            "return relocated(tables.from(), request);"),
        mutant(
            "the new table is not read",
            "moving elsewhere",
            "operation/GetItem",
            "after = by(table.to(), consistent)",
            "after = of(table.to(), consistent)"),
        mutant(
            "the table is forgotten when the move ends",
            "elsewhere and back",
            "LayoutRecord",
            "moved(left, change, OtherTable.unlessOwn(ownName, change.table())), null,",
            "new TableLayout(moved(left, change, null).keys(), moved(left, change, null).shards(), null, base.raises(), moved(left, change, null).reserved(), 0, base.table()), null,"),
        mutant(
            "the new place is read before the old one",
            "moving",
            "operation/GetItem",
            "before = by(table.from(), consistent)",
            "before = by(table.to(), consistent)",
            "after = by(table.to(), consistent)",
            "after = by(table.from(), consistent)"),
        mutant(
            "the old place is not read",
            "moving",
            "operation/GetItem",
            "before = by(table.from(), consistent)",
            "before = by(table.to(), consistent)"),
        mutant(
            "the new place is not read",
            "moving",
            "operation/GetItem",
            "first.hasItem() ? shadowed(",
            "first != null ? shadowed("),
        mutant(
            "an item is written before it is moved",
            "moving",
            "operation/ShardingOperation",
            "Flow.awaitAll(settled)",
            "Flow.awaitAll(List.<Flow<Done>>of())"),
        mutant(
            "the old place is written while items are moved",
            "moving",
            "operation/MovingTables",
            "return new Moving( before, after,",
            "return new Moving( after, after,"),
        mutant(
            "an item is deleted before it is copied",
            "moving",
            "move/ItemMover",
            "copied(item, read).then(there -> there ? deleted(item) : Flow.done())",
            "deleted(item).then(copied(item, read)).map(there -> Done.DONE)"),
        mutant(
            "an item is deleted although its copy was not answered",
            "moving",
            "move/ItemMover",
            "copied(item, read).then(",
            "copied(item, read).recover(failure -> Flow.of(true)).then("),
        mutant(
            "an item is copied upon another",
            "moving",
            "move/ItemMover",
            ".conditionExpression(\"attribute_exists(#pk)\")",
            ".conditionExpression(null)",
            ".conditionExpression(\"attribute_not_exists(#pk)\")",
            ".conditionExpression(null)"),
        mutant(
            "an item is copied that is gone",
            "moving, deleted",
            "move/ItemMover",
            ".conditionExpression(\"attribute_exists(#pk)\")",
            ".conditionExpression(null)"),
        mutant(
            "an item that was copied by another is left",
            "moving",
            "move/ItemMover",
            "? isCopy(item, read, failure)",
            "? Flow.of(false)"),
        mutant(
            "a pass finds nothing",
            "moving",
            "move/MovedItem",
            "return !stays() && isAtOldPlace(stored);",
            "return !stays() && stored.isEmpty();"),
        mutant(
            "a move begins before all have acknowledged",
            "move",
            "LayoutChange",
            "if (waitedFor.isEmpty()) {",
            "if (paused.version() > 0) {"),
        mutant(
            "writes go on before a move",
            "move",
            "LayoutRecord",
            "return state == State.PAUSED && change != null",
            "return state == State.PAUSED && !moves() && change != null"),
        mutant(
            "the new place is not read before a move",
            "move",
            "LayoutRecord",
            "return change != null && change.moves() && state != State.ANNOUNCED;",
            "return change != null && change.moves() && state == State.MOVING;"),
        mutant(
            "pages ask the old layout alone before a move",
            "move, read in pages",
            "LayoutRecord",
            "return change != null && change.moves() && state != State.ANNOUNCED;",
            "return change != null && change.moves() && state == State.MOVING;"),
        mutant(
            "pages ask the new layout first, from the pause on",
            "move, read in pages",
            "query/MovedQuery",
            "for (ShardedTable layout : layouts) {",
            "for (ShardedTable layout : layouts.size() < 2 ? layouts : List.of(layouts.get(1), layouts.get(0))) {"),
        mutant(
            "a scan reads the old table alone before a move",
            "elsewhere, scanned",
            "LayoutRecord",
            "return change != null && change.moves() && state != State.ANNOUNCED;",
            "return change != null && change.moves() && state == State.MOVING;"),
        mutant(
            "a scan does not read the new table",
            "moving elsewhere, scanned",
            "operation/MovedScan",
            "return part == parts.size() - 1;",
            "return true;"),
        mutant(
            "a scan leaves out what has moved",
            "moving in time, scanned",
            "operation/MovedScan",
            "== part.isSecond()",
            "== false"),
        mutant(
            "writes have no lease while items are moved",
            "there and back",
            "operation/LiveTables",
            "moving.plan(operation, guarded)",
            "moving.plan(operation, request)"),
        mutant(
            "copies have no lease",
            "there and back",
            "operation/MovingTables",
            "request.overrideConfiguration().orElse(null), token)",
            "null, token)"),
        mutant(
            "there is no wait before a move back",
            "there and back",
            "LayoutChange",
            "Pause.of(times.drained())",
            "Pause.of(Duration.ZERO)"),
        mutant(
            "shards that are left are free for other keys",
            "moving, another reads alike",
            "LayoutRecord",
            "before > change.shards() ? base.reserving(change.key(), before) : base",
            "base"),
        mutant(
            "a plain key may read like a reserved shard",
            "moving, another reads alike",
            "layout/KeyCodec",
            "!identity && shards.isBound(canonical) &&",
            "!identity && !shards.isBound(canonical) &&"),
        mutant(
            "shards are reserved from the pause on",
            "all, another reads alike",
            "LayoutRecord",
            "!under.moves() || under.table() != null) {",
            "!under.moves() || under.table() != null || state == State.ANNOUNCED) {"),
        mutant(
            "nobody waits before a table is looked at",
            "all, a late write",
            "LayoutChange",
            "Pause.of(times.drained())",
            "Pause.of(Duration.ZERO)"),
        mutant(
            "a lease is waited for before a table is looked at, and no late request",
            "all, a late write",
            "LayoutChange",
            "Pause.of(times.drained())",
            "Pause.of(times.lease())"),
        mutant(
            "a move of all is announced to those who know of it only",
            "all, not ready",
            "LayoutRecord",
            "return registering(State.ANNOUNCED, now, adding.upon(base));",
            "return new LayoutRecord(Math.addExact(version, 1), spec, State.ANNOUNCED, true, now, base, adding.upon(base), movesEnded);"),
        mutant(
            "a table is taken for looked at when the move is announced",
            "all, another reads alike",
            "LayoutRecord",
            "return registering(State.ANNOUNCED, now, adding.upon(base));",
            "return new LayoutRecord(Math.addExact(version, 1), spec, State.ANNOUNCED, true, now, base, adding.upon(base), movesEnded);"));
  }
}
