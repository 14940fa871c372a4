package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.sharding.internal.live.ItemClient.Offered;
import dev.evenkeel.sharding.internal.live.Script.Kind;
import dev.evenkeel.sharding.internal.live.Script.Op;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** A client of a table whose items are being moved, or who moves them. */
final class ItemClient extends FlowProcess<Offered> {
  private final int number;
  private final ItemStore store;
  private final Moving moving;
  private final ItemCalls calls;
  private final ItemPages pages;
  private int ended;
  private boolean goesOn;

  /** A request that is not answered. */
  record Ask(int index, int request) {}

  /** What can happen next: a call or the end of a pause, as inputs, and what is asked. */
  record Offered(List<Integer> acts, List<Ask> asks) {}

  /** What a client knows, which is always the same. */
  static final class Moving {
    private final LayoutRecord record;
    private final ModelMove move;

    Moving(Script script) {
      this.record = moving(script);
      LayoutSession session =
          new LayoutSession(script.times(), () -> StateText.EPOCH, () -> StateText.EPOCH);
      session.adopt(record, null, StateText.EPOCH);
      this.move = new ModelMove(session, () -> StateText.EPOCH, script.whole);
    }
  }

  ItemClient(Script script, ItemStore store, Moving moving, int number) {
    super(script, 1);
    this.store = store;
    this.moving = moving;
    this.number = number;
    this.calls = new ItemCalls(script);
    this.pages = new ItemPages(script.keys);
  }

  /** The record while the items are moved. */
  static LayoutRecord moving(Script script) {
    LayoutRecord ready =
        script.shards > 0
            ? earlier(script)
                .moved(ModelStore.TABLE.table())
                .ready(ModelStore.CONTROL)
                .readyAndDrained()
            : ModelStore.FIRST.ready(ModelStore.CONTROL).readyAndDrained();
    Change change = MovedTable.start(script, ready).change(ready);
    LayoutRecord before =
        script.whole ? ready.announced(change, ModelStore.CONTROL).checked() : ready;
    return before.paused(change).moving();
  }

  /** The record while they were moved to the shards that they are moved from. */
  private static LayoutRecord earlier(Script script) {
    LayoutRecord ready = ModelStore.FIRST.ready(ModelStore.CONTROL).readyAndDrained();
    return ready.paused(MovedTable.toShards(script.shards).change(ready)).moving();
  }

  private Slot slot() {
    return slots.get(0);
  }

  private List<Op> ops() {
    return script.clients.get(number);
  }

  @Override
  Offered offers() {
    List<Integer> acts = new ArrayList<>();
    List<Ask> asks = new ArrayList<>();
    if (slot().isIdle() && ended < ops().size()) {
      acts.add(Input.of(Input.CALL, 0, 0, 0));
    }
    for (int i = 0; i < slot().open.size(); i++) {
      DynamoDbRequest request = table(slot().open.get(i).request());
      if (request != null) {
        asks.add(new Ask(i, store.number(request)));
      } else if (slot().open.get(i).request() instanceof Pause) {
        acts.add(Input.of(Input.WAKE, 0, i, 0));
      } else {
        throw new AssertionError("unknown request " + slot().open.get(i).request());
      }
    }
    return new Offered(acts, asks);
  }

  @Override
  void given(int input) {
    if (Input.kind(input) == Input.CALL) {
      call(ops().get(ended));
      return;
    }
    Open open = slot().open.remove(Input.ask(input));
    switch (Input.kind(input)) {
      case Input.ANSWER -> answer(slot(), open, store.answer(Input.argument(input)));
      case Input.WAKE -> answer(slot(), open, Done.DONE);
      case Input.LOSE -> fail(slot(), open, SdkClientException.create("Connection reset."));
      default -> throw new AssertionError("unknown input " + input);
    }
  }

  private void call(Op op) {
    if (op.kind() == Kind.MOVE) {
      begin(slot(), "move", moving.move.moved(moving.record));
      return;
    }
    if (op.kind() == Kind.MOVE_LATE) {
      LayoutRecord earlier = earlier(script);
      Collection<Map<String, AttributeValue>> read =
          new MovedRows(script, earlier).first().values();
      begin(slot(), "move late", moving.move.moved(earlier, read));
      return;
    }
    if (!goesOn) {
      events.add(TableJudge.event(TableJudge.BEGUN, number, ended, 0));
    }
    int value = ItemCalls.value(script, number, ended);
    Flow<?> flow = moving.move.planned(calls.request(op, value, pages.next));
    begin(slot(), op.toString(), flow);
  }

  @Override
  void ended(Slot slot, @Nullable Object result, @Nullable Throwable failure) {
    Op op = ops().get(ended);
    goesOn = false;
    if (failure != null && failure.getClass() == SdkClientException.class) {
      tell(op, TableJudge.LOST, 0);
      ended++;
    } else if (failure != null && !isCondition(failure)) {
      events.wrong = "c%d: %s fails with %s".formatted(number, op, failure);
    } else if (!ItemCalls.reads(op.kind())) {
      tell(op, failure == null ? TableJudge.WRITTEN : TableJudge.REFUSED, 0);
      ended++;
    } else if (!ItemPages.isPaged(op.kind())) {
      tell(op, TableJudge.READ, calls.found(op, result));
      ended++;
    } else {
      page(op, result);
    }
  }

  private void page(Op op, Object answer) {
    int found = pages.take(op.kind(), answer);
    events.wrong = pages.wrong;
    if (pages.isJudged(op.kind())) {
      tell(op, TableJudge.READ, found);
    } else {
      goesOn = true;
    }
    ended += pages.next == null ? 1 : 0;
  }

  private static boolean isCondition(Throwable failure) {
    return failure instanceof ConditionalCheckFailedException
        || (failure instanceof TransactionCanceledException cancelled
            && cancelled.cancellationReasons().stream()
                .anyMatch(reason -> "ConditionalCheckFailed".equals(reason.code())));
  }

  private void tell(Op op, int kind, int found) {
    if (!ItemCalls.moves(op.kind())) {
      events.add(TableJudge.event(kind, number, ended, found));
    }
  }
}
