package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * Somebody who runs flows, one input at a time. It shares nothing with others: all that it learns
 * are its inputs, so its state is a function of them.
 *
 * @param <V> what it offers to the model around it
 */
abstract class FlowProcess<V> {
  final Script script;
  private final int longAgo;

  /** The process's own clock. */
  long now = StateText.EPOCH;

  final List<Slot> slots = new ArrayList<>();

  /** What others have to know of the last input. */
  final Events events = new Events();

  FlowProcess(Script script, int slots) {
    this.script = script;
    for (int i = 0; i < slots; i++) {
      this.slots.add(new Slot());
    }
    long ticks =
        Math.max(
            Math.max(script.lease + script.late, 4 * script.coolDown),
            (long) Math.ceil(LiveCall.WAIT_MAX.toSeconds() / (double) script.tickSeconds));
    this.longAgo = Math.toIntExact(ticks + 1);
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

  /** What can happen next. */
  abstract V offers();

  /** Takes one input. */
  final void take(int input) {
    events.clear();
    given(input);
  }

  abstract void given(int input);

  /** The answer to a request that can have one only; null if it is to be asked. */
  @Nullable Object known(Request<?> request) {
    return null;
  }

  /** A flow has ended. */
  abstract void ended(Slot slot, @Nullable Object result, @Nullable Throwable failure);

  /** A request is answered, and its flow goes on after this. */
  void heard(Slot slot, Open open, Object answer) {}

  /** Answers a request, or fails it with the answer. */
  final void answer(Slot slot, Open open, Object answer) {
    if (answer instanceof Throwable failure) {
      fail(slot, open, failure);
    } else {
      answered(slot, open, answer);
    }
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

  /** Goes on to what is asked next. */
  private void advance(Slot slot) {
    FlowStepper<?> flow = slot.stepper;
    for (FlowStepper.Ask ask = flow.next(); ask != null; ask = flow.next()) {
      Object known = known(ask.request());
      if (known == null) {
        slot.open.add(new Open(ask.ticket(), ask.request(), now));
      } else {
        flow.answer(ask.ticket(), known);
      }
    }
    if (flow.isOver()) {
      slot.open.clear();
      slot.stepper = null;
      Throwable failure = flow.failure();
      if (failure instanceof Error broken) {
        throw broken; // of the test, and nothing that the model has found
      }
      ended(slot, failure == null ? flow.result() : null, failure);
      slot.name = null;
    }
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
