package dev.evenkeel.timeseries.internal.plan.read;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * What one period's table gave to a page.
 *
 * @param items none if only their count was asked for
 * @param lastKey empty if the table has nothing left
 * @param used null if the caller did not ask for it
 * @param readBytes what was evaluated for it, which may be much more than came back
 * @param answer as it came; null if nothing was asked
 */
record Slice(
    List<Map<String, AttributeValue>> items,
    int count,
    int scannedCount,
    Map<String, AttributeValue> lastKey,
    @Nullable ConsumedCapacity used,
    long readBytes,
    @Nullable DynamoDbResponse answer) {
  /** Of a table that is not there. */
  static final Slice NOTHING = new Slice(List.of(), 0, 0, Map.of(), null, 0, null);
}
