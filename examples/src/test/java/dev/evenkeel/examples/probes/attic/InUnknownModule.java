package dev.evenkeel.examples.probes.attic;

final class InUnknownModule {}
