package dev.evenkeel.simulator.spec;

/** The type of units: read or write. The two never mix. */
public enum OperationType {
  READ,
  WRITE
}
