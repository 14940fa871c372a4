package dev.evenkeel.examples.probes.sharding;

import dev.evenkeel.examples.probes.sharding.internal.plan.Plan;

/** Sees every room. */
public final class Client {
  Plan plan = new Plan();
}
