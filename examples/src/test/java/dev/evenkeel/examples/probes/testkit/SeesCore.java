package dev.evenkeel.examples.probes.testkit;

import dev.evenkeel.examples.probes.core.Base;

final class SeesCore {
  Base base() {
    return new Base();
  }
}
