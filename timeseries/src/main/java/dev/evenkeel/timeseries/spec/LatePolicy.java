package dev.evenkeel.timeseries.spec;

/** What becomes of a write whose time is further back than the lateness that the spec allows. */
public enum LatePolicy {
  /**
   * It is refused with a {@link LateItemException}, before anything is sent: its table has little
   * capacity by then, may be archived, and may be deleted at any moment.
   */
  REFUSE,
  /** It goes to the table of its time as long as that is there. */
  ACCEPT
}
