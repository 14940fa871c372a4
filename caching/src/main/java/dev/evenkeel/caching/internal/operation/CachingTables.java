package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.internal.store.TierLink;
import dev.evenkeel.caching.internal.store.TierRequest.Removal;
import dev.evenkeel.caching.internal.store.Writing;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.ManagedTables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a client, the items in memory, and the call that is planned.
 *
 * @param names of all tables, without their regions and accounts
 * @param async whether the client is asynchronous
 * @param call holds what the plan takes
 */
record CachingTables(
    ManagedTables<CachedTable> managed,
    List<String> names,
    ItemStore store,
    boolean async,
    CachedCall call) {

  /** The table of this name; null if nothing of it is cached. */
  @Nullable CachedTable find(@Nullable String tableName) {
    return managed.find(tableName);
  }

  /**
   * Sends a write that has begun, and ends it with the call.
   *
   * @param removal what is out of the remote tier after it, if there is one
   */
  <R> Flow<R> written(Writing writing, Flow<R> write, Removal removal) {
    TierLink tier = store.tier();
    Flow<R> tiered =
        tier == null || removal.isOfNothing() ? write : tier.writing(write, removal, call::hold);
    call.hold(writing::end);
    return tiered;
  }
}
