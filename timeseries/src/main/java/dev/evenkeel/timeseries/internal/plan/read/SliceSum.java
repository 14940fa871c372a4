package dev.evenkeel.timeseries.internal.plan.read;

import dev.evenkeel.core.item.CapacitySum;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** What the tables of a page gave in all. */
record SliceSum(List<Slice> slices) {

  List<Map<String, AttributeValue>> items() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    slices.forEach(slice -> items.addAll(slice.items()));
    return items;
  }

  int count() {
    return slices.stream().mapToInt(Slice::count).sum();
  }

  int scannedCount() {
    return slices.stream().mapToInt(Slice::scannedCount).sum();
  }

  /** What was consumed, if that was asked. */
  @Nullable ConsumedCapacity capacity(String asked, @Nullable ReturnConsumedCapacity wanted) {
    List<ConsumedCapacity> used =
        slices.stream().map(Slice::used).filter(Objects::nonNull).toList();
    ConsumedCapacity sum = CapacitySum.of(used);
    return sum == null
        ? CapacitySum.nothing(asked, wanted)
        : sum.toBuilder().tableName(asked).build();
  }

  /** One of the answers; null if nothing was asked. */
  @Nullable DynamoDbResponse answer() {
    return slices.stream().map(Slice::answer).filter(Objects::nonNull).findFirst().orElse(null);
  }
}
