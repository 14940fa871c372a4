package dev.evenkeel.examples.probes.sharding.spec;

import dev.evenkeel.examples.probes.sharding.internal.plan.Plan;

final class SpecSeesPlan {
  Plan plan = new Plan();
}
