package dev.evenkeel.examples.probes.core;

import io.micrometer.core.instrument.MeterRegistry;

/** Uses an optional library where it may be missing. */
public final class SeesMicrometer {
  public boolean closed(MeterRegistry registry) {
    return registry.isClosed();
  }
}
