package dev.evenkeel.examples.probes.sharding.planning;

import dev.evenkeel.examples.probes.sharding.internal.plan.Plan;

final class PlanningSeesPlan {
  Plan plan = new Plan();
}
