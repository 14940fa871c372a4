package dev.evenkeel.examples.probes.core.shape;

/** All the ways to be closed. */
public abstract sealed class Closed permits Closed.Known {
  static non-sealed class Known extends Closed {}
}
