package dev.evenkeel.examples.probes.simulator;

import org.junit.jupiter.api.extension.Extension;

/** Sees a library that only its own package may see. */
public final class SeesJUnit implements Extension {}
