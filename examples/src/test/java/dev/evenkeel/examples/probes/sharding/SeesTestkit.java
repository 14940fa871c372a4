package dev.evenkeel.examples.probes.sharding;

import dev.evenkeel.examples.probes.testkit.Kit;

final class SeesTestkit {
  Kit[] kits = {};
}
