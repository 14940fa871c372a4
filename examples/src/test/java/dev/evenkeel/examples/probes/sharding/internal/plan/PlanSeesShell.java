package dev.evenkeel.examples.probes.sharding.internal.plan;

import dev.evenkeel.examples.probes.sharding.internal.shell.Shell;

final class PlanSeesShell {
  Shell shell = new Shell();
}
