package dev.evenkeel.examples.probes.core.circle;

import dev.evenkeel.examples.probes.core.circle.back.Again;

public final class There {
  Again again() {
    return new Again();
  }
}
