package dev.evenkeel.examples.probes.core;

import dev.evenkeel.examples.probes.examples.Program;

final class SeesExamples {
  Program program = new Program();
}
