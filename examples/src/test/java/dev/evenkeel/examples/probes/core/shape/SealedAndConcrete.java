package dev.evenkeel.examples.probes.core.shape;

public sealed class SealedAndConcrete permits SealedAndConcrete.Known {
  static final class Known extends SealedAndConcrete {}
}
