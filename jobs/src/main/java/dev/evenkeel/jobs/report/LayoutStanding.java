package dev.evenkeel.jobs.report;

import dev.evenkeel.sharding.Layout;

/** Where a layout stands when a command was broken off, and what to do next. */
public final class LayoutStanding {
  private LayoutStanding() {}

  /**
   * Sentences for standard error.
   *
   * @param task such as {@code layout ready}
   */
  public static String brokenOff(String task, String tableName, Layout layout) {
    return "'evenkeel %s' was asked to end before it was done. Table '%s' is %s: %s"
        .formatted(task, tableName, layout.state(), next(layout));
  }

  /**
   * The same where the layout cannot be read.
   *
   * @param task such as {@code layout ready}
   * @param writes whether it may have written
   */
  public static String unknown(String task, String tableName, boolean writes) {
    return "'evenkeel %s' was asked to end while a request on table '%s' or its record had no answer. %s"
        .formatted(
            task,
            tableName,
            writes
                ? "A write may be applied yet. Look with 'evenkeel layout show' when DynamoDB can be reached."
                : "It has written nothing. Try again when DynamoDB can be reached.");
  }

  /**
   * The same of work on a pass.
   *
   * @param task such as {@code reshard run}
   */
  public static String unknown(String task) {
    return "%s was asked to end, and a request has no answer. What it has saved counts. Others take over what it held, about 30 seconds from now. Run the command again to go on."
        .formatted(task);
  }

  private static String next(Layout layout) {
    return switch (layout.state()) {
      case "READY" ->
          "its clients keep rows in the control table, which costs. Run the command again, or end that with 'evenkeel layout settle'.";
      case "ANNOUNCED" ->
          "the move is announced. Run the command again to go on, or give the move up with 'evenkeel layout abort'.";
      case "PAUSED" ->
          "writes are held back. Clients give that up after 10s. Run the command again, or give the change up with 'evenkeel layout abort'.";
      case "MOVING" -> "its items are being moved. Go on with 'evenkeel reshard run'.";
      default ->
          layout.raised().stream().allMatch(Layout.Raised::complete)
              ? "no change is under way. Run the command again."
              : "readers have the new count, and writers have not. Run the command again.";
    };
  }
}
