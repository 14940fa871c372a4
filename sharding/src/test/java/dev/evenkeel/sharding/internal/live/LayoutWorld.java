package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.live.Automaton.Control;
import dev.evenkeel.sharding.internal.live.Automaton.Local;
import dev.evenkeel.sharding.internal.live.Automaton.Looking;
import dev.evenkeel.sharding.internal.live.Automaton.Move;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.internal.live.ModelProcess.Flight;
import dev.evenkeel.sharding.internal.live.ModelStore.Served;
import java.util.ArrayList;
import java.util.List;

/**
 * A table with one logical key, the control table of its layout, clients and coordinators. A state
 * is a few numbers, and a step leads from one to another: one process takes an input, or time
 * passes, or a late request is applied.
 *
 * <p>At each step it is checked that a write is applied at the place that the record gives, that a
 * published piece leaves no item behind, and that histories are linearizable.
 */
final class LayoutWorld {
  private static final int CRASHED = -1;

  private final Script script;
  private final ModelStore store;
  private final List<Automaton> processes = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final RegisterJudge judge = new RegisterJudge();
  private final LateRequests lates = new LateRequests();

  /** Where in a state the numbers of what lie, after those of the processes. */
  private final int contents;

  private final int data;
  private final int net;
  private final int budget;
  private final int judged;

  /** For how many ticks no piece has been added, as far as a cool-down has to know. */
  private final int calm;

  LayoutWorld(Script script) {
    this.script = script;
    this.store = new ModelStore(script.keys);
    for (int i = 0; i < script.clients.size(); i++) {
      int number = i;
      processes.add(new Automaton(() -> new ModelClient(script, store, number)));
      names.add("c" + i);
    }
    for (int i = 0; i < script.coordinators; i++) {
      int number = i;
      processes.add(new Automaton(() -> new ModelCoordinator(script, store, number)));
      names.add("co" + i);
    }
    for (int i = 0; i < script.appliers; i++) {
      int number = i;
      processes.add(new Automaton(() -> new ModelApplier(script, store, number)));
      names.add("ap" + i);
    }
    this.contents = processes.size();
    this.data = contents + 1;
    this.net = contents + 2;
    this.budget = contents + 3;
    this.judged = contents + 4;
    this.calm = judged + script.keys;
  }

  int size() {
    return calm + 1;
  }

  String sizes() {
    return processes.stream().map(Automaton::size).toList().toString();
  }

  int[] first() {
    int[] state = new int[size()];
    state[budget] = script.losses | (script.crashes << 8);
    state[calm] = script.coolDown;
    for (int k = 0; k < script.keys; k++) {
      boolean there = script.there.contains(k);
      state[judged + k] = judge.first(there);
      state[data] = Items.with(state[data], k, 1, there ? RegisterJudge.FIRST_VALUE : 0);
    }
    if (script.ready) {
      state[contents] = Readiness.written(store);
      for (int i = 0; i < Math.min(script.registered, script.clients.size()); i++) {
        Readiness registered = Readiness.of(processes.get(i), state[contents], store);
        state[i] = registered.client().number;
        state[contents] = registered.contents();
      }
    }
    return state;
  }

  /** Whether every change has come to its end. */
  boolean isQuiet(int[] state) {
    for (int i = script.clients.size(); i < processes.size(); i++) {
      if (state[i] != CRASHED && !processes.get(i).state(state[i]).isDone) {
        return false;
      }
    }
    return store.contents(state[contents]).record().state() != State.PAUSED;
  }

  /** How many pieces were added. */
  int published(int[] state) {
    return ModelStore.added(store.contents(state[contents]).record());
  }

  String text(int[] state) {
    return store.contents(state[contents]).record() + " data " + Integer.toHexString(state[data]);
  }

  /** All steps from a state. */
  void steps(int[] state, Steps steps) {
    if (script.time) {
      tick(state, steps);
    }
    for (int i = 0; i < processes.size(); i++) {
      if (state[i] != CRASHED) {
        stepsOf(state, i, steps);
      }
    }
    for (int j = 0; j < lates.size(state[net]); j++) {
      arrive(state, j, steps);
    }
  }

  private void tick(int[] state, Steps steps) {
    name(steps, "time passes");
    int[] next = state.clone();
    for (int i = 0; i < processes.size(); i++) {
      if (state[i] != CRASHED) {
        next[i] = processes.get(i).next(processes.get(i).state(state[i]), Input.TICK).to().number;
      }
    }
    next[net] = lates.older(state[net], script.late);
    next[calm] = Math.min(state[calm] + 1, script.coolDown);
    steps.to(next);
  }

  private void stepsOf(int[] state, int i, Steps steps) {
    Local local = processes.get(i).state(state[i]);
    for (int act : local.acts) {
      name(steps, names.get(i), Input.name(act));
      move(state, i, act, state[contents], state[data], state[net], steps);
    }
    for (Control control : local.controls) {
      serve(state, i, control, steps);
    }
    for (Looking look : local.looks) {
      int found = Items.at(state[data], look.place(), look.key());
      if (steps.areNamed()) {
        steps.name(
            names.get(i) + " looks at place " + look.place() + ": " + Integer.toHexString(found));
      }
      move(
          state,
          i,
          Input.of(Input.LOOK, look.slot(), look.ask(), found),
          state[contents],
          state[data],
          state[net],
          steps);
    }
    if (local.flight != null) {
      fly(state, i, local, local.flight, steps);
    }
    if ((state[budget] >> 8) > 0) {
      crash(state, i, local, steps);
    }
  }

  private void serve(int[] state, int i, Control control, Steps steps) {
    Served served = store.serve(state[contents], control.request());
    int answer = Input.of(Input.ANSWER, control.slot(), control.ask(), served.answer());
    if (steps.areNamed()) {
      steps.name(
          names.get(i)
              + " "
              + text(control.request())
              + " -> "
              + store.answer(served.answer()).getClass().getSimpleName());
    }
    move(state, i, answer, served.contents(), state[data], state[net], steps);
    if ((state[budget] & 255) > 0 && store.text(control.request()).contains(script.lost)) {
      int[] poorer = state.clone();
      poorer[budget]--;
      int lose = Input.of(Input.LOSE, control.slot(), control.ask(), 0);
      if (!control.isWrite()) {
        name(steps, names.get(i), "reads the control table in vain");
        move(poorer, i, lose, state[contents], state[data], state[net], steps);
        return;
      }
      if (steps.areNamed()) {
        steps.name(names.get(i) + " " + text(control.request()) + ", applied, answer lost");
      }
      move(poorer, i, lose, served.contents(), state[data], state[net], steps);
      int late = lates.and(state[net], -1 - control.request(), 0);
      if (steps.areNamed()) {
        steps.name(names.get(i) + " " + text(control.request()) + " is lost on its way");
      }
      move(poorer, i, lose, state[contents], state[data], late, steps);
      if (steps.areNamed()) {
        steps.name(
            names.get(i) + " " + text(control.request()) + ", the first attempt is still to come");
      }
      move(poorer, i, answer, served.contents(), state[data], late, steps);
    }
  }

  private String text(int request) {
    return store.text(request).replace("AttributeValue", "").replace("TableName=control, ", "");
  }

  /** What may come of a write that was sent. */
  private void fly(int[] state, int i, Local local, Flight flight, Steps steps) {
    if (flight.age() <= script.late) {
      name(
          steps,
          names.get(i),
          "write of " + flight.key() + " at place " + flight.place() + " is applied");
      int after = applied(state, flight.key(), flight.place(), value(flight), steps);
      if (after >= 0) {
        move(
            state,
            i,
            Input.of(Input.APPLIED, script.slots, 0, 0),
            state[contents],
            after,
            state[net],
            steps);
      }
    }
    if ((state[budget] & 255) > 0 && script.lost.isEmpty()) {
      int[] poorer = state.clone();
      poorer[budget]--;
      int late =
          flight.age() > script.late
              ? state[net]
              : lates.and(state[net], write(flight), flight.age());
      name(steps, names.get(i), "write of " + flight.key() + " stays without an answer");
      move(
          poorer,
          i,
          Input.of(Input.UNANSWERED, script.slots, 0, 0),
          state[contents],
          state[data],
          late,
          steps);
      if (local.mayRetry) {
        name(steps, names.get(i), "write of " + flight.key() + " stays without an answer, again");
        move(
            poorer,
            i,
            Input.of(Input.AGAIN, script.slots, 0, 0),
            state[contents],
            state[data],
            late,
            steps);
      }
    }
  }

  private static int value(Flight flight) {
    return flight.deletes() ? 0 : flight.number();
  }

  private static int write(Flight flight) {
    return value(flight) | (flight.key() << 4) | (flight.place() << 8);
  }

  /** The items after a write; -1 if it is wrong. */
  private int applied(int[] state, int key, int place, int value, Steps steps) {
    if (!store.isRead(state[contents], place, key)) {
      steps.wrong("item %d is written at place %d, where it is not read".formatted(key, place));
      return -1;
    }
    return Items.with(state[data], key, place, value);
  }

  private void crash(int[] state, int i, Local local, Steps steps) {
    name(steps, names.get(i), "crashes");
    int[] next = state.clone();
    next[i] = CRASHED;
    next[budget] -= 1 << 8;
    if (local.flight != null && local.flight.age() <= script.late) {
      next[net] = lates.and(next[net], write(local.flight), local.flight.age());
    }
    steps.to(next);
  }

  private void arrive(int[] state, int j, Steps steps) {
    int[] next = state.clone();
    next[net] = lates.without(state[net], j);
    int what = lates.what(state[net], j);
    if (what < 0) {
      if (steps.areNamed()) {
        steps.name("late: " + text(-1 - what));
      }
      next[contents] = store.serve(state[contents], -1 - what).contents();
      to(state, next, steps);
    } else {
      name(steps, "late:", "write of " + ((what >> 4) & 15) + " at place " + (what >> 8));
      int after = applied(state, (what >> 4) & 15, what >> 8, what & 15, steps);
      if (after >= 0) {
        next[data] = after;
        steps.to(next);
      }
    }
  }

  private void move(
      int[] state, int i, int input, int contentsAfter, int dataAfter, int netAfter, Steps steps) {
    Move move = processes.get(i).next(processes.get(i).state(state[i]), input);
    if (move.wrong() != null) {
      steps.wrong(move.wrong());
      return;
    }
    int[] next = state.clone();
    next[i] = move.to().number;
    next[contents] = contentsAfter;
    next[data] = dataAfter;
    next[net] = netAfter;
    for (int event : move.events()) {
      if (!judge(next, event)) {
        steps.wrong("what %s reads fits no order of the calls".formatted(names.get(i)));
        return;
      }
    }
    if (Input.kind(input) != Input.BEGIN
        || script.slow
        || !goesOn(next, i, Input.slot(input), move.to(), steps)) {
      to(state, next, steps);
    }
  }

  /** Answers what a flow asks first, in the step that begins it. */
  private boolean goesOn(int[] next, int i, int slot, Local local, Steps steps) {
    for (Control control : local.controls) {
      if (control.slot() == slot && control.ask() == 0) {
        serve(next, i, control, steps);
        return true;
      }
    }
    return false;
  }

  private boolean judge(int[] next, int event) {
    int kind = Event.kind(event);
    for (int k = 0; k < script.keys; k++) {
      boolean concerned =
          switch (kind) {
            case Event.SENT, Event.WRITTEN, Event.REFUSED -> Event.key(event) == k;
            case Event.READ_BEGUN -> ((Event.key(event) >> k) & 1) != 0;
            default -> true;
          };
      if (concerned) {
        int value = kind == Event.READ ? (Event.value(event) >> (4 * k)) & 15 : Event.value(event);
        next[judged + k] = judge.after(next[judged + k], kind, Event.number(event), value);
        if (next[judged + k] < 0) {
          return false;
        }
      }
    }
    return true;
  }

  private void to(int[] before, int[] next, Steps steps) {
    if (before[contents] != next[contents]) {
      DoublingJudge change =
          new DoublingJudge(
              store.contents(before[contents]).record(), store.contents(next[contents]).record());
      next[calm] = change.isAdded() ? 0 : next[calm];
      String wrong = change.wrong(script, before[calm]);
      if (wrong != null) {
        steps.wrong(wrong);
        return;
      }
      for (int k = 0; k < script.keys; k++) {
        int place = Items.placeOf(next[data], k);
        if (place != 0 && !store.isRead(next[contents], place, k)) {
          steps.wrong("item %d lies at place %d, and the new layout hides it".formatted(k, place));
          return;
        }
      }
    }
    steps.to(next);
  }

  private static void name(Steps steps, String... words) {
    if (steps.areNamed()) {
      steps.name(String.join(" ", words));
    }
  }
}
