package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.DecoratorException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a table is not known, so a call could not go on: the layout record could not be
 * read for longer than a lease lasts, or was deleted or set back, writes of a key were held back
 * for a change that did not end, or a change or a move was asked for and there is no control table.
 *
 * <p>Most often nothing was sent, and the call may be repeated. Where {@link #mayHaveWritten} says
 * otherwise, the layout was lost while the call was under way.
 */
public final class LayoutUnknownException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private static final String UNSENT = "Nothing was written.";
  private static final String SENT =
      "A write of this call was sent before that and may have been applied.";

  private static final String NEVER_THERE =
      ", so no layout is known there. This step has written nothing. Create it with createTable() of the LayoutStore, or check its name, and the Region and the endpoint of the store's client.";
  private static final String DELETED =
      " any more: this step has written to it before. Restore it under its name from a backup, then repeat the step. Do not create an empty one: without its records clients do not find items that have moved.";

  private final boolean mayHaveWritten;

  private LayoutUnknownException(
      String message, boolean mayHaveWritten, @Nullable Throwable cause) {
    super(message, cause);
    this.mayHaveWritten = mayHaveWritten;
  }

  /**
   * The record could not be read for so long.
   *
   * @param mayHaveWritten whether a write of the call was sent before
   * @param cause of the last try; null if it is not known
   */
  public static LayoutUnknownException notRead(
      String table, Duration waited, boolean mayHaveWritten, @Nullable Throwable cause) {
    return new LayoutUnknownException(
        "The layout of table '%s' is not known: its record could not be read for %d s. %s Check that the control table can be reached and written and that the clock is right, and %s."
            .formatted(table, waited.toSeconds(), sent(mayHaveWritten), repeat(mayHaveWritten)),
        mayHaveWritten,
        cause);
  }

  /**
   * The record that is stored is older than the one that this client knows, or another one: it was
   * deleted, or an old backup was restored. The client acts again when the one that it knows is
   * back, or has gone on.
   *
   * @param mayHaveWritten whether a write of the call was sent before
   */
  public static LayoutUnknownException setBack(String table, boolean mayHaveWritten) {
    return new LayoutUnknownException(
        "The layout record of table '%s' was deleted or set back: this client knows a newer one, or another one of the same version, and does not act on what is there now, which may hide items. %s Restore the record from the newest backup of the control table, and %s. Only if you are sure of the record that is there, restart the client instead."
            .formatted(table, sent(mayHaveWritten), repeat(mayHaveWritten)),
        mayHaveWritten,
        null);
  }

  /**
   * The record was deleted or set back while a step went on that has read it before: a change, a
   * raise or a move.
   */
  public static LayoutUnknownException setBackMeanwhile(String table) {
    return new LayoutUnknownException(
        "The layout record of table '%s' was deleted or set back while this step went on, which has written nothing since. Restore the record from the newest backup of the control table, then repeat the step."
            .formatted(table),
        false,
        null);
  }

  /**
   * There is no record, and clients are registered, which they are only by one.
   *
   * @param clients where they run
   */
  public static LayoutUnknownException lost(
      String table, String controlTable, int count, String clients) {
    return new LayoutUnknownException(
        "The layout record of table '%s' is not in '%s' any more, while clients are registered, in all %d: %s. A new record could hide items, so none was written. Restore it from the newest backup of the control table, then repeat the step. If none of the items is in a shard or a piece by a record, and all of these clients have ended, delete their rows instead."
            .formatted(table, controlTable, count, clients),
        false,
        null);
  }

  /**
   * There is no record, and all items were read for a move, which writes one right after that.
   *
   * @param partition the key of the rows of that look
   */
  public static LayoutUnknownException lostMove(
      String table, String controlTable, String partition) {
    return new LayoutUnknownException(
        "The layout record of table '%s' is not in '%s', and all items were read for a move, so that it may have begun. A new record would hide what has moved, so none was written. If the move has begun, restore the record from the newest backup of the control table, then repeat the step. If you are sure that it never began, or that it has ended, delete the item with pk '%s' and sk 'job' from the control table."
            .formatted(table, controlTable, partition),
        false,
        null);
  }

  /**
   * A change of the layout held the call back for so long.
   *
   * @param mayHaveWritten whether a write of the call was sent before
   */
  public static LayoutUnknownException paused(
      String table, Duration waited, boolean mayHaveWritten) {
    return new LayoutUnknownException(
        "A change of the layout of table '%s' has held this call back for %d s. %s Look at the change with 'evenkeel layout show', give it up with 'evenkeel layout abort', or %s."
            .formatted(table, waited.toSeconds(), sent(mayHaveWritten), repeat(mayHaveWritten)),
        mayHaveWritten,
        null);
  }

  /**
   * The layout store was closed before the call had ended.
   *
   * @param mayHaveWritten whether a write of the call was sent before
   */
  public static LayoutUnknownException closed(String table, boolean mayHaveWritten) {
    return new LayoutUnknownException(
        "The layout store of table '%s' was closed before this call had ended. %s Close the store after the last call."
            .formatted(table, sent(mayHaveWritten)),
        mayHaveWritten,
        null);
  }

  /**
   * There is no control table where the layout store looks for it.
   *
   * @param controlTable its name
   * @param where the Region that was asked, as in {@code " in us-east-1"}; empty if it is not known
   * @param mayHaveWritten whether something was written to the table before
   * @param cause of DynamoDB
   */
  public static LayoutUnknownException noControlTable(
      String controlTable, String where, boolean mayHaveWritten, Throwable cause) {
    return new LayoutUnknownException(
        "There is no control table '%s'%s%s"
            .formatted(controlTable, where, mayHaveWritten ? DELETED : NEVER_THERE),
        mayHaveWritten,
        cause);
  }

  /**
   * The layout changed after a write was sent whose repeat could be stored beside it, or could add
   * once more.
   */
  public static LayoutUnknownException changed(String table) {
    return new LayoutUnknownException(
        "The layout of table '%s' has changed or was not known for a while, or its items are being moved. %s A repeat of it could be stored beside it, or add once more, so it was not repeated. Look whether the item is there, or %s."
            .formatted(table, sent(true), repeat(true)),
        true,
        null);
  }

  private static String sent(boolean mayHaveWritten) {
    return mayHaveWritten ? SENT : UNSENT;
  }

  private static String repeat(boolean mayHaveWritten) {
    return mayHaveWritten ? "repeat the call if it may count twice" : "repeat the call";
  }

  /** Whether a write of the call was sent and may have been applied. */
  public boolean mayHaveWritten() {
    return mayHaveWritten;
  }
}
