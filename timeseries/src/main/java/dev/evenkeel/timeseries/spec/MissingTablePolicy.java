package dev.evenkeel.timeseries.spec;

/**
 * The policy for reads of a period whose table is missing. Periods whose table need not be there
 * are read as empty either way: those that begin later, and those past their retention. Writes
 * never skip: they fail with a {@link MissingTableException}.
 */
public enum MissingTablePolicy {
  /**
   * The read fails with a {@link MissingTableException}, so no partial result passes for a complete
   * one.
   */
  REFUSE,
  /** The period is read as empty, and the read's coverage shows it. */
  SKIP
}
