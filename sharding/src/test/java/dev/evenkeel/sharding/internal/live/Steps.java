package dev.evenkeel.sharding.internal.live;

/** Is told what can happen next in a world. */
interface Steps {
  /** A step leads to a state. */
  void to(int[] state);

  /** A step leads to something that must not be. */
  void wrong(String what);

  /** Whether names are wanted; if so, each step is named before. */
  default boolean areNamed() {
    return false;
  }

  /** What the next step is. */
  default void name(String step) {}
}
