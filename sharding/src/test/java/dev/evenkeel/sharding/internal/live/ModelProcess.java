package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.internal.live.LayoutChange.From;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Somebody who runs flows of the protocol, one input at a time. It shares nothing with others: all
 * that it learns are its inputs, so its state is a function of them.
 */
abstract class ModelProcess {
  final Script script;
  final ModelStore store;
  private final int longAgo;

  /** The process's own clock. */
  long now = StateText.EPOCH;

  final List<Slot> slots = new ArrayList<>();

  /** What others have to know of the last input. */
  final Events events = new Events();

  ModelProcess(Script script, ModelStore store, int slots) {
    this.script = script;
    this.store = store;
    for (int i = 0; i < slots; i++) {
      this.slots.add(new Slot());
    }
    long ticks =
        Math.max(
            Math.max(script.lease + script.late, 4 * script.coolDown),
            (long) Math.ceil(LiveCall.WAIT_MAX.toSeconds() / (double) script.tickSeconds));
    this.longAgo = Math.toIntExact(ticks + 1);
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

  /** What was asked and is not answered. */
  record Open(int ticket, Request<?> request, long since) {}

  /** A flow that runs. */
  static final class Slot {
    @Nullable String name;
    @Nullable FlowStepper<?> stepper;
    final List<Open> open = new ArrayList<>();

    /** The input with the answer that is on its way; 0 if there is none. */
    int arriving;

    boolean isIdle() {
      return stepper == null;
    }
  }

  /** Takes one input, whose meaning is in {@link Input}. */
  final void take(int input) {
    events.clear();
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
        answered(slot(input), open, read == null ? found : MovedTable.found(read, found));
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

  /** Answers a request, or fails it with the answer. */
  final void answer(Slot slot, Open open, Object answer) {
    if (answer instanceof Throwable failure) {
      fail(slot, open, failure);
    } else {
      answered(slot, open, answer);
    }
  }

  /** Takes an input that only this kind of process knows. */
  abstract void act(int input);

  /** What this process may do by itself now. */
  abstract void addActs(List<Integer> inputs);

  /** A flow has ended. */
  abstract void ended(Slot slot, @Nullable Object result, @Nullable Throwable failure);

  /** A request is answered, and its flow goes on after this. */
  void heard(Slot slot, Open open, Object answer) {}

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

  final long ticks(int count) {
    return count * script.tickSeconds * 1_000_000_000L;
  }

  /** How long ago a time was in ticks, below 0 if it is to come; what was long ago is alike. */
  final int since(long time) {
    return (int) Math.min((now - time) / ticks(1), longAgo);
  }

  final void begin(Slot slot, String name, Flow<?> flow) {
    slot.name = name;
    slot.stepper = FlowStepper.of(flow);
    advance(slot);
  }

  final void answered(Slot slot, Open open, Object answer) {
    heard(slot, open, answer);
    slot.stepper.answer(open.ticket(), answer);
    advance(slot);
  }

  final void fail(Slot slot, Open open, Throwable failure) {
    slot.stepper.fail(open.ticket(), failure);
    advance(slot);
  }

  /** Goes on to what is asked next. Rows where nobody can have any are none. */
  private void advance(Slot slot) {
    FlowStepper<?> flow = slot.stepper;
    for (FlowStepper.Ask ask = flow.next(); ask != null; ask = flow.next()) {
      if (ask.request() instanceof TableCall<?> call
          && call.request() instanceof QueryRequest query
          && isVain(query)) {
        flow.answer(ask.ticket(), ModelStore.NO_ROWS);
      } else {
        slot.open.add(new Open(ask.ticket(), ask.request(), now));
      }
    }
    if (flow.isOver()) {
      slot.open.clear();
      slot.stepper = null;
      Throwable failure = flow.failure();
      ended(slot, failure == null ? flow.result() : null, failure);
      slot.name = null;
    }
  }

  private static boolean isVain(QueryRequest query) {
    if (MovedTable.isFor(query)) {
      return MovedTable.placeRead(query) == 0;
    }
    String partition = query.expressionAttributeValues().get(":clients").s();
    return !partition.endsWith("#0") && !partition.endsWith("#1");
  }

  /** An id whose row lies under a key that is asked. */
  final String newId(String name, int number) {
    int partition = script.spread ? Math.floorMod(name.hashCode(), 2) : 0;
    String id = name + "-" + number;
    for (int i = 0; Math.floorMod(id.hashCode(), LayoutTable.ROW_KEYS) != partition; i++) {
      id = name + "-" + number + "-" + i;
    }
    return id;
  }

  final boolean isOver(Pause pause, long since) {
    long length = pause.longest().toNanos();
    return now - since >= length - length % ticks(1);
  }

  static @Nullable DynamoDbRequest table(Request<?> request) {
    return request instanceof TableCall<?> call ? call.request() : null;
  }

  /** Events of one input, in their order. They are no part of the state. */
  static final class Events {
    private final List<Integer> list = new ArrayList<>();
    @Nullable String wrong;

    void clear() {
      list.clear();
      wrong = null;
    }

    void add(int event) {
      list.add(event);
    }

    List<Integer> taken() {
      return List.copyOf(list);
    }
  }
}
