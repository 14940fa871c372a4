package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.internal.answer.FailedConditions;
import dev.evenkeel.sharding.internal.layout.KeyCodec.ShardedKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Translates answers to logical terms. Values that are no physical keys of this table stay
 * unchanged: an item that bypassed this library is shown, not hidden. The numbers that spread
 * indexes are removed.
 */
public final class LogicalView {
  private final String partitionKey;
  private final KeyCodec codec;
  private final Set<String> hidden;

  LogicalView(String partitionKey, KeyCodec codec, Set<String> hidden) {
    this.partitionKey = partitionKey;
    this.codec = codec;
    this.hidden = hidden;
  }

  /** An item, a key or the attributes of a return value. */
  public Map<String, AttributeValue> item(Map<String, AttributeValue> physical) {
    AttributeValue key = physical.get(partitionKey);
    ShardedKey logical = key == null || codec.isIdentity() ? null : codec.decode(key);
    if (logical == null && hidden.isEmpty()) {
      return physical;
    }
    Map<String, AttributeValue> item = ManagedTable.copyOf(physical);
    if (!hidden.isEmpty()) {
      item.keySet().removeAll(hidden);
    }
    if (logical != null) {
      item.put(partitionKey, logical.key());
    }
    return item;
  }

  public List<Map<String, AttributeValue>> items(List<Map<String, AttributeValue>> physical) {
    return physical.stream().map(this::item).toList();
  }

  /**
   * A page of a query.
   *
   * @param startKey gives the start key after the page in logical terms
   */
  public QueryResponse page(
      QueryResponse physical, UnaryOperator<Map<String, AttributeValue>> startKey) {
    QueryResponse.Builder logical = physical.toBuilder();
    if (physical.hasItems()) {
      logical.items(items(physical.items()));
    }
    if (!physical.lastEvaluatedKey().isEmpty()) {
      logical.lastEvaluatedKey(startKey.apply(physical.lastEvaluatedKey()));
    }
    return logical.build();
  }

  public ItemCollectionMetrics metrics(ItemCollectionMetrics metrics) {
    return metrics.toBuilder().itemCollectionKey(item(metrics.itemCollectionKey())).build();
  }

  /** A failure as the caller may see it: of the same class, with a logical item. */
  public Throwable failure(Throwable cause) {
    if (!(cause instanceof ConditionalCheckFailedException failed) || !failed.hasItem()) {
      return cause;
    }
    Map<String, AttributeValue> item = item(failed.item());
    return item == failed.item() ? failed : FailedConditions.withItem(failed, item);
  }
}
