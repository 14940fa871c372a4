package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.internal.live.Script.Kind;
import dev.evenkeel.sharding.internal.live.Script.Op;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** A client with a session of its own, that makes a few calls one after another. */
final class ModelClient extends ModelProcess {
  static final List<String> FLOWS =
      List.of("refresh poll acknowledge abort leave change settle apply finish".split(" ", -1));

  private static final int REFRESH = 0;
  private static final int POLL = 1;
  private static final int ACKNOWLEDGE = 2;
  private static final int ABORT = 3;
  private static final int LEAVE = 4;
  private final int number;
  private final LayoutSession session;
  private final SessionFlows flows;
  private final Slot call;
  private final @Nullable ModelMove move;
  private int refreshesLeft;
  private int abortsLeft;
  private int leavesLeft;
  private int rows;
  private int calls;
  private int writes;

  private int unanswered;
  private boolean hasRetried;

  /** The write that was checked and sent, until its end is known. */
  private @Nullable Attempt attempt;

  private boolean isSent;
  private long signed;
  private boolean isReading;
  private final LeaseJudge leases;

  ModelClient(Script script, ModelStore store, int number) {
    super(script, store, script.slots + 1);
    this.number = number;
    this.session = new LayoutSession(script.times(), () -> now, () -> now);
    this.flows =
        new SessionFlows(ModelStore.TABLE, session, ModelStore.FIRST, () -> now, this::newRow);
    this.call = slots.get(script.slots);
    this.move = script.moves ? new ModelMove(session, () -> now, script.whole) : null;
    this.refreshesLeft = script.refreshes;
    this.abortsLeft = script.aborts;
    this.leavesLeft = script.leaves;
    this.leases = new LeaseJudge(now, script.slots, ticks(script.lease));
  }

  private Registration newRow() {
    int id = script.mistake.equals("the id of a row is used again") ? 0 : rows++;
    return new Registration(newId("c" + number, id), 0, 0, "h", "1");
  }

  @Override
  void addActs(List<Integer> inputs) {
    for (int i = 0; i < script.slots; i++) {
      if (slots.get(i).isIdle() && script.silent != number) {
        addFlows(inputs, i);
        break;
      }
    }
    if (call.isIdle()) {
      if (calls < ops().size() && mayCall(ops().get(calls))) {
        inputs.add(Input.of(Input.CALL, script.slots, 0, 0));
      }
    } else if (ModelCall.isWrite(call.open.get(0).request())) {
      if (attempt == null) {
        inputs.add(Input.of(Input.SEND, script.slots, 0, 0));
      } else if (!isSent) {
        inputs.add(Input.of(Input.SIGN, script.slots, 0, 0));
      } else if (since(signed) > script.late) {
        inputs.add(Input.of(Input.REFUSED, script.slots, 0, 0));
      }
    }
  }

  private boolean mayCall(Op op) {
    LayoutRecord view = session.view();
    boolean isDue = op.kind() != Kind.MOVE || (view != null && view.state() == State.MOVING);
    return isDue && (view != null || script.silent == number);
  }

  private void addFlows(List<Integer> inputs, int slot) {
    LayoutRecord record = session.record();
    if (refreshesLeft > 0 && !runs(REFRESH)) {
      inputs.add(Input.of(Input.BEGIN, slot, 0, REFRESH));
    }
    if (script.polls && record != null && !runs(POLL)) {
      inputs.add(Input.of(Input.BEGIN, slot, 0, POLL));
    }
    if (session.toAcknowledge().isPresent() && !runs(ACKNOWLEDGE)) {
      inputs.add(Input.of(Input.BEGIN, slot, 0, ACKNOWLEDGE));
    }
    if (abortsLeft > 0 && record != null && record.state() == State.PAUSED && !runs(ABORT)) {
      inputs.add(Input.of(Input.BEGIN, slot, 0, ABORT));
    }
    if (leavesLeft > 0 && session.registration() != null && !runs(LEAVE)) {
      inputs.add(Input.of(Input.BEGIN, slot, 0, LEAVE));
    }
  }

  private boolean runs(int flow) {
    return slots.stream().anyMatch(slot -> FLOWS.get(flow).equals(slot.name));
  }

  private List<Op> ops() {
    return script.clients.get(number);
  }

  @Override
  void act(int input) {
    switch (Input.kind(input)) {
      case Input.BEGIN -> begin(slots.get(Input.slot(input)), Input.argument(input));
      case Input.CALL -> call();
      case Input.SEND -> send();
      case Input.SIGN -> signed();
      case Input.APPLIED -> {
        tell(Event.WRITTEN, 0);
        Open open = settled(true);
        answer(call, open, ModelCall.written(open.request(), Input.argument(input)));
      }
      case Input.REFUSED -> {
        tell(Event.REFUSED, 0);
        fail(call, settled(true), SdkClientException.create("Signature expired."));
      }
      case Input.UNANSWERED ->
          fail(call, settled(false), SdkClientException.create("The connection was reset."));
      case Input.AGAIN -> {
        hasRetried = true;
        call.open.add(0, settled(false));
      }
      default -> throw new AssertionError("unknown input " + input);
    }
  }

  private void begin(Slot slot, int flow) {
    switch (flow) {
      case REFRESH -> {
        refreshesLeft--;
        begin(slot, FLOWS.get(flow), flows.refresh());
      }
      case POLL -> begin(slot, FLOWS.get(flow), flows.poll());
      case ACKNOWLEDGE -> begin(slot, FLOWS.get(flow), flows.acknowledge());
      case ABORT -> {
        abortsLeft--;
        begin(slot, FLOWS.get(flow), flows.abort());
      }
      default -> {
        leavesLeft--;
        begin(slot, FLOWS.get(flow), flows.leave());
      }
    }
  }

  private void call() {
    Op op = ops().get(calls);
    if (move != null) {
      if (List.of(Kind.GET, Kind.PAGES, Kind.SCAN).contains(op.kind())) {
        reads(1);
      }
      begin(call, op.toString(), op.kind() == Kind.MOVE ? move.moved() : move.called(op.kind()));
      return;
    }
    boolean changes = op.kind() != Kind.GET && op.kind() != Kind.RANGE;
    LiveCall.Scope scope =
        new LiveCall.Scope("t", session, () -> Set.of(ModelStore.KEY), script.raises);
    begin(
        call,
        op.toString(),
        new LiveCall(List.of(scope), changes, () -> now)
            .run(lease -> ModelCall.planned(op, lease, script, this::reads)));
  }

  /** Begins to read keys, a bit for each; none if what was read counts for nothing. */
  private void reads(int keys) {
    isReading = keys != 0;
    events.add(Event.of(isReading ? Event.READ_BEGUN : Event.READ_DROPPED, number, keys, 0));
  }

  /** Signs, checks and sends: the worst is a signature right before the check. */
  private void send() {
    Open open = call.open.remove(0);
    ModelCall.Write write = ModelCall.write(open.request());
    Attempt made =
        write.moves() == 0
            ? new Attempt(1 + writes + number * writesMax(), write)
            : new Attempt(100 + unanswered, write);
    try {
      if (write.lease() != null) {
        write.lease().send(made.number());
      }
    } catch (SdkClientException e) {
      fail(call, open, e);
      return;
    }
    call.open.add(0, open);
    writes += made.isCallers() ? 1 : 0;
    attempt = made;
    if (!script.mistake.equals("signed after the check")) {
      signed();
    }
  }

  private int writesMax() {
    return script.clients.size() > 2 ? 4 : 6;
  }

  private void signed() {
    isSent = true;
    signed = now;
    if (!script.mistake.equals("signed after the check")) {
      judgeLease("sends");
    }
    tell(Event.SENT, attempt.write().deletes() ? 1 : 0);
  }

  private void tell(int event, int value) {
    if (attempt.isCallers() && !calls(Kind.PUT_ALIKE)) {
      events.add(Event.of(event, attempt.number(), attempt.write().key(), value));
    }
  }

  private boolean calls(Kind kind) {
    return ops().get(calls).kind() == kind;
  }

  private void judgeLease(String what) {
    if (script.judgeLease && !leases.mayAct(now)) {
      events.wrong = "c%d %s past its lease".formatted(number, what);
    }
  }

  private Open settled(boolean answered) {
    LayoutLease lease = attempt.write().lease();
    if (lease != null && (answered || script.mistake.equals("no answer counts as one"))) {
      lease.answered(attempt.number());
    }
    unanswered += answered || attempt.isCallers() ? 0 : 1;
    attempt = null;
    isSent = false;
    return call.open.remove(0);
  }

  @Override
  void heard(Slot slot, Open open, Object answer) {
    if (slot != call) {
      leases.heard(slots.indexOf(slot), open, answer);
    }
  }

  @Override
  void ended(Slot slot, @Nullable Object result, @Nullable Throwable failure) {
    boolean expected =
        failure == null
            || failure instanceof SdkClientException
            || failure instanceof LayoutUnknownException
            || failure instanceof ConditionalCheckFailedException
            || (failure instanceof RefusedOperationException && calls(Kind.PUT_ALIKE))
            || (failure instanceof InvalidStartKeyException && calls(Kind.SCAN));
    if (!expected) {
      events.wrong = "c%d: %s fails with %s".formatted(number, slot.name, failure);
    }
    if (slot != call) {
      leases.ended(slots.indexOf(slot));
      return;
    }
    calls++;
    hasRetried = false;
    if (isReading && failure == null) {
      judgeLease("uses an answer");
      isReading = false;
      events.add(Event.of(Event.READ, number, 0, (Integer) result));
    } else if (isReading) {
      reads(0);
    }
  }

  @Override
  @Nullable Flight flight() {
    Attempt sent = attempt;
    return sent == null || !isSent ? null : sent.flight(since(signed));
  }

  boolean mayRetry() {
    return !hasRetried;
  }
}
