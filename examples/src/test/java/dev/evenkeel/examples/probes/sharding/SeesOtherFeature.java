package dev.evenkeel.examples.probes.sharding;

import dev.evenkeel.examples.probes.caching.Cache;

final class SeesOtherFeature {
  Cache cache = new Cache();
}
