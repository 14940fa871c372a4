package dev.evenkeel.sharding.internal.live;

import static dev.evenkeel.sharding.internal.live.Mutants.mutant;

import java.util.List;

/** Mistakes that the model has to notice where several items are moved, or one expires. */
final class ItemMutants {
  private ItemMutants() {}

  static List<Mutant> all() {
    return List.of(
        mutant(
            "an item is deleted in the transaction that copies it",
            "one by one",
            "move/ItemMover",
            "TransactWriteItem.builder().conditionCheck(check).build()",
            "TransactWriteItem.builder().delete(all -> all.tableName(check.tableName()).key(check.key()).conditionExpression(check.conditionExpression()).expressionAttributeNames(check.expressionAttributeNames())).build()"),
        mutant(
            "an item is deleted before its copy is answered",
            "one by one",
            "move/ItemMover",
            "copied(item, read).then(there -> there ? deleted(item) : Flow.done())",
            "Flow.awaitAll(java.util.List.of(copied(item, read).map(there -> Done.DONE), deleted(item))).map(all -> Done.DONE)"),
        mutant(
            "an expired copy is taken for another item",
            "expired, two movers",
            "move/ItemMover",
            "isGone(item, read, found.hasItem() ? another() : taken)",
            "isGone(item, read, another())"),
        mutant(
            "an item is copied that the table has deleted",
            "expired",
            "move/ItemMover",
            ".conditionExpression(\"attribute_exists(#pk)\")",
            ".conditionExpression(null)"),
        mutant(
            "an item that was copied before is left to the other mover",
            "expired, two movers",
            "move/ItemMover",
            "? isCopy(item, read, failure)",
            "? Flow.failed(another())"),
        mutant(
            "the second item of a transaction is not moved first",
            "both",
            "operation/TransactWriteItems",
            "request.transactItems().forEach(items::add);",
            "request.transactItems().stream().limit(1).forEach(items::add);"),
        mutant(
            "an item that a transaction checks is not moved first",
            "beside a delete",
            "operation/TransactWriteItems",
            "request.transactItems().forEach(items::add);",
            "request.transactItems().stream().filter(action -> action.conditionCheck() == null).forEach(items::add);"),
        mutant(
            "the second item of a batch is not moved first",
            "batch",
            "operation/BatchWriteItem",
            "writes.forEach(write -> items.add(table, write))",
            "writes.stream().limit(1).forEach(write -> items.add(table, write))"),
        mutant(
            "a transaction reads the new places only",
            "both",
            "operation/TransactGetItems",
            "get(get, before, item.from())",
            "get(get, before, item.to())"),
        mutant(
            "a batch reads the new places before the old ones",
            "two items",
            "operation/MovedBatchGet",
            "operation.relocated(tables.from(), keyed)",
            "operation.byTarget(tables, keyed)",
            ".byTarget(tables, request.toBuilder()",
            ".relocated(tables.from(), request.toBuilder()"),
        mutant(
            "a transaction of items that are being moved fails",
            "both, refused",
            "operation/ShardingOperation",
            "failure -> Contention.isMet(failure) && !isUnsafeToRepeat(request),",
            "failure -> false,"),
        mutant(
            "a mover that meets a transaction gives up",
            "both, refused",
            "move/ItemMover",
            "moved(item, read), ItemMover::passes,",
            "moved(item, read), failure -> false,"),
        mutant(
            "a query reads the new places before the old ones",
            "pages",
            "query/MovedQuery",
            "for (ShardedTable layout : layouts) {",
            "for (ShardedTable layout : layouts.size() < 2 ? layouts : List.of(layouts.get(1), layouts.get(0))) {"),
        mutant(
            "a query reads the old places only, if the new ones are among them",
            "pages of several places",
            "query/MovedQuery",
            "for (ShardedTable layout : layouts) {",
            "for (ShardedTable layout : layouts.size() > 1 && layouts.get(1).keyShards().places(shape.logicalKey()).size() > 1 && layouts.get(0).keyShards().places(shape.logicalKey()).size() > layouts.get(1).keyShards().places(shape.logicalKey()).size() ? layouts.subList(0, 1) : layouts) {"),
        mutant(
            "an item is moved to where it is",
            "pages of several places",
            "move/MovedItem",
            "return isWithinTable && from.equals(to);",
            "return false;"),
        mutant(
            "a page is cut where the layout ends that has come farther",
            "pages past a filter",
            "query/MovedQuery",
            ".min(bySort)",
            ".max(bySort)"),
        mutant(
            "a page is cut where the old layout ends",
            "pages, plain to shards",
            "query/MovedQuery",
            "pages.stream() .filter(QueryResponse::hasLastEvaluatedKey)",
            "pages.stream() .limit(1) .filter(QueryResponse::hasLastEvaluatedKey)"),
        mutant(
            "a page has rows behind its end",
            "pages, plain to shards",
            "query/MovedQuery",
            ".filter(row -> isWhole(row, end, bySort))",
            ""),
        mutant(
            "a page ends with its last row, and those behind it are lost",
            "pages",
            "query/MovedQuery",
            "if (isCut || more) {",
            "if (isCut) {"),
        mutant(
            "an item that moves comes twice in a page",
            "pages of two",
            "query/OrderedRows",
            "byItem.put(QueryTarget.valueOf(row, itemKey), row);",
            "byItem.put(AttributeValue.fromS(byItem.size() + \"\"), row);"),
        mutant(
            "a scan does not read the new places",
            "scan",
            "operation/MovedScan",
            "return part == parts.size() - 1;",
            "return true;"),
        mutant(
            "a scan does not take what it finds at new places",
            "scan, plain to shards",
            "operation/MovedScan",
            "== part.isSecond()",
            "== false"));
  }
}
