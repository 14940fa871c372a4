package dev.evenkeel.sharding.internal.item;

import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.sharding.internal.layout.LogicalView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * The response to the caller of an UpdateItem.
 *
 * @param returned which values the caller wants returned, or null
 * @param carried attributes that the caller's update did not name and that were set in addition
 */
public record UpdateAnswer(LogicalView view, @Nullable ReturnValue returned, Set<String> carried) {

  /**
   * The response in logical terms.
   *
   * @param reads the capacity consumed before the update
   */
  public UpdateItemResponse logical(UpdateItemResponse response, List<ConsumedCapacity> reads) {
    UpdateItemResponse.Builder logical = response.toBuilder();
    if (response.hasAttributes()) {
      logical.attributes(attributes(response.attributes()));
    }
    if (response.itemCollectionMetrics() != null) {
      logical.itemCollectionMetrics(view.metrics(response.itemCollectionMetrics()));
    }
    return logical.consumedCapacity(CapacitySum.of(reads, response.consumedCapacity())).build();
  }

  /**
   * The answer's attributes: with {@code UPDATED_OLD} and {@code UPDATED_NEW} only those that the
   * caller updated.
   */
  private @Nullable Map<String, AttributeValue> attributes(Map<String, AttributeValue> physical) {
    if (returned != ReturnValue.UPDATED_OLD && returned != ReturnValue.UPDATED_NEW) {
      return view.item(physical);
    }
    Map<String, AttributeValue> updated = new HashMap<>(physical);
    updated.keySet().removeAll(carried);
    return updated.isEmpty() ? null : updated;
  }
}
