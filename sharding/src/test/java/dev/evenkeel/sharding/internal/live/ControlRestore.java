package dev.evenkeel.sharding.internal.live;

import java.util.function.Consumer;

/**
 * Somebody who puts another control table in the place of the one that is there, once: with rows of
 * any moment before, and with the record of now. Or who puts the first record back, as long as it
 * hides no item, once the first coordinator has crashed: a step that goes on after that may write
 * upon a record that it has not read.
 *
 * @param script says which of them
 * @param contents where in a state the number of what the control table holds is
 * @param backup where the number is of what was backed up, from 1; 0 while nothing is, and -1 when
 *     nothing is restored any more
 */
record ControlRestore(Script script, ModelStore store, int contents, int backup) {

  /** Where it begins, once the rest of a state is there. */
  void begin(int[] state) {
    state[backup] = script.restores ? 0 : script.putsBack ? 1 + state[contents] : -1;
  }

  /** Tells what may come next, and the state after a restore. */
  void steps(int[] state, Steps steps, Consumer<int[]> restored) {
    if (state[backup] == 0) {
      steps.name(() -> "the control table is backed up");
      steps.to(Model.with(state, backup, 1 + state[contents]));
    } else if (state[backup] > 0 && script.restores) {
      steps.name(() -> "the control table is restored");
      restored.accept(after(state, store.restored(state[contents], state[backup] - 1)));
    } else if (state[backup] > 0 && mayPutBack(state)) {
      steps.name(() -> "the record is put back");
      restored.accept(after(state, store.putBack(state[contents], state[backup] - 1)));
    }
  }

  private boolean mayPutBack(int[] state) {
    LayoutRecord first = store.contents(state[backup] - 1).record();
    return state[script.clients.size()] == LayoutModel.CRASHED
        && store.contents(state[contents]).record().base().equals(first.base());
  }

  private int[] after(int[] state, int now) {
    int[] next = Model.with(state, contents, now);
    next[backup] = -1;
    return next;
  }
}
