package dev.evenkeel.testkit.control;

import java.time.Duration;

/**
 * The durations of table operations. DynamoDB promises none of these times; those of {@link
 * #typical} are chosen to be of the order that its users report, and what is tested should hold for
 * any.
 *
 * @param creating from CreateTable until the table is ACTIVE
 * @param notServing how long after it is ACTIVE reads and writes still fail with {@code
 *     ResourceNotFoundException}
 * @param describing how late DescribeTable, ListTables and ListTagsOfResource tell a change; the
 *     developer guide says of DescribeTable after CreateTable "wait for a few seconds"
 * @param updating from UpdateTable until the table is ACTIVE again; also how long time to live
 *     takes to be enabled or disabled
 * @param deleting from DeleteTable until the table is gone
 * @param servingDeleted how long after DeleteTable reads and writes are still accepted, at most
 *     until the table is gone
 */
public record ControlTimings(
    TimeRange creating,
    TimeRange notServing,
    TimeRange describing,
    TimeRange updating,
    TimeRange deleting,
    TimeRange servingDeleted) {

  /** Seconds for what is about one table's metadata, up to minutes for updates. */
  public static ControlTimings typical() {
    return new ControlTimings(
        TimeRange.ofSeconds(5, 30),
        TimeRange.ofSeconds(0, 5),
        TimeRange.ofSeconds(0, 5),
        TimeRange.ofSeconds(10, 180),
        TimeRange.ofSeconds(5, 60),
        TimeRange.ofSeconds(0, 30));
  }

  /** Everything is done and seen by the next call; statuses still pass through all their states. */
  public static ControlTimings immediate() {
    TimeRange none = TimeRange.exactly(Duration.ZERO);
    return new ControlTimings(none, none, none, none, none, none);
  }

  /** The same but for this time. */
  public ControlTimings creating(TimeRange range) {
    return new ControlTimings(range, notServing, describing, updating, deleting, servingDeleted);
  }

  /** The same but for this time. */
  public ControlTimings notServing(TimeRange range) {
    return new ControlTimings(creating, range, describing, updating, deleting, servingDeleted);
  }

  /** The same but for this time. */
  public ControlTimings describing(TimeRange range) {
    return new ControlTimings(creating, notServing, range, updating, deleting, servingDeleted);
  }

  /** The same but for this time. */
  public ControlTimings updating(TimeRange range) {
    return new ControlTimings(creating, notServing, describing, range, deleting, servingDeleted);
  }

  /** The same but for these times. */
  public ControlTimings deleting(TimeRange range, TimeRange serving) {
    return new ControlTimings(creating, notServing, describing, updating, range, serving);
  }
}
