package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.TableScope;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** Turns a request into what will be done: an answer from memory, a plan, or nothing special. */
public final class CachingPlanner {
  private final ManagedTables<CachedTable> tables;
  private final List<String> names;
  private final ItemStore store;
  private final boolean async;

  /**
   * @param specs one per table
   * @param scope where the client finds a table that is named plainly
   * @param async whether the client is asynchronous
   */
  public CachingPlanner(List<CachingSpec> specs, TableScope scope, ItemStore store, boolean async) {
    List<CachedTable> cached = specs.stream().map(CachedTable::of).toList();
    this.tables = ManagedTables.of(cached, table -> table.spec().tableName(), scope);
    this.names = cached.stream().map(CachedTable::name).toList();
    this.store = store;
    this.async = async;
  }

  /** The answer that is in memory; null if there is none. */
  public @Nullable DynamoDbResponse hit(DynamoDbRequest request) {
    CachedRead<DynamoDbRequest, ?> read = CachingOperations.read(request);
    return read == null ? null : read.hit(tables, store, request);
  }

  /**
   * Plans a request.
   *
   * @param call holds what the plan takes
   * @return null if it is to be sent as it is
   * @param <R> the response type that belongs to the request
   */
  public <R> @Nullable Flow<R> plan(DynamoDbRequest request, CachedCall call) {
    return CachingOperations.ALL.plan(
        new CachingTables(tables, names, store, async, call), tables, request);
  }

  /** Whether what a request reads may be read anew ahead of time. */
  public boolean isReadAhead(DynamoDbRequest request) {
    CachedRead<DynamoDbRequest, ?> read = CachingOperations.read(request);
    CachedTable table = read == null ? null : read.table(tables, request);
    return table != null && table.spec().refreshAhead();
  }

  /**
   * Plans to read anew what was just answered from memory.
   *
   * @return null if it is not yet time, or somebody else does so
   */
  public @Nullable Flow<?> refresh(DynamoDbRequest request, CachedCall call) {
    CachedRead<DynamoDbRequest, ?> read = CachingOperations.read(request);
    return read == null
        ? null
        : read.refresh(new CachingTables(tables, names, store, async, call), request);
  }

  /** Explains a request, without sending or changing anything. */
  public Explanation explain(DynamoDbRequest request) {
    return new CachingExplainer(tables, store).explain(request);
  }
}
