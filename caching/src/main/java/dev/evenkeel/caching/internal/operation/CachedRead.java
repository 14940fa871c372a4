package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.Fetch;
import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.internal.store.Question;
import dev.evenkeel.caching.internal.store.SharedRead;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A read of one item or page, answered from memory. A popular one that is not in memory is read
 * once for all callers that ask for it at the same time.
 *
 * @param <Q> the operation's request
 * @param <R> the operation's response
 */
abstract class CachedRead<Q extends DynamoDbRequest, R extends DynamoDbResponse>
    extends OperationPlan<CachingTables, Q, Flow<R>> {

  /** The place in memory at which the answer to a request would be. */
  record Lookup<R extends DynamoDbResponse>(CachedTable table, ItemKey key, Question<R> question) {}

  CachedRead(Operation operation, Class<Q> type, String summary) {
    super(operation, type, Disposition.REWRITE, summary);
  }

  /** The table that a request reads; null if none of its answers to such requests is cached. */
  abstract @Nullable CachedTable table(ManagedTables<CachedTable> tables, Q request);

  /**
   * Where the answer is if it is in memory; null for a request that is never answered from there:
   * one with credentials or a configuration of its own may not see what others see, and one that
   * wants a consistent read wants it now.
   */
  abstract @Nullable Lookup<R> lookup(CachedTable table, Q request);

  /**
   * How the answer is fetched.
   *
   * @param ahead whether it is in memory, and is read anew ahead of time
   */
  abstract Fetch<R> fetch(ItemStore store, CachedTable table, Q request, boolean ahead);

  /** An answer with the capacity that it has cost this caller: none, unless it says otherwise. */
  abstract R shown(R response, Q request);

  abstract void bypassed(ItemStore store, CachedTable table);

  private @Nullable Lookup<R> lookup(ManagedTables<CachedTable> tables, Q request) {
    CachedTable table = table(tables, request);
    return table == null ? null : lookup(table, request);
  }

  /** The answer that is in memory; null if the request has to be planned. */
  final @Nullable R hit(ManagedTables<CachedTable> tables, ItemStore store, Q request) {
    Lookup<R> lookup = lookup(tables, request);
    R answer = lookup == null ? null : store.hit(lookup.key(), lookup.question());
    return answer == null ? null : shown(answer, request);
  }

  /** Whether a request may be answered from memory. */
  final boolean isFromMemory(ManagedTables<CachedTable> tables, Q request) {
    return lookup(tables, request) != null;
  }

  /** Whether the answer is in memory now. */
  final boolean isInMemory(ManagedTables<CachedTable> tables, ItemStore store, Q request) {
    Lookup<R> lookup = lookup(tables, request);
    return lookup != null && store.has(lookup.key(), lookup.question());
  }

  @Override
  public @Nullable Flow<R> plan(CachingTables tables, Q request) {
    CachedTable table = table(tables.managed(), request);
    if (table == null) {
      return null;
    }
    Lookup<R> lookup = lookup(table, request);
    if (lookup == null) {
      bypassed(tables.store(), table);
      return null;
    }
    return tables.store().isPopular(lookup.key(), lookup.question(), 1)
        ? filling(tables, lookup, request, false)
        : null;
  }

  /** Reads anew what was just answered from memory; null if it is not this caller's to do. */
  final @Nullable Flow<R> refresh(CachingTables tables, Q request) {
    Lookup<R> lookup = lookup(tables.managed(), request);
    return lookup == null || !tables.store().isToBeRefreshed(lookup.key(), lookup.question())
        ? null
        : filling(tables, lookup, request, true);
  }

  /** Reads an answer into memory, and gives it. */
  private Flow<R> filling(CachingTables tables, Lookup<R> lookup, Q request, boolean ahead) {
    return new SharedRead<>(
            tables.store(),
            lookup.table(),
            lookup.key(),
            lookup.question(),
            fetch(tables.store(), lookup.table(), request, ahead),
            ahead,
            tables.async(),
            tables.call()::hold)
        .flow()
        .map(response -> shown(response, request));
  }
}
