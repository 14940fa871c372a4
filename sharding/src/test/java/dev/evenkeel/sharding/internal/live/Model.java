package dev.evenkeel.sharding.internal.live;

/** What a {@link LayoutExplorer} goes through: states of a few numbers, and the steps between. */
interface Model {
  /** How many numbers a state has. */
  int size();

  int[] first();

  /** All steps from a state. */
  void steps(int[] state, Steps steps);

  /** Whether every change has come to its end. */
  boolean isQuiet(int[] state);

  /** How far a change has come in a state: how many pieces were added, moves ended, items moved. */
  int published(int[] state);

  String text(int[] state);

  /** A state with another number. */
  static int[] with(int[] state, int at, int number) {
    int[] next = state.clone();
    next[at] = number;
    return next;
  }
}
