package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.live.Automaton.Move;
import dev.evenkeel.sharding.internal.live.ItemClient.Ask;
import dev.evenkeel.sharding.internal.live.ItemClient.Offered;
import dev.evenkeel.sharding.internal.live.ItemStore.Contents;
import dev.evenkeel.sharding.internal.live.ItemStore.Pending;
import dev.evenkeel.sharding.internal.live.ItemStore.Served;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * A few items while they are moved, callers, and who moves them. The record does not change and
 * leases do not end: {@link LayoutModel} has that. {@link TableJudge} judges what callers see, and
 * {@link MovedRows} what lies where.
 */
final class ItemModel implements Model {
  private static final int CRASHED = -1;
  private static final int REQUESTS = 1 << 16;

  private final Script script;
  private final ItemStore store;
  private final TableJudge judge;
  private final MovedRows rows;
  private final LateRequests lates = new LateRequests();
  private final List<Automaton<Offered>> clients = new ArrayList<>();

  /** Where in a state the numbers of what lie, after those of the clients. */
  private final int contents;

  private final int net;
  private final int judged;
  private final int budget;

  ItemModel(Script script) {
    this.script = script;
    this.store = new ItemStore(script.piecewise, script.checksHold);
    this.judge = new TableJudge(script);
    this.rows = new MovedRows(script, ItemClient.moving(script));
    ItemClient.Moving moving = new ItemClient.Moving(script);
    for (int i = 0; i < script.clients.size(); i++) {
      int number = i;
      clients.add(new Automaton<>(() -> new ItemClient(script, store, moving, number)));
    }
    this.contents = clients.size();
    this.net = contents + 1;
    this.judged = contents + 2;
    this.budget = contents + 3;
  }

  @Override
  public int size() {
    return budget + 1;
  }

  @Override
  public int[] first() {
    int[] state = new int[size()];
    state[contents] = store.number(new Contents(rows.first(), List.of()));
    state[judged] = judge.first();
    state[budget] = script.losses | (script.crashes << 4) | (script.conflicts << 8);
    return state;
  }

  @Override
  public boolean isQuiet(int[] state) {
    return published(state) == script.keys;
  }

  @Override
  public int published(int[] state) {
    return rows.moved(store.contents(state[contents]).items());
  }

  @Override
  public String text(int[] state) {
    return store.contents(state[contents]).toString();
  }

  @Override
  public void steps(int[] state, Steps steps) {
    for (int i = 0; i < clients.size(); i++) {
      if (state[i] != CRASHED) {
        stepsOf(state, i, steps);
      }
    }
    for (int j = 0; j < lates.size(state[net]); j++) {
      arrive(state, j, steps);
    }
    write(state, steps);
    expire(state, steps);
  }

  private void stepsOf(int[] state, int i, Steps steps) {
    Offered offered = clients.get(i).state(state[i]).offers;
    for (int act : offered.acts()) {
      steps.name(() -> "c" + i + " " + Input.name(act));
      move(state, state.clone(), i, act, steps);
    }
    for (Ask ask : offered.asks()) {
      Contents there = store.contents(state[contents]);
      int pending = pending(there, owner(i, ask.request()));
      if (pending < 0) {
        serve(state, i, ask, steps);
      } else if (there.pending().get(pending).left().isEmpty()) {
        steps.name(() -> name(i, ask) + " is answered");
        int answer = there.pending().get(pending).answer();
        int[] next = with(state, contents, store.answered(state[contents], pending));
        move(state, next, i, answer(ask, answer), steps);
      }
    }
    if (budget(state, 4) > 0) {
      crash(state, i, offered, steps);
    }
  }

  private static int owner(int client, int request) {
    return client * REQUESTS + request;
  }

  private static int pending(Contents there, int owner) {
    for (int j = 0; j < there.pending().size(); j++) {
      if (there.pending().get(j).owner() == owner) {
        return j;
      }
    }
    return -1;
  }

  private String name(int i, Ask ask) {
    String text = store.request(ask.request()).toString();
    return "c" + i + " " + text.replace("AttributeValue", "").replace("TableName=items, ", "");
  }

  private static int answer(Ask ask, int answer) {
    return Input.of(Input.ANSWER, 0, ask.index(), answer);
  }

  private void serve(int[] state, int i, Ask ask, Steps steps) {
    Served served = store.serve(state[contents], ask.request(), owner(i, ask.request()));
    steps.name(() -> name(i, ask));
    int[] next = with(state, contents, served.contents());
    if (served.answer() == ItemStore.UNDER_WAY) {
      to(state, next, steps);
    } else if (served.answer() >= 0) {
      move(state, next, i, answer(ask, served.answer()), steps);
    }
    DynamoDbRequest request = store.request(ask.request());
    boolean isRead = ItemStore.isRead(request);
    if (budget(state, 0) > 0 && !isRead) {
      lose(spent(state, 0), i, ask, steps);
    }
    if (budget(state, 8) > 0 && (!isRead || request instanceof TransactGetItemsRequest)) {
      steps.name(() -> name(i, ask) + " meets a transaction");
      int answer = store.answered(conflict(request));
      move(state, spent(state, 8), i, answer(ask, answer), steps);
    }
  }

  private static Throwable conflict(DynamoDbRequest request) {
    int actions =
        request instanceof TransactWriteItemsRequest writes
            ? writes.transactItems().size()
            : request instanceof TransactGetItemsRequest reads ? reads.transactItems().size() : 0;
    return actions == 0
        ? TransactionConflictException.builder().message("conflict").build()
        : TransactionCanceledException.builder()
            .message("conflict in one of " + actions)
            .cancellationReasons(
                IntStream.range(0, actions)
                    .mapToObj(action -> action == 0 ? "TransactionConflict" : "None")
                    .map(code -> CancellationReason.builder().code(code).build())
                    .toList())
            .build();
  }

  /**
   * The request may come later, and its answer is lost: its sender gives up. Or the SDK sends it
   * again; for callers that would be another call, or is the same transaction.
   */
  private void lose(int[] state, int i, Ask ask, Steps steps) {
    int[] next = with(state, net, lates.and(state[net], ask.request(), 0));
    steps.name(() -> name(i, ask) + " stays without an answer");
    move(state, next.clone(), i, Input.of(Input.LOSE, 0, ask.index(), 0), steps);
    if (!ItemCalls.isCallers(store.request(ask.request()))) {
      steps.name(() -> name(i, ask) + " is sent once more");
      to(state, next, steps);
    }
  }

  private int budget(int[] state, int shift) {
    return (state[budget] >> shift) & 15;
  }

  private int[] spent(int[] state, int shift) {
    return with(state, budget, state[budget] - (1 << shift));
  }

  private static int[] with(int[] state, int at, int number) {
    int[] next = state.clone();
    next[at] = number;
    return next;
  }

  private void crash(int[] state, int i, Offered offered, Steps steps) {
    steps.name(() -> "c" + i + " crashes");
    int[] next = spent(state, 4);
    next[i] = CRASHED;
    for (Ask ask : offered.asks()) {
      boolean isOpen = pending(store.contents(state[contents]), owner(i, ask.request())) < 0;
      if (isOpen && !ItemStore.isRead(store.request(ask.request()))) {
        next[net] = lates.and(next[net], ask.request(), 0);
      }
    }
    next[contents] = store.left(state[contents], owner(i, 0), owner(i + 1, 0) - 1);
    steps.to(next);
  }

  private void arrive(int[] state, int j, Steps steps) {
    int request = lates.what(state[net], j);
    Served served = store.serve(state[contents], request, ItemStore.NOBODY);
    if (served.answer() != ItemStore.WAITS) {
      steps.name(() -> "late: " + store.request(request));
      int[] next = with(state, net, lates.without(state[net], j));
      next[contents] = served.contents();
      to(state, next, steps);
    }
  }

  /** Items of what is decided become visible. */
  private void write(int[] state, Steps steps) {
    List<Pending> pending = store.contents(state[contents]).pending();
    for (int j = 0; j < pending.size(); j++) {
      int index = j;
      for (String place : pending.get(j).left().keySet()) {
        steps.name(() -> "visible: " + place);
        to(state, with(state, contents, store.written(state[contents], index, place)), steps);
      }
    }
  }

  /** The table deletes what has expired, at each place by itself. */
  private void expire(int[] state, Steps steps) {
    Contents there = store.contents(state[contents]);
    for (Map.Entry<String, Map<String, AttributeValue>> item : there.items().entrySet()) {
      if (ItemCalls.valueOf(item.getValue()) == ItemCalls.EXPIRED
          && !there.isLocked(item.getKey())) {
        steps.name(() -> "expired: " + item.getKey());
        to(state, with(state, contents, store.without(state[contents], item.getKey())), steps);
      }
    }
  }

  private void move(int[] state, int[] next, int i, int input, Steps steps) {
    Move<Offered> move = clients.get(i).next(clients.get(i).state(state[i]), input);
    if (move.wrong() != null) {
      steps.wrong(move.wrong());
      return;
    }
    next[i] = move.to().number;
    for (int event : move.events()) {
      next[judged] = judge.after(next[judged], event);
      if (next[judged] < 0) {
        steps.wrong("what c%d sees fits no order of the calls".formatted(i));
        return;
      }
    }
    to(state, next, steps);
  }

  private void to(int[] before, int[] next, Steps steps) {
    String wrong =
        before[contents] == next[contents]
            ? null
            : rows.wrong(
                store.contents(before[contents]).items(), store.contents(next[contents]).items());
    if (wrong == null) {
      steps.to(next);
    } else {
      steps.wrong(wrong);
    }
  }
}
