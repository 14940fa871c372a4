package dev.evenkeel.sharding.internal.plan.item;

import dev.evenkeel.core.machine.Machine;
import dev.evenkeel.core.machine.Step;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.sharding.internal.plan.layout.ConditionFailure;
import dev.evenkeel.sharding.internal.plan.layout.LogicalView;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import dev.evenkeel.sharding.spec.UnsettledItemException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * Looks for an item on every shard and writes where it was found. The write carries a guard that
 * the item is still there; if it came or went in between, the machine looks again, {@value
 * #ATTEMPTS_MAX} times in all.
 */
final class LocatedWrite<R> implements Machine<DynamoDbRequest, DynamoDbResponse, R> {
  static final int ATTEMPTS_MAX = 3;

  private final Call call;
  private final Supplier<ProbeGet> probes;
  private final ItemWrite<R> write;
  private final LogicalView view;
  private final List<ConsumedCapacity> reads = new ArrayList<>();
  private int attempts = 1;
  private @Nullable ProbeGet probe;
  private @Nullable Guard guard;
  private Step<DynamoDbRequest, R> next = Step.park();

  private LocatedWrite(Call call, Supplier<ProbeGet> probes, ItemWrite<R> write, LogicalView view) {
    this.call = call;
    this.probes = probes;
    this.write = write;
    this.view = view;
    this.probe = probes.get();
  }

  /**
   * A write of the item of {@code locator}.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if there are more shards than may be probed
   */
  static <R> LocatedWrite<R> of(
      Call call,
      ShardedTable table,
      AttributeValue canonicalKey,
      GetItemRequest locator,
      ItemWrite<R> write) {
    return new LocatedWrite<>(
        call, () -> ProbeGet.of(call, table, canonicalKey, locator), write, table.view());
  }

  @Override
  public Step<DynamoDbRequest, R> next() {
    if (probe != null) {
      Step<DynamoDbRequest, GetItemResponse> step = probe.next();
      if (step instanceof Step.Ask<DynamoDbRequest, GetItemResponse> ask) {
        return Step.ask(ask.ticket(), ask.request());
      }
      if (step instanceof Step.Fail<DynamoDbRequest, GetItemResponse> fail) {
        return Step.fail(fail.cause());
      }
      if (step instanceof Step.Finish<DynamoDbRequest, GetItemResponse> finish) {
        writeAfter(finish.result());
      }
    }
    Step<DynamoDbRequest, R> step = next;
    next = Step.park();
    return step;
  }

  private void writeAfter(GetItemResponse located) {
    probe = null;
    if (located.consumedCapacity() != null) {
      reads.add(located.consumedCapacity());
    }
    ItemWrite.Attempt attempt = located.hasItem() ? write.found(located.item()) : write.missing();
    guard = attempt.guard();
    next = Step.ask(0, attempt.request());
  }

  @Override
  public void onAnswer(int ticket, DynamoDbResponse answer) {
    if (probe != null) {
      probe.onAnswer(ticket, answer);
    } else {
      next = Step.finish(write.result(answer, reads));
    }
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    if (probe != null) {
      probe.onFailure(ticket, cause);
    } else if (guard == null || !(cause instanceof ConditionalCheckFailedException failed)) {
      next = Step.fail(view.failure(cause));
    } else if (guard.isBroken(failed)) {
      lookAgain();
    } else {
      next =
          Step.fail(
              write.oldItemAsked()
                  ? view.failure(failed)
                  : ConditionFailure.withItem(failed, null));
    }
  }

  @Override
  public List<String> mayFollow() {
    return List.of(
        "a GetItem for each key that DynamoDB leaves unprocessed",
        "one write to where the item was found, on condition that it is still there; if not, the"
            + " item is looked for again, %d times in all".formatted(ATTEMPTS_MAX));
  }

  private void lookAgain() {
    if (attempts == ATTEMPTS_MAX) {
      next = Step.fail(new UnsettledItemException(call.operation(), call.table(), attempts));
      return;
    }
    attempts++;
    probe = probes.get();
  }
}
