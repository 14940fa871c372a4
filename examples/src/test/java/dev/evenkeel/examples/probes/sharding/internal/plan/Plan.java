package dev.evenkeel.examples.probes.sharding.internal.plan;

import dev.evenkeel.examples.probes.sharding.spec.Innocent;

/** Sees what is to the left of it. */
public final class Plan {
  Innocent innocent = new Innocent();
}
