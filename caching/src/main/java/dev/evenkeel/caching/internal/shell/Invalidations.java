package dev.evenkeel.caching.internal.shell;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.internal.store.TierLink;
import dev.evenkeel.caching.internal.store.TierRequest.Removal;
import dev.evenkeel.caching.internal.store.TierRequest.Removed;
import dev.evenkeel.caching.spec.InvalidationSource;
import dev.evenkeel.core.internal.operation.TableName;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Removes items that were written elsewhere from memory and from the remote tier. Reads that began
 * before are not stored.
 *
 * @param tier begins a removal, which does not fail; null if there is none
 */
public record Invalidations(
    ItemStore store, @Nullable Function<Removal, CompletableFuture<Removed>> tier)
    implements InvalidationSource.Listener {

  @Override
  public void written(String tableName, Map<String, AttributeValue> key) {
    CachedTable table = store.table(TableName.parse(tableName).name());
    List<ItemKey> touched = table == null ? List.of() : table.touchedBy(key);
    if (table != null && !touched.isEmpty()) {
      List<ItemKey> items = Stream.ofNullable(table.key(key)).toList();
      out(Removal.of(items), () -> store.writing(touched).end());
    }
  }

  @Override
  public void lost() {
    List<String> all = store.tableNames();
    if (!all.isEmpty()) {
      out(Removal.ofAll(all), () -> store.writingAll(all).end());
    }
  }

  /** At once, and again when the tier cannot bring it back. */
  private void out(Removal removal, Runnable outOfMemory) {
    outOfMemory.run();
    TierLink link = store.tier();
    if (link == null || tier == null || removal.isOfNothing()) {
      return;
    }
    var unused =
        tier.apply(removal)
            .thenAccept(
                removed -> {
                  link.settled(removal, removed);
                  outOfMemory.run();
                });
  }
}
