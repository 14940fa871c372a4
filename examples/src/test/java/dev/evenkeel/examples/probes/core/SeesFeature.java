package dev.evenkeel.examples.probes.core;

import dev.evenkeel.examples.probes.sharding.spec.Innocent;

final class SeesFeature {
  Innocent innocent = new Innocent();
}
