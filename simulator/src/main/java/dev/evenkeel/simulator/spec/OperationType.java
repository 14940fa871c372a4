package dev.evenkeel.simulator.spec;

/** Whether units are for reading or for writing; the two never mix. */
public enum OperationType {
  READ,
  WRITE
}
