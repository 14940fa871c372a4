package dev.evenkeel.examples.probes.simulator;

import dev.evenkeel.examples.probes.sharding.internal.plan.Plan;

final class SeesInternals {
  Plan plan = new Plan();
}
