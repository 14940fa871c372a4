package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.live.Automaton.Move;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.internal.live.ModelProcess.Flight;
import dev.evenkeel.sharding.internal.live.ModelStore.Served;
import dev.evenkeel.sharding.internal.live.Offers.Control;
import dev.evenkeel.sharding.internal.live.Offers.Looking;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A table with one logical key, the control table of its layout, clients and coordinators. A state
 * is a few numbers, and a step leads from one to another: one process takes an input, or time
 * passes, or a late request is applied. {@link ModelJudge} checks each step.
 */
final class LayoutModel implements Model {
  static final int CRASHED = -1;

  private final Script script;
  private final ModelStore store;
  private final List<Automaton<Offers>> processes = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final ModelJudge judge;
  private final ControlRestore restore;
  private final LateRequests lates = new LateRequests();

  /** Where in a state the numbers of what lie, after those of the processes. */
  private final int contents;

  private final int data;
  private final int net;
  private final int budget;

  LayoutModel(Script script) {
    this.script = script;
    this.store = new ModelStore(script.keys);
    add("c", script.clients.size(), number -> new ModelClient(script, store, number));
    add("co", script.coordinators, number -> new ModelCoordinator(script, store, number));
    add("ap", script.appliers, number -> new ModelApplier(script, store, number));
    this.contents = processes.size();
    this.data = contents + 1;
    this.net = contents + 2;
    this.budget = contents + 3;
    this.restore = new ControlRestore(script, store, contents, contents + 4);
    this.judge = new ModelJudge(script, store, contents, data, contents + 5);
  }

  private void add(String name, int count, IntFunction<ModelProcess> process) {
    for (int i = 0; i < count; i++) {
      int number = i;
      processes.add(new Automaton<>(() -> process.apply(number)));
      names.add(name + i);
    }
  }

  @Override
  public int size() {
    return judge.end();
  }

  @Override
  public int[] first() {
    int[] state = new int[size()];
    state[budget] = script.losses | (script.crashes << 8);
    judge.begin(state);
    if (script.ready) {
      state[contents] = script.moving ? Readiness.moving(store, script) : Readiness.written(store);
      for (int i = 0; i < Math.min(script.registered, script.clients.size()); i++) {
        Readiness registered = Readiness.of(processes.get(i), state[contents], store);
        state[i] = registered.client().number;
        state[contents] = registered.contents();
      }
    }
    restore.begin(state);
    return state;
  }

  @Override
  public boolean isQuiet(int[] state) {
    for (int i = script.clients.size(); i < processes.size(); i++) {
      if (state[i] != CRASHED && !processes.get(i).state(state[i]).offers.isDone) {
        return false;
      }
    }
    return store.contents(state[contents]).record().state() != State.PAUSED;
  }

  @Override
  public int published(int[] state) {
    LayoutRecord record = store.contents(state[contents]).record();
    return script.moves ? record.movesEnded() : ModelStore.added(record);
  }

  @Override
  public String text(int[] state) {
    return store.contents(state[contents]).record() + " data " + Integer.toHexString(state[data]);
  }

  @Override
  public void steps(int[] state, Steps steps) {
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
    restore.steps(state, steps, next -> to(state, next, steps));
  }

  private void tick(int[] state, Steps steps) {
    steps.name(() -> "time passes");
    int[] next = state.clone();
    for (int i = 0; i < processes.size(); i++) {
      if (state[i] != CRASHED) {
        next[i] = processes.get(i).next(processes.get(i).state(state[i]), Input.TICK).to().number;
      }
    }
    next[net] = lates.older(state[net], script.late);
    judge.tick(next);
    steps.to(next);
  }

  private void stepsOf(int[] state, int i, Steps steps) {
    Offers local = processes.get(i).state(state[i]).offers;
    for (int act : local.acts) {
      steps.name(() -> names.get(i) + " " + Input.name(act));
      move(state, state.clone(), i, act, steps);
    }
    for (Control control : local.controls) {
      serve(state, i, control, steps);
    }
    for (Looking look : local.looks) {
      int found = judge.at(state[data], look.place(), look.key());
      steps.name(
          () ->
              names.get(i) + " looks at place " + look.place() + ": " + Integer.toHexString(found));
      int input = Input.of(Input.LOOK, look.slot(), look.ask(), found);
      move(state, state.clone(), i, input, steps);
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
    Class<?> kind = store.answer(served.answer()).getClass();
    steps.name(() -> name(i, control) + " -> " + kind.getSimpleName());
    move(state, Model.with(state, contents, served.contents()), i, answer, steps);
    if ((state[budget] & 255) > 0 && store.text(control.request()).contains(script.lost)) {
      lose(Model.with(state, budget, state[budget] - 1), i, control, served, steps);
    }
  }

  /** What may come of a request to the control table that is lost, or whose answer is. */
  private void lose(int[] state, int i, Control control, Served served, Steps steps) {
    int lose = Input.of(Input.LOSE, control.slot(), control.ask(), 0);
    if (!control.isWrite()) {
      steps.name(() -> names.get(i) + " reads the control table in vain");
      move(state, state.clone(), i, lose, steps);
      return;
    }
    int[] applied = Model.with(state, contents, served.contents());
    steps.name(() -> name(i, control) + ", applied, answer lost");
    move(state, applied.clone(), i, lose, steps);
    int late = lates.and(state[net], -1 - control.request(), 0);
    steps.name(() -> name(i, control) + " is lost on its way");
    move(state, Model.with(state, net, late), i, lose, steps);
    steps.name(() -> name(i, control) + ", the first attempt is still to come");
    int answer = Input.of(Input.ANSWER, control.slot(), control.ask(), served.answer());
    move(state, Model.with(applied, net, late), i, answer, steps);
  }

  private String name(int i, Control control) {
    return names.get(i) + " " + store.text(control.request());
  }

  /** What may come of a write that was sent. */
  private void fly(int[] state, int i, Offers local, Flight flight, Steps steps) {
    if (flight.age() <= script.late) {
      steps.name(() -> name(i, flight) + " at place " + flight.place() + " is applied");
      int[] next = written(state, LateRequests.write(flight), steps);
      if (next != null) {
        int failed = judge.failed(state[data], LateRequests.write(flight));
        move(state, next, i, Input.of(Input.APPLIED, script.slots, 0, failed), steps);
      }
    }
    if ((state[budget] & 255) > 0 && (script.lost.isEmpty() || script.lost.equals("write"))) {
      int[] next = Model.with(state, budget, state[budget] - 1);
      if (flight.age() <= script.late) {
        next[net] = lates.and(state[net], flight);
      }
      steps.name(() -> name(i, flight) + " stays without an answer");
      move(state, next.clone(), i, Input.of(Input.UNANSWERED, script.slots, 0, 0), steps);
      if (local.mayRetry) {
        steps.name(() -> name(i, flight) + " stays without an answer, again");
        move(state, next, i, Input.of(Input.AGAIN, script.slots, 0, 0), steps);
      }
    }
  }

  private String name(int i, Flight flight) {
    return names.get(i) + " " + flight.what() + " of " + flight.key();
  }

  /** The state when a write has been applied; null if it is wrong. */
  private int @Nullable [] written(int[] state, int write, Steps steps) {
    int[] next = Model.with(state, data, judge.written(state[data], write));
    String wrong = judge.wrong(state, next, write);
    if (wrong != null) {
      steps.wrong(wrong);
    }
    return wrong == null ? next : null;
  }

  private void crash(int[] state, int i, Offers local, Steps steps) {
    steps.name(() -> names.get(i) + " crashes");
    int[] next = Model.with(state, i, CRASHED);
    next[budget] -= 1 << 8;
    if (local.flight != null && local.flight.age() <= script.late) {
      next[net] = lates.and(next[net], local.flight);
    }
    steps.to(next);
  }

  private void arrive(int[] state, int j, Steps steps) {
    int[] next = Model.with(state, net, lates.without(state[net], j));
    int what = lates.what(state[net], j);
    if (what < 0) {
      steps.name(() -> "late: " + store.text(-1 - what));
      next[contents] = store.serve(state[contents], -1 - what).contents();
      to(state, next, steps);
      return;
    }
    steps.name(
        () ->
            "late: write of %d at place %d"
                .formatted(LateRequests.key(what), LateRequests.place(what)));
    int[] after = written(next, what, steps);
    if (after != null) {
      steps.to(after);
    }
  }

  /** Gives an input to a process; {@code next} is the state after it but for the process. */
  private void move(int[] state, int[] next, int i, int input, Steps steps) {
    Move<Offers> move = processes.get(i).next(processes.get(i).state(state[i]), input);
    if (move.wrong() != null) {
      steps.wrong(move.wrong());
      return;
    }
    next[i] = move.to().number;
    for (int event : move.events()) {
      if (!judge.hears(next, event)) {
        steps.wrong("what %s reads fits no order of the calls".formatted(names.get(i)));
        return;
      }
    }
    if (Input.kind(input) != Input.BEGIN
        || script.slow
        || !goesOn(next, i, Input.slot(input), move.to().offers, steps)) {
      to(state, next, steps);
    }
  }

  /** Answers what a flow asks first, in the step that begins it. */
  private boolean goesOn(int[] next, int i, int slot, Offers local, Steps steps) {
    for (Control control : local.controls) {
      if (control.slot() == slot && control.ask() == 0) {
        serve(next, i, control, steps);
        return true;
      }
    }
    return false;
  }

  private void to(int[] before, int[] next, Steps steps) {
    String wrong = judge.wrong(before, next);
    if (wrong == null) {
      steps.to(next);
    } else {
      steps.wrong(wrong);
    }
  }
}
