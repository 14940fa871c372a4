package dev.evenkeel.sharding.internal.item;

import dev.evenkeel.core.internal.answer.FailedConditions;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.internal.item.GuardedCondition.Guard;
import dev.evenkeel.sharding.internal.layout.LogicalView;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.ItemLookupException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * Probes every shard for an item and writes where it was found. The write has a guard that the item
 * is still there; if the item appeared or vanished in between, the probe is repeated, {@value
 * #ATTEMPTS_MAX} times in all.
 */
public final class FindThenWrite<R> {
  static final int ATTEMPTS_MAX = 3;

  private final Call call;
  private final Flow<GetItemResponse> probe;
  private final ItemWrite<R> write;
  private final LogicalView view;
  private final List<ConsumedCapacity> reads = new ArrayList<>();

  private FindThenWrite(
      Call call, Flow<GetItemResponse> probe, ItemWrite<R> write, LogicalView view) {
    this.call = call;
    this.probe = probe;
    this.write = write;
    this.view = view;
  }

  /**
   * A write of an item. The reads that look for it are consistent and ask for the key only, which
   * takes less to transfer and costs the same.
   *
   * @param read of the item, with the settings of the write; its key is the logical one, without
   *     extra determinants
   * @throws dev.evenkeel.core.RefusedOperationException if there are more shards than may be probed
   */
  public static <R> Plan<R> of(
      Call call,
      ShardedTable table,
      AttributeValue canonicalKey,
      GetItemRequest read,
      ItemWrite<R> write) {
    KeySchema key = table.key(); // only a table with a sort key has several shards
    GetItemRequest locator =
        read.toBuilder()
            .consistentRead(true)
            .projectionExpression("#partition, #sort")
            .expressionAttributeNames(
                Map.of("#partition", key.partitionKey().name(), "#sort", key.sort().get(0).name()))
            .build();
    Flow<GetItemResponse> probe = ProbeGet.flow(call, table, canonicalKey, locator);
    FindThenWrite<R> located = new FindThenWrite<>(call, probe, write, table.view());
    return Plan.of(
        located.attempt(1).step(FindThenWrite.class, "write"),
        List.of(
            ProbeGet.MAY_FOLLOW,
            "one write to where the item was found, on condition that it is still there; if not,"
                + " the"
                + " item is looked for again, %d times in all".formatted(ATTEMPTS_MAX)));
  }

  private Flow<R> attempt(int number) {
    return probe.step(FindThenWrite.class, "probe").then(located -> written(located, number));
  }

  private Flow<R> written(GetItemResponse located, int number) {
    if (located.consumedCapacity() != null) {
      reads.add(located.consumedCapacity());
    }
    ItemWrite.Attempt attempt = located.hasItem() ? write.found(located.item()) : write.missing();
    Flow<Flow<R>> sent =
        Flow.ask(new TableCall<DynamoDbResponse>(attempt.request()))
            .map(answer -> Flow.defer(() -> Flow.of(write.result(answer, reads))));
    return sent.recover(failure -> Flow.of(failed(attempt.guard(), failure, number)))
        .then(next -> next);
  }

  private Flow<R> failed(@Nullable Guard guard, Throwable failure, int number) {
    if (guard == null || !(failure instanceof ConditionalCheckFailedException condition)) {
      return Flow.failed(view.failure(failure));
    }
    if (guard.isBroken(condition)) {
      return number == ATTEMPTS_MAX
          ? Flow.failed(ItemLookupException.unsettled(call.operation(), call.table(), number))
          : attempt(number + 1);
    }
    return Flow.failed(
        write.returnsOldItem()
            ? view.failure(condition)
            : FailedConditions.withItem(condition, null));
  }

  /**
   * An UpdateItem or a DeleteItem, as far as {@link FindThenWrite} has to know it. An exception
   * from any method ends the call.
   *
   * @param <R> the response the caller expects
   */
  public interface ItemWrite<R> {

    /** The write to the shard of the item; requests the old item if its condition fails. */
    Attempt found(Map<String, AttributeValue> physicalKey);

    /** The write if no shard has the item. */
    Attempt missing();

    /**
     * The response to the caller.
     *
     * @param answer the answer to the attempt that went through
     * @param reads the capacity that the probes consumed
     */
    R result(DynamoDbResponse answer, List<ConsumedCapacity> reads);

    /** Whether the caller wants to see the item that a condition failed on. */
    boolean returnsOldItem();

    /**
     * One request.
     *
     * @param guard the addition to the caller's condition; null for none
     */
    record Attempt(DynamoDbRequest request, @Nullable Guard guard) {}
  }
}
