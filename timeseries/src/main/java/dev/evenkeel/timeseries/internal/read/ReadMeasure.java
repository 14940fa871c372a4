package dev.evenkeel.timeseries.internal.read;

import dev.evenkeel.core.internal.page.SourceQuery.Evaluated;
import dev.evenkeel.core.item.ItemSize;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Measures what DynamoDB evaluated for a response: by its items, or by its read units, which are
 * asked for where items do not tell. Asking costs nothing.
 *
 * @param asStored whether items come as they are stored, and all of them
 * @param wantedCapacity the capacity that the caller wants to know
 */
public record ReadMeasure(boolean asStored, @Nullable String wantedCapacity, boolean consistent) {

  /** The measure of a query or scan with these members. */
  public static ReadMeasure of(
      @Nullable String filter,
      @Nullable String projection,
      @Nullable Select select,
      @Nullable String index,
      @Nullable String capacity,
      @Nullable Boolean consistent) {
    boolean whole = select != Select.COUNT && (index == null || select != Select.ALL_ATTRIBUTES);
    return new ReadMeasure(
        filter == null && projection == null && whole, capacity, Boolean.TRUE.equals(consistent));
  }

  private boolean wantsCapacity() {
    return wantedCapacity != null && !wantedCapacity.equals(ReturnConsumedCapacity.NONE.toString());
  }

  /** The ReturnConsumedCapacity of the requests to tables. */
  public @Nullable String toSend() {
    return asStored || wantsCapacity() ? wantedCapacity : ReturnConsumedCapacity.TOTAL.toString();
  }

  /** The page of a table, from the members of its response. */
  public TablePage page(
      List<Map<String, AttributeValue>> items,
      int count,
      int scannedCount,
      Map<String, AttributeValue> lastKey,
      @Nullable ConsumedCapacity used,
      DynamoDbResponse answer) {
    long returned = items.stream().mapToLong(ItemSize::bytes).sum();
    long read = Evaluated.of(scannedCount, returned, asStored ? null : used, consistent).bytes();
    return new TablePage(
        items, count, scannedCount, lastKey, wantsCapacity() ? used : null, read, answer);
  }
}
