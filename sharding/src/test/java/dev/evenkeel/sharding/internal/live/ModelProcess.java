package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.sharding.internal.live.LayoutChange.From;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Somebody who runs flows of the protocol. */
abstract class ModelProcess extends FlowProcess<Offers> {
  final ModelStore store;

  ModelProcess(Script script, ModelStore store, int slots) {
    super(script, slots);
    this.store = store;
  }

  @Override
  final Offers offers() {
    return new Offers(this);
  }

  /** A place's items are wanted. */
  record Look(int place, int key) implements Request<Integer> {}

  /** Looks for the greatest sort key in the last piece, and goes one above. */
  final Flow<From> above(Change change) {
    return Flow.ask(new Look(change.whole().last().shards(), -1))
        .map(found -> new From(found == 0 ? null : above(found)));
  }

  private static AttributeValue above(int found) {
    int greatest = (31 - Integer.numberOfLeadingZeros(found)) / 4;
    return ModelStore.number(greatest + 1);
  }

  /** Takes an input, whose meaning is in {@link Input}. */
  @Override
  final void given(int input) {
    switch (Input.kind(input)) {
      case Input.TICK -> now += ticks(1);
      case Input.ANSWER -> {
        if (script.slowAnswers && isSlow(input)) {
          slot(input).arriving = input;
        } else {
          answer(input);
        }
      }
      case Input.ARRIVE -> {
        int arriving = slot(input).arriving;
        slot(input).arriving = 0;
        answer(arriving);
      }
      case Input.LOSE ->
          fail(slot(input), remove(input), SdkClientException.create("The connection was reset."));
      case Input.WAKE -> answered(slot(input), remove(input), Done.DONE);
      case Input.LOOK -> {
        Open open = remove(input);
        DynamoDbRequest read = table(open.request());
        int found = Input.argument(input);
        answered(slot(input), open, read == null ? found : MovedTable.found(read, found, script));
      }
      default -> act(input);
    }
  }

  private boolean isSlow(int input) {
    DynamoDbRequest request = table(slot(input).open.get(Input.ask(input)).request());
    return request instanceof GetItemRequest
        || (request instanceof UpdateItemRequest update
            && update.updateExpression().contains("#beat"));
  }

  private void answer(int input) {
    answer(slot(input), remove(input), store.answer(Input.argument(input)));
  }

  /** Takes an input that only this kind of process knows. */
  abstract void act(int input);

  /** What this process may do by itself now. */
  abstract void addActs(List<Integer> inputs);

  /** Whether this process has come to the end of what it wants to bring about. */
  boolean isDone() {
    return true;
  }

  /** A write of this process that may be applied; null if there is none. */
  @Nullable Flight flight() {
    return null;
  }

  /**
   * A write that was sent.
   *
   * @param moves see {@link ModelCall.Write}
   * @param age in ticks since it was signed
   */
  record Flight(int number, int key, int place, boolean deletes, int moves, int age) {
    String what() {
      return moves == 0 ? "write" : deletes ? "removal" : "copy";
    }
  }

  private Slot slot(int input) {
    return slots.get(Input.slot(input));
  }

  private Open remove(int input) {
    return slot(input).open.remove(Input.ask(input));
  }

  /** Rows where nobody can have any are none, and a control table that stays is the same one. */
  @Override
  final @Nullable Object known(Request<?> request) {
    DynamoDbRequest read = table(request);
    if (read instanceof DescribeTableRequest && !script.restores) {
      return ModelStore.described(ModelStore.CONTROL);
    }
    return read instanceof QueryRequest query && isVain(query) ? ModelStore.NO_ROWS : null;
  }

  private boolean isVain(QueryRequest query) {
    if (MovedTable.isFor(query)) {
      return MovedTable.placeRead(query, script) == 0;
    }
    String partition = query.expressionAttributeValues().get(":clients").s();
    return !partition.endsWith("#0") && !partition.endsWith("#1");
  }

  /** An id whose row lies under a key that is asked. */
  final String newId(String name, int number) {
    int partition = script.spread ? Math.floorMod(name.hashCode(), 2) : 0;
    String id = name + "-" + number;
    for (int i = 0; Math.floorMod(id.hashCode(), ClientRows.KEYS) != partition; i++) {
      id = name + "-" + number + "-" + i;
    }
    return id;
  }

  final boolean isOver(Pause pause, long since) {
    long length = pause.longest().toNanos();
    return now - since >= length - length % ticks(1);
  }
}
