package dev.evenkeel.testkit.control;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event at a simulated table.
 *
 * @param at in virtual time
 * @param operation of the table operation, or of the write that was lost; {@code Status} if a table
 *     came into another status by itself
 * @param table the name of the table; null if it was about none
 * @param tableId the id, which distinguishes tables of one name; null if there was none
 * @param outcome how it ended
 * @param detail the code and text of a refusal, or the status that a table is in now
 * @param busyTables how many tables were CREATING, UPDATING or DELETING afterwards
 */
public record ControlEvent(
    Instant at,
    String operation,
    @Nullable String table,
    @Nullable String tableId,
    Outcome outcome,
    String detail,
    int busyTables) {

  /** The outcome of an operation. */
  public enum Outcome {
    /** Done and reported to the caller. */
    APPLIED,
    /** Not done, and the caller got the reason. */
    REFUSED,
    /** Done, and the caller saw a connection break. */
    ANSWER_LOST,
    /** Not done, and the caller saw a connection break. */
    NOT_RECEIVED,
    /** A table came into another status by itself. */
    STATUS,
    /** A write was accepted by a table that is being deleted. */
    WRITE_LOST
  }
}
