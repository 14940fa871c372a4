package dev.evenkeel.timeseries.internal.plan.archive;

import static dev.evenkeel.timeseries.internal.plan.archive.Attributes.ofNumber;
import static dev.evenkeel.timeseries.internal.plan.archive.Attributes.ofText;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.flow.Done;
import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.flow.TableCall;
import dev.evenkeel.core.lease.Lease;
import dev.evenkeel.core.lease.Leases;
import dev.evenkeel.timeseries.internal.plan.ledger.LedgerFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Notes of a work that takes many runs, in a partition of the control table: a header and what
 * hangs on it. A run claims the header before it notes anything: from then on nothing of a run
 * before, which may only be paused, is written any more.
 */
public final class FencedNotes {
  /** The attribute that fences runs off. */
  static final String FENCE = "fence";

  private static final int WIDTH = 8;

  private final String controlTable;
  private final String partition;
  private final String header;

  /**
   * Notes in one partition.
   *
   * @param header the sort key of the header
   */
  public FencedNotes(String controlTable, String partition, String header) {
    this.controlTable = controlTable;
    this.partition = partition;
    this.header = header;
  }

  /** Where they are. */
  String controlTable() {
    return controlTable;
  }

  /** Which they are. */
  String partition() {
    return partition;
  }

  private Map<String, AttributeValue> key(String sort) {
    return Map.of(LedgerFormat.PARTITION, ofText(partition), LedgerFormat.SORT, ofText(sort));
  }

  /** All of them, with their keys: a consistent query. */
  public Flow<List<Map<String, AttributeValue>>> read() {
    return Flow.defer(() -> page(new ArrayList<>(), null));
  }

  private Flow<List<Map<String, AttributeValue>>> page(
      List<Map<String, AttributeValue>> items, @Nullable Map<String, AttributeValue> start) {
    QueryRequest request =
        QueryRequest.builder()
            .tableName(controlTable)
            .consistentRead(true)
            .keyConditionExpression("#pk = :notes")
            .expressionAttributeNames(Map.of("#pk", LedgerFormat.PARTITION))
            .expressionAttributeValues(Map.of(":notes", ofText(partition)))
            .exclusiveStartKey(start)
            .build();
    return TableCall.query(request).then(answer -> next(items, answer));
  }

  private Flow<List<Map<String, AttributeValue>>> next(
      List<Map<String, AttributeValue>> items, QueryResponse answer) {
    items.addAll(answer.items());
    return answer.hasLastEvaluatedKey() && !answer.lastEvaluatedKey().isEmpty()
        ? page(items, answer.lastEvaluatedKey())
        : Flow.of(items);
  }

  /** Writes the header as this run's: what runs before still send is refused. */
  public Flow<Done> claim(Map<String, AttributeValue> attributes, Lease lease) {
    Map<String, AttributeValue> item = new HashMap<>(attributes);
    item.putAll(key(header));
    item.put(FENCE, ofNumber(lease.fence()));
    PutItemRequest request =
        PutItemRequest.builder()
            .tableName(controlTable)
            .item(item)
            .conditionExpression("attribute_not_exists(#fence) OR #fence <= :fence")
            .expressionAttributeNames(Map.of("#fence", FENCE))
            .expressionAttributeValues(Map.of(":fence", ofNumber(lease.fence())))
            .build();
    return TableCall.put(request)
        .map(answer -> Done.DONE)
        .recover(failure -> outrun(failure, lease));
  }

  /** One transaction of two items: the note, if the header is still this run's. */
  public Flow<Done> note(String sort, Map<String, AttributeValue> attributes, Lease lease) {
    Map<String, AttributeValue> item = new HashMap<>(attributes);
    item.putAll(key(sort));
    ConditionCheck mine =
        ConditionCheck.builder()
            .tableName(controlTable)
            .key(key(header))
            .conditionExpression("#fence = :fence")
            .expressionAttributeNames(Map.of("#fence", FENCE))
            .expressionAttributeValues(Map.of(":fence", ofNumber(lease.fence())))
            .build();
    Put put = Put.builder().tableName(controlTable).item(item).build();
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(
                List.of(
                    TransactWriteItem.builder().conditionCheck(mine).build(),
                    TransactWriteItem.builder().put(put).build()))
            .build();
    return TableCall.transactWrite(request)
        .map(answer -> Done.DONE)
        .recover(failure -> outrun(failure, lease));
  }

  /** Who meets another fence has lost the lease, which renewing tells in its own words. */
  private Flow<Done> outrun(Throwable failure, Lease lease) {
    boolean isOutrun =
        failure instanceof ConditionalCheckFailedException
            || (failure instanceof TransactionCanceledException cancelled
                && cancelled.cancellationReasons().stream()
                    .anyMatch(reason -> "ConditionalCheckFailed".equals(reason.code())));
    if (!isOutrun) {
      return Flow.failed(failure);
    }
    return Leases.renew(lease)
        .then(
            held ->
                Flow.failed(
                    new DecoratorException(
                        "Another run has taken over '%s' in control table '%s'. Run again: it goes on from what is noted."
                            .formatted(partition, controlTable),
                        failure)));
  }

  /** Takes out notes, and the header last: what breaks off in between is repeated. */
  public Flow<Done> clear(List<String> sorts) {
    return Flow.all(sorts.stream().map(this::delete).toList(), WIDTH).then(done -> delete(header));
  }

  private Flow<Done> delete(String sort) {
    return TableCall.delete(
            DeleteItemRequest.builder().tableName(controlTable).key(key(sort)).build())
        .map(answer -> Done.DONE);
  }
}
