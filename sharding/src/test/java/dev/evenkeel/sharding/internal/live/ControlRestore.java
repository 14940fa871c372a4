package dev.evenkeel.sharding.internal.live;

import java.util.function.Consumer;

/**
 * Somebody who puts another control table in the place of the one that is there, once: with rows of
 * any moment before, and with the record of now.
 *
 * @param contents where in a state the number of what the control table holds is
 * @param backup where the number is of what was backed up, from 1; 0 while nothing is, and -1 when
 *     nothing is restored any more
 */
record ControlRestore(ModelStore store, int contents, int backup) {

  /** Tells what may come next, and the state after a restore. */
  void steps(int[] state, Steps steps, Consumer<int[]> restored) {
    if (state[backup] == 0) {
      steps.name(() -> "the control table is backed up");
      steps.to(Model.with(state, backup, 1 + state[contents]));
    } else if (state[backup] > 0) {
      steps.name(() -> "the control table is restored");
      int rows = store.restored(state[contents], state[backup] - 1);
      int[] next = Model.with(state, contents, rows);
      next[backup] = -1;
      restored.accept(next);
    }
  }
}
