package dev.evenkeel.timeseries.internal.plan.read;

import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.page.Evaluated;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * How to find out what DynamoDB evaluated for an answer: by its items, or by its read units, which
 * are asked for where items do not tell. That costs nothing.
 *
 * @param asStored whether items come as they are stored, and all of them
 * @param asked the capacity that the caller wants to know
 */
record ReadMeasure(boolean asStored, @Nullable String asked, boolean consistent) {

  /** Whether the caller wants to know the capacity used. */
  boolean isAsked() {
    return asked != null && !asked.equals(ReturnConsumedCapacity.NONE.toString());
  }

  /** What a request asks for. */
  @Nullable String toSend() {
    return asStored || isAsked() ? asked : ReturnConsumedCapacity.TOTAL.toString();
  }

  /** The capacity used, if the caller wants to know it. */
  @Nullable ConsumedCapacity shown(@Nullable ConsumedCapacity used) {
    return isAsked() ? used : null;
  }

  /** What was evaluated. */
  long bytes(
      int scannedCount, List<Map<String, AttributeValue>> items, @Nullable ConsumedCapacity used) {
    long returned = items.stream().mapToLong(ItemSize::bytes).sum();
    return Evaluated.of(scannedCount, returned, asStored ? null : used, consistent).bytes();
  }
}
