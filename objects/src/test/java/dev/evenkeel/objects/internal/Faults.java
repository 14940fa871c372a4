package dev.evenkeel.objects.internal;

import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import java.util.stream.Stream;

/** Runs of fault plans. */
final class Faults {
  private Faults() {}

  static FaultInjector of(FaultRule... rules) {
    FaultPlan.Builder plan = FaultPlan.seeded(11);
    Stream.of(rules).forEach(plan::rule);
    return plan.build().injector();
  }
}
