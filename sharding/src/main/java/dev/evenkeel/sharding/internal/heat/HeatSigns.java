package dev.evenkeel.sharding.internal.heat;

import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.internal.pace.Metering;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** Signs of heat in answers and failures. */
final class HeatSigns {
  /**
   * Of the reasons the one that is about keys of the table: others are about the table's or the
   * account's throughput, which more shards do not raise, or about an index. It is given for a
   * partition, so all of its keys get it, and for the keys of a table that has not grown yet.
   */
  private static final String HOT_KEY = "TableWriteKeyRangeThroughputExceeded";

  private HeatSigns() {}

  /** Whether a write was throttled for its key; never with an SDK that does not tell reasons. */
  static boolean isHotKey(Throwable failure) {
    return failure instanceof SdkPojo exception
        && member(exception, "throttlingReasons") instanceof List<?> reasons
        && reasons.stream()
            .anyMatch(
                each -> each instanceof SdkPojo reason && HOT_KEY.equals(member(reason, "reason")));
  }

  /**
   * A member that older SDKs do not have; null there, too. Exceptions differ in its first letter.
   */
  private static @Nullable Object member(SdkPojo of, String name) {
    return of.sdkFields().stream()
        .filter(field -> field.locationName().equalsIgnoreCase(name))
        .map(field -> field.getValueOrDefault(of))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /**
   * The write units on a table, without those on its indexes where an answer reports them apart.
   */
  static double writeUnits(DynamoDbResponse answer, String table) {
    double units = 0;
    for (ConsumedCapacity each : Metering.consumed(answer)) {
      boolean isOwn =
          each.tableName() != null && TableName.parse(each.tableName()).name().equals(table);
      if (isOwn) {
        Double all = each.table() == null ? each.capacityUnits() : each.table().capacityUnits();
        units += all == null ? 0 : all;
      }
    }
    return units;
  }
}
