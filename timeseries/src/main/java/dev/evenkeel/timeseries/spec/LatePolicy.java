package dev.evenkeel.timeseries.spec;

/**
 * The policy for late writes: the period of its time is over by more than the lateness that the
 * spec allows. Within a period items may come in any order.
 */
public enum LatePolicy {
  /**
   * The item is refused with an {@link ItemTimeException}, before anything is sent: its table has
   * little capacity by then, may be archived, and may be deleted at any moment.
   */
  REFUSE,
  /**
   * It goes to the table of its time as long as that is there, and is refused once its retention is
   * over, or nearly so: DynamoDB takes writes to a table that is being deleted, and loses them.
   */
  ACCEPT
}
