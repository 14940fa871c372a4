package dev.evenkeel.examples.probes.core.shape;

public class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;
}
