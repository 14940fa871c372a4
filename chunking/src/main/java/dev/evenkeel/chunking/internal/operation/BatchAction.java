package dev.evenkeel.chunking.internal.operation;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.write.ItemWrite;
import dev.evenkeel.chunking.internal.write.ManagedCondition;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.RequestLimits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * One put or delete of a batch.
 *
 * @param tableName as the caller named the table
 * @param request as the caller wrote it
 * @param stored as it is sent in a batch
 * @param write the write of large values; null on a table that has none
 */
record BatchAction(
    String tableName, WriteRequest request, WriteRequest stored, @Nullable ItemWrite write) {
  static Flow<BatchAction> of(
      Call call, @Nullable TableStores stores, String tableName, WriteRequest request) {
    PutRequest put = request.putRequest();
    DeleteRequest delete = request.deleteRequest();
    if (stores == null || isNonsense(request)) {
      return Flow.of(new BatchAction(tableName, request, request, null));
    }
    ManagedCondition none = new ManagedCondition(call, stores.table(), null, Map.of(), Map.of());
    if (delete != null) {
      return Flow.of(
          new BatchAction(
              tableName, request, request, new DeleteItem.Write(stores, delete.key(), none)));
    }
    return PutItem.Write.of(stores, requireNonNull(put).item(), none)
        .map(write -> put(tableName, request, write));
  }

  /** DynamoDB refuses what is not one put or one delete. */
  private static boolean isNonsense(WriteRequest request) {
    return (request.putRequest() == null) == (request.deleteRequest() == null);
  }

  private static BatchAction put(String tableName, WriteRequest request, PutItem.Write write) {
    WriteRequest stored =
        WriteRequest.builder()
            .putRequest(PutRequest.builder().item(write.item(Map.of())).build())
            .build();
    return new BatchAction(tableName, request, stored, write);
  }

  /** Whether its item is going to point to something outside. */
  boolean moves() {
    return write != null && write.pointsOutside();
  }

  /** Whether what it replaces may have something outside. */
  boolean mayReplace() {
    return write != null && write.table().spec().movesValues();
  }

  ItemWrite requireWrite() {
    return requireNonNull(write);
  }

  /** The action that DynamoDB hands back as unprocessed. */
  static BatchAction find(List<BatchAction> actions, String tableName, WriteRequest left) {
    return actions.stream()
        .filter(action -> action.stored().equals(left))
        .filter(action -> isNamed(action, tableName))
        .findFirst()
        .orElseGet(
            () ->
                actions.stream()
                    .filter(action -> action.hasKeyOf(left))
                    .findFirst()
                    .orElse(new BatchAction(tableName, left, left, null)));
  }

  private static boolean isNamed(BatchAction action, String tableName) {
    return action.tableName().equals(tableName)
        || (action.write() != null && action.write().table().isNamed(tableName));
  }

  /** Numbers may come back written in another way. */
  private boolean hasKeyOf(WriteRequest left) {
    if (write == null) {
      return false;
    }
    Map<String, AttributeValue> other =
        left.putRequest() != null ? left.putRequest().item() : left.deleteRequest().key();
    return write.key().keySet().stream().allMatch(other::containsKey)
        && identity().equals(write.table().identity(other));
  }

  private Object identity() {
    return requireWrite().table().identity(requireWrite().key());
  }

  /**
   * Whether DynamoDB refuses a batch for the number of its actions, for one that is none, or for
   * naming an item twice. In parts it might not notice.
   */
  static boolean areRefused(List<BatchAction> some, List<BatchAction> others) {
    List<BatchAction> all = new ArrayList<>(some);
    all.addAll(others);
    if (all.size() > RequestLimits.BATCH_WRITES_MAX
        || all.stream().anyMatch(action -> isNonsense(action.request()))) {
      return true;
    }
    Set<Object> identities = new HashSet<>();
    return all.stream()
        .filter(action -> action.write() != null)
        .anyMatch(action -> !identities.add(action.identity()));
  }
}
