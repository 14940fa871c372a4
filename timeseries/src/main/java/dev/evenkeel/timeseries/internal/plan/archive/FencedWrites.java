package dev.evenkeel.timeseries.internal.plan.archive;

import static dev.evenkeel.timeseries.internal.plan.ledger.StoredAttributes.ofNumber;
import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.timeseries.internal.plan.ledger.ControlQuery;
import dev.evenkeel.timeseries.internal.plan.ledger.LedgerFormat;
import dev.evenkeel.timeseries.internal.plan.ledger.StoredAttributes;
import dev.evenkeel.timeseries.internal.plan.ledger.WriteConflicts;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * Records of a job over many runs, in a partition of the control table: a header and dependent
 * items. A run claims the header before it writes: from then on writes of an earlier, paused run
 * are refused.
 */
public final class FencedWrites {
  /** The attribute of the fence. */
  static final String FENCE = "fence";

  private static final Map<String, String> FENCE_NAME = Map.of("#fence", FENCE);
  private static final String UNFENCED = "attribute_not_exists(#fence) OR #fence <= :fence";

  /** AWS, TransactWriteItems: 100 items, of which one is the check. */
  private static final int DELETES_MAX = 99;

  private final String controlTable;
  private final String partition;
  private final String header;
  private final Supplier<Lease> lease;

  /** The fence of the header as it was last read or written; 0 without one. */
  private long known;

  /**
   * Notes in one partition; none is read yet.
   *
   * @param header the sort key of the header
   * @param lease that is held now
   */
  public FencedWrites(String controlTable, String partition, String header, Supplier<Lease> lease) {
    this.controlTable = controlTable;
    this.partition = partition;
    this.header = header;
    this.lease = lease;
  }

  /** That is held now. */
  Lease lease() {
    return lease.get();
  }

  private Map<String, AttributeValue> key(String sort) {
    return LedgerFormat.key(partition, sort);
  }

  /**
   * Reads all of them: a consistent query, by their size.
   *
   * @param taker takes each with its sort key; an IllegalArgumentException means that it cannot be
   *     read
   */
  public Flow<Done> read(BiConsumer<String, Map<String, AttributeValue>> taker) {
    return ControlQuery.partition(controlTable, partition)
        .atResult(items -> items.forEach(item -> take(item, taker)))
        .map(items -> Done.DONE);
  }

  private void take(
      Map<String, AttributeValue> item, BiConsumer<String, Map<String, AttributeValue>> taker) {
    String sort = requireNonNull(item.get(LedgerFormat.SORT)).s();
    try {
      taker.accept(sort, item);
      known = sort.equals(header) ? new StoredAttributes(item).number(FENCE) : known;
    } catch (IllegalArgumentException e) {
      throw LifecycleException.newerLedger(
          controlTable, partition, sort, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Claims the header for this run, if it is unchanged: later writes of earlier runs are refused. A
   * removed header is never recreated, as old records may still depend on it.
   */
  public Flow<Done> claim(Map<String, AttributeValue> attributes) {
    Map<String, AttributeValue> values = new HashMap<>(fence());
    if (known != 0) {
      values.put(":known", ofNumber(known));
    }
    Map<String, AttributeValue> item = new HashMap<>(attributes);
    item.putAll(key(header));
    item.put(FENCE, ofNumber(lease().fence()));
    PutItemRequest request =
        PutItemRequest.builder()
            .tableName(controlTable)
            .item(item)
            .conditionExpression(
                known == 0
                    ? "attribute_not_exists(#fence) OR #fence = :fence"
                    : "#fence <= :fence AND #fence IN (:known, :fence)")
            .expressionAttributeNames(FENCE_NAME)
            .expressionAttributeValues(values)
            .build();
    return sent(() -> TableCall.put(request).map(answer -> Done.DONE))
        .atResult(done -> known = lease().fence());
  }

  /** Writes a note in one transaction with a check that the header is still this run's. */
  public Flow<Done> note(String sort, Map<String, AttributeValue> attributes) {
    Map<String, AttributeValue> item = new HashMap<>(attributes);
    item.putAll(key(sort));
    Put put = Put.builder().tableName(controlTable).item(item).build();
    return change(TransactWriteItem.builder().put(put).build());
  }

  /**
   * Makes any change in the control table in one transaction with a check that the header is still
   * this run's. A condition of its own that fails is a failure of the transaction.
   */
  public Flow<Done> change(TransactWriteItem change) {
    return send(List.of(check("#fence = :fence"), change));
  }

  /**
   * Removes the records, and the header last: an aborted removal is repeated. A run that was
   * overtaken removes none: they may belong to a newer archive or restore.
   */
  public Flow<Done> clear(List<String> sorts) {
    return Flow.defer(() -> clear(sorts, 0)).atResult(done -> known = 0);
  }

  private Flow<Done> clear(List<String> sorts, int from) {
    if (from >= sorts.size()) {
      DeleteItemRequest last =
          DeleteItemRequest.builder()
              .tableName(controlTable)
              .key(key(header))
              .conditionExpression(UNFENCED)
              .expressionAttributeNames(FENCE_NAME)
              .expressionAttributeValues(fence())
              .build();
      return sent(() -> TableCall.delete(last).map(answer -> Done.DONE));
    }
    int to = Math.min(sorts.size(), from + DELETES_MAX);
    List<TransactWriteItem> items = new ArrayList<>(List.of(check(UNFENCED)));
    for (String sort : sorts.subList(from, to)) {
      Delete delete = Delete.builder().tableName(controlTable).key(key(sort)).build();
      items.add(TransactWriteItem.builder().delete(delete).build());
    }
    return send(items).then(done -> clear(sorts, to));
  }

  /** Removes the header alone, as part of a transaction with its own fence. */
  TransactWriteItem withoutHeader() {
    Delete delete = Delete.builder().tableName(controlTable).key(key(header)).build();
    return TransactWriteItem.builder().delete(delete).build();
  }

  private TransactWriteItem check(String condition) {
    ConditionCheck check =
        ConditionCheck.builder()
            .tableName(controlTable)
            .key(key(header))
            .conditionExpression(condition)
            .expressionAttributeNames(FENCE_NAME)
            .expressionAttributeValues(fence())
            .build();
    return TransactWriteItem.builder().conditionCheck(check).build();
  }

  /** A renewal keeps it. */
  private Map<String, AttributeValue> fence() {
    return Map.of(":fence", ofNumber(lease().fence()));
  }

  /** The first item is about the header. */
  private Flow<Done> send(List<TransactWriteItem> items) {
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder().transactItems(items).build();
    return sent(() -> TableCall.transactWrite(request).map(answer -> Done.DONE));
  }

  private Flow<Done> sent(Supplier<Flow<Done>> write) {
    return WriteConflicts.repeated(write).recover(this::onFenceFailure);
  }

  private Flow<Done> onFenceFailure(Throwable failure) {
    return WriteConflicts.onFenceFailure(
        failure,
        lease(),
        "Another run has taken over '%s' in control table '%s'. Run again: it continues from the recorded progress."
            .formatted(partition, controlTable));
  }
}
