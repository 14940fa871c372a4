package dev.evenkeel.sharding.internal.live;

import java.util.function.Supplier;

/** Is told what can happen next in a model. */
interface Steps {
  /** A step leads to a state. */
  void to(int[] state);

  /** A step leads to something that must not be. */
  void wrong(String what);

  /** The name of the next step, for who wants it. */
  default void name(Supplier<String> step) {}
}
