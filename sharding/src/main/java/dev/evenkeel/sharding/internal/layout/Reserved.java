package dev.evenkeel.sharding.internal.layout;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The shards that keys have had, or are about to have: no other key may take a place of theirs. A
 * client that still acts on an older layout, or a request that comes late, would otherwise meet
 * items of another key there. Numbers begin with 0, and all below a count are reserved.
 *
 * @param all how many each key has had; 0 for none
 * @param keys how many single keys have had, canonical
 * @param bindsAll whether no key at all may read like a reserved shard, since all are about to be
 *     plain; otherwise only a plain one may not
 */
public record Reserved(int all, Map<AttributeValue, Integer> keys, boolean bindsAll) {

  /** No shards. */
  public static final Reserved NONE = new Reserved(0, Map.of());

  public Reserved {
    keys = Map.copyOf(keys);
  }

  /** Those that keys have had. */
  public Reserved(int all, Map<AttributeValue, Integer> keys) {
    this(all, keys, false);
  }

  public boolean isEmpty() {
    return all == 0 && keys.isEmpty();
  }

  /** How many shards of a key are reserved. */
  int of(AttributeValue key) {
    return Math.max(all, keys.getOrDefault(key, 0));
  }

  /**
   * The same, and so many shards at least.
   *
   * @param key canonical; null for each key
   */
  public Reserved with(@Nullable AttributeValue key, int shards) {
    if (key == null) {
      return new Reserved(Math.max(all, shards), keys, bindsAll);
    }
    Map<AttributeValue, Integer> more = new HashMap<>(keys);
    more.merge(key, shards, Math::max);
    return new Reserved(all, more, bindsAll);
  }

  /** The same for all keys, plain or not. */
  public Reserved bindingAll() {
    return new Reserved(all, keys, true);
  }
}
