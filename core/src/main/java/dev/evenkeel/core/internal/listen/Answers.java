package dev.evenkeel.core.internal.listen;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ReadWriteUnits;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

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

  /** The consumed capacity in the response; null if it has none. */
  static @Nullable ReadWriteUnits units(@Nullable Object response) {
    CapacityUnits reads = sum(readsOf(response));
    if (reads != null) {
      return ReadWriteUnits.ofReads(reads);
    }
    CapacityUnits writes = sum(writesOf(response));
    return writes == null ? null : ReadWriteUnits.ofWrites(writes);
  }

  private static Collection<? extends @Nullable ConsumedCapacity> readsOf(
      @Nullable Object response) {
    if (response instanceof QueryResponse query) {
      return reported(query.consumedCapacity());
    }
    if (response instanceof GetItemResponse get) {
      return reported(get.consumedCapacity());
    }
    if (response instanceof ScanResponse scan) {
      return reported(scan.consumedCapacity());
    }
    if (response instanceof BatchGetItemResponse batch) {
      return batch.consumedCapacity();
    }
    return response instanceof TransactGetItemsResponse transaction
        ? transaction.consumedCapacity()
        : List.of();
  }

  private static Collection<? extends @Nullable ConsumedCapacity> writesOf(
      @Nullable Object response) {
    if (response instanceof PutItemResponse put) {
      return reported(put.consumedCapacity());
    }
    if (response instanceof UpdateItemResponse update) {
      return reported(update.consumedCapacity());
    }
    if (response instanceof DeleteItemResponse delete) {
      return reported(delete.consumedCapacity());
    }
    if (response instanceof BatchWriteItemResponse batch) {
      return batch.consumedCapacity();
    }
    return response instanceof TransactWriteItemsResponse transaction
        ? transaction.consumedCapacity()
        : List.of();
  }

  private static List<ConsumedCapacity> reported(@Nullable ConsumedCapacity capacity) {
    return capacity == null ? List.of() : List.of(capacity);
  }

  private static @Nullable CapacityUnits sum(
      Collection<? extends @Nullable ConsumedCapacity> parts) {
    return parts.stream()
        .filter(Objects::nonNull)
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
