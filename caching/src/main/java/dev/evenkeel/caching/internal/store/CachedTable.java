package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.item.KeyAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A table of which items are cached.
 *
 * @param name its plain name
 */
public record CachedTable(
    CachingSpec spec, String name, KeyAttribute partition, @Nullable KeyAttribute sort) {

  /** The table of a spec. */
  public static CachedTable of(CachingSpec spec) {
    return new CachedTable(
        spec,
        TableName.parse(spec.tableName()).name(),
        spec.key().partitionKey(),
        spec.key().sortKey());
  }

  /** Whether this is the same table, however it is named, and cached alike. */
  public boolean isLike(CachedTable other) {
    return name.equals(other.name) && namedPlainly().equals(other.namedPlainly());
  }

  private CachingSpec namedPlainly() {
    return new CachingSpec(
        name,
        spec.key(),
        spec.timeToLive(),
        spec.missing(),
        spec.popularAt(),
        spec.popularWithin(),
        spec.eventual(),
        spec.refreshAhead(),
        spec.pages());
  }

  /** The key of all pages of a partition key value; null if it is none, which DynamoDB refuses. */
  public @Nullable ItemKey pagesOf(AttributeValue partitionKey) {
    AttributeValue known = canonical(partition, Map.of(partition.name(), partitionKey));
    return known == null ? null : ItemKey.ofPages(name, known);
  }

  /**
   * What a write of an item with these attributes takes out of memory: the item, and the pages that
   * it may be on. These also if the sort key is not the spec's: it may be the table's.
   */
  public List<ItemKey> touchedBy(Map<String, AttributeValue> attributes) {
    List<ItemKey> touched = new ArrayList<>();
    AttributeValue first = spec.pages() ? canonical(partition, attributes) : null;
    if (first != null) {
      touched.add(ItemKey.ofPages(name, first));
    }
    ItemKey item = key(attributes);
    if (item != null) {
      touched.add(item);
    }
    return touched;
  }

  /** The key of the pages that an item may be on; none if pages are not cached. */
  List<ItemKey> pagesWith(ItemKey item) {
    return spec.pages() ? List.of(ItemKey.ofPages(name, item.partition())) : List.of();
  }

  /** The key of an item; null if these attributes hold none, which DynamoDB will refuse. */
  public @Nullable ItemKey key(Map<String, AttributeValue> attributes) {
    AttributeValue first = canonical(partition, attributes);
    AttributeValue second = sort == null ? null : canonical(sort, attributes);
    return first == null || (sort != null && second == null)
        ? null
        : new ItemKey(name, first, second);
  }

  /** The key that a read asks for; null if these are not its attributes, which DynamoDB refuses. */
  public @Nullable ItemKey keyOfRead(Map<String, AttributeValue> attributes) {
    return attributes.size() == (sort == null ? 1 : 2) ? key(attributes) : null;
  }

  private static @Nullable AttributeValue canonical(
      KeyAttribute attribute, Map<String, AttributeValue> attributes) {
    AttributeValue value = attributes.get(attribute.name());
    if (value == null || !attribute.accepts(value)) {
      return null;
    }
    return value.b() == null ? CanonicalNumber.orNull(value) : OwnBytes.of(value);
  }
}
