package dev.evenkeel.sharding.internal.heat;

import dev.evenkeel.core.internal.operation.TableName;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Signs of heat in answers and failures. */
final class HeatSigns {
  /**
   * Of the reasons the one that is about a key of the table: others are about the table's or the
   * account's throughput, which more shards do not raise, or about an index.
   */
  private static final String HOT_KEY = "TableWriteKeyRangeThroughputExceeded";

  private HeatSigns() {}

  /** Whether a write was throttled for its key. */
  static boolean isHotKey(Throwable failure) {
    for (ThrottlingReason reason : reasons(failure)) {
      if (HOT_KEY.equals(reason.reason())) {
        return true;
      }
    }
    return false;
  }

  private static List<ThrottlingReason> reasons(Throwable failure) {
    if (failure instanceof ThrottlingException e) {
      return e.throttlingReasons();
    }
    if (failure instanceof ProvisionedThroughputExceededException e) {
      return e.throttlingReasons();
    }
    return failure instanceof RequestLimitExceededException e ? e.throttlingReasons() : List.of();
  }

  /**
   * The write units on a table, without those on its indexes where an answer reports them apart.
   */
  static double writeUnits(Object answer, String table) {
    double units = 0;
    for (ConsumedCapacity each : consumed(answer)) {
      boolean isOwn =
          each != null
              && each.tableName() != null
              && TableName.parse(each.tableName()).name().equals(table);
      if (isOwn) {
        Double all = each.table() == null ? each.capacityUnits() : each.table().capacityUnits();
        units += all == null ? 0 : all;
      }
    }
    return units;
  }

  private static Collection<ConsumedCapacity> consumed(Object answer) {
    if (answer instanceof PutItemResponse put) {
      return of(put.consumedCapacity());
    }
    if (answer instanceof UpdateItemResponse update) {
      return of(update.consumedCapacity());
    }
    if (answer instanceof DeleteItemResponse delete) {
      return of(delete.consumedCapacity());
    }
    if (answer instanceof BatchWriteItemResponse batch) {
      return batch.consumedCapacity();
    }
    return answer instanceof TransactWriteItemsResponse transaction
        ? transaction.consumedCapacity()
        : List.of();
  }

  private static List<ConsumedCapacity> of(@Nullable ConsumedCapacity capacity) {
    return capacity == null ? List.of() : List.of(capacity);
  }
}
