package dev.evenkeel.examples.probes.core.circle.back;

import dev.evenkeel.examples.probes.core.circle.There;

public final class Again {
  There there() {
    return new There();
  }
}
