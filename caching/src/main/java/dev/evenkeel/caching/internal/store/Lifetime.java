package dev.evenkeel.caching.internal.store;

import com.github.benmanes.caffeine.cache.Expiry;
import java.util.Comparator;

/** Removes items all of whose answers have expired. */
final class Lifetime implements Expiry<ItemKey, KnownItem> {

  @Override
  public long expireAfterCreate(ItemKey key, KnownItem item, long now) {
    return item.answers().values().stream()
        .map(answer -> answer.until() - now)
        .max(Comparator.naturalOrder())
        .orElse(0L);
  }

  @Override
  public long expireAfterUpdate(ItemKey key, KnownItem item, long now, long left) {
    return expireAfterCreate(key, item, now);
  }

  @Override
  public long expireAfterRead(ItemKey key, KnownItem item, long now, long left) {
    return left;
  }
}
