package dev.evenkeel.timeseries.spec;

/**
 * What becomes of a read of a period whose table should be there and is not. Periods whose table
 * need not be there are read as empty either way: those that begin later, and those past their
 * retention. Writes never skip: they fail with a {@link MissingTableException}.
 */
public enum MissingTablePolicy {
  /** It fails with a {@link MissingTableException}: nobody takes a part for the whole. */
  REFUSE,
  /** The period is read as empty; the coverage of the read tells. */
  SKIP
}
