package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.spec.CacheStats;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.core.explain.Explanation.FirstRound;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.RequestTables;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Explains a request, as far as it is known before it is sent. Changes and counts nothing. */
final class CachingExplainer {
  private final ManagedTables<CachedTable> tables;
  private final ItemStore store;

  private static final Set<Operation> READS =
      Set.of(Operation.GET_ITEM, Operation.BATCH_GET_ITEM, Operation.QUERY);

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
    CachedRead<DynamoDbRequest, ?> read = CachingOperations.read(request);
    boolean inMemory = read != null && read.isInMemory(tables, store, request);
    boolean isSentAsItIs =
        cached.isEmpty() || (read != null && !read.isFromMemory(tables, request));
    FirstRound sent = inMemory ? FirstRound.NONE : new FirstRound(List.of(request), 1, List.of());
    List<String> notes = new ArrayList<>();
    if (cached.isEmpty()) {
      notes.add(unmanaged(request));
    } else if (inMemory) {
      notes.add("the answer is in memory");
    } else if (isSentAsItIs) {
      notes.add("the request is sent as it is: such a read is never answered from memory");
    } else {
      notes.addAll(note(operation));
    }
    Map<String, CacheStats> stats =
        operation == Operation.QUERY ? store.pageStats() : store.stats();
    cached.forEach(table -> notes.addAll(table(table, stats.get(table.name()))));
    return new Explanation(
        "caching",
        operation,
        RequestTables.of(request),
        isSentAsItIs ? Disposition.PASS_THROUGH : CachingOperations.TABLE.disposition(operation),
        null,
        sent,
        List.of(),
        notes);
  }

  private String unmanaged(DynamoDbRequest request) {
    return tables.namedBy(request)
        ? "the request is sent as it is; if it writes, all items leave memory before"
        : "the request is sent as it is: it names no cached table";
  }

  private static List<String> note(Operation operation) {
    if (operation.kind() == Operation.Kind.ITEM_WRITE) {
      return List.of("its items leave memory before it is sent, and the pages that they may be on");
    }
    return READS.contains(operation)
        ? List.of("what is popular by then and not in memory is read consistently")
        : List.of();
  }

  private static List<String> table(CachedTable table, @Nullable CacheStats stats) {
    CachingSpec spec = table.spec();
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
              "so far %.0f%% of %d reads from memory, %.1f read units saved, %d evicted",
              100 * stats.hitRatio(),
              stats.hits() + stats.shared() + stats.remote() + stats.misses() + stats.unpopular(),
              stats.unitsSaved(),
              stats.evicted()));
    }
    return notes;
  }
}
