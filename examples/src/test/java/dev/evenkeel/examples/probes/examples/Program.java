package dev.evenkeel.examples.probes.examples;

import dev.evenkeel.examples.probes.sharding.spec.Innocent;

/** May see every library. */
public final class Program {
  Innocent innocent = new Innocent();
}
