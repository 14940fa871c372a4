package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.spec.CacheStats;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.core.explain.FirstRound;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.RequestTables;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** Explains a request, as far as it is known before it is sent. Changes and counts nothing. */
final class CachingExplainer {
  private final ManagedTables<CachedTable> tables;
  private final ItemStore store;

  CachingExplainer(ManagedTables<CachedTable> tables, ItemStore store) {
    this.tables = tables;
    this.store = store;
  }

  Explanation explain(DynamoDbRequest request) {
    Operation operation = Operation.of(request);
    List<CachedTable> cached =
        RequestTables.of(request).stream()
            .map(tables::find)
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    boolean inMemory =
        request instanceof GetItemRequest get && GetItem.isInMemory(tables, store, get);
    FirstRound sent = inMemory ? FirstRound.NONE : new FirstRound(List.of(request), 1, List.of());
    return new Explanation(
        "caching",
        operation,
        RequestTables.of(request),
        cached.isEmpty()
            ? Disposition.PASS_THROUGH
            : CachingOperations.TABLE.disposition(operation),
        null,
        sent,
        List.of(),
        cached.isEmpty() ? List.of(unmanaged(request)) : notes(operation, cached, inMemory));
  }

  private String unmanaged(DynamoDbRequest request) {
    return tables.namedBy(request)
        ? "the request is sent as it is; if it writes, all items leave memory before"
        : "the request is sent as it is: it names no cached table";
  }

  private List<String> notes(Operation operation, List<CachedTable> cached, boolean inMemory) {
    List<String> notes = new ArrayList<>();
    if (inMemory) {
      notes.add("the item is in memory");
    } else if (operation.kind() == Operation.Kind.ITEM_WRITE) {
      notes.add("its items leave memory before it is sent");
    } else if (operation == Operation.GET_ITEM || operation == Operation.BATCH_GET_ITEM) {
      notes.add("what is popular by then and not in memory is read consistently");
    }
    cached.forEach(table -> notes.addAll(table(table)));
    return notes;
  }

  private List<String> table(CachedTable table) {
    CachingSpec spec = table.spec();
    CacheStats stats = store.stats().get(table.name());
    List<String> notes = new ArrayList<>();
    notes.add(
        "at most %s older than writes of other processes%s"
            .formatted(
                spec.timeToLive(),
                spec.eventual() ? ", and maybe older than this client's own" : ""));
    if (stats != null) {
      notes.add(
          String.format(
              Locale.ROOT,
              "so far %.0f%% of %d reads from memory, %.1f read units saved, %d items evicted",
              100 * stats.hitRatio(),
              stats.hits() + stats.shared() + stats.misses() + stats.unpopular(),
              stats.unitsSaved(),
              stats.evicted()));
    }
    return notes;
  }
}
