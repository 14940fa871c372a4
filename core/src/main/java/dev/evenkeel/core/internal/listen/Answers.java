package dev.evenkeel.core.internal.listen;

import dev.evenkeel.core.internal.pace.Metering;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.core.operation.Operation.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

/** Counts in responses of item operations; a response of another kind has none. */
final class Answers {
  private Answers() {}

  /** Items found, or evaluated. */
  static long rowsRead(@Nullable Object response) {
    if (response instanceof QueryResponse query) {
      return orElse(query.scannedCount(), query.items().size());
    }
    if (response instanceof ScanResponse scan) {
      return orElse(scan.scannedCount(), scan.items().size());
    }
    return rowsReturned(response);
  }

  /** Items in the response, or their count. */
  static long rowsReturned(@Nullable Object response) {
    if (response instanceof QueryResponse query) {
      return orElse(query.count(), query.items().size());
    }
    if (response instanceof ScanResponse scan) {
      return orElse(scan.count(), scan.items().size());
    }
    if (response instanceof GetItemResponse get) {
      return get.hasItem() ? 1 : 0;
    }
    if (response instanceof BatchGetItemResponse batch) {
      return batch.responses().values().stream().mapToLong(List::size).sum();
    }
    return response instanceof TransactGetItemsResponse transaction
        ? transaction.responses().stream().filter(ItemResponse::hasItem).count()
        : 0;
  }

  /** Keys or items of a batch that were not processed. */
  static int rowsUnprocessed(@Nullable Object response) {
    if (response instanceof BatchGetItemResponse batch) {
      return batch.unprocessedKeys().values().stream().mapToInt(keys -> keys.keys().size()).sum();
    }
    return response instanceof BatchWriteItemResponse batch
        ? batch.unprocessedItems().values().stream().mapToInt(Collection::size).sum()
        : 0;
  }

  /**
   * The consumed capacity in a response; null if it has none.
   *
   * @param kind of the operation: of one that works on no items the units are not known
   */
  static @Nullable ReadWriteUnits units(Kind kind, @Nullable DynamoDbResponse response) {
    CapacityUnits units = response == null ? null : sum(Metering.consumed(response));
    if (units == null) {
      return null;
    }
    return switch (kind) {
      case ITEM_READ -> ReadWriteUnits.ofReads(units);
      case ITEM_WRITE -> ReadWriteUnits.ofWrites(units);
      default -> null;
    };
  }

  private static @Nullable CapacityUnits sum(List<ConsumedCapacity> parts) {
    return parts.stream()
        .map(ConsumedCapacity::capacityUnits)
        .filter(Objects::nonNull)
        .map(units -> new CapacityUnits(Math.round(units * 2)))
        .reduce(CapacityUnits::plus)
        .orElse(null);
  }

  private static long orElse(@Nullable Integer count, int otherwise) {
    return count == null ? otherwise : count;
  }
}
