package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.DecoratorException;

/** A layout was not changed. Everything is as it was before, and the change may be tried again. */
public final class LayoutChangeException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /** The reasons that callers distinguish. */
  public enum Reason {
    /**
     * Clients did not acknowledge the change in time, or give no sign of life. It may succeed when
     * it is tried later by the same object; the message says what else helps.
     */
    NOT_ACKNOWLEDGED,
    /** Another change is under way, or came first. */
    OVERTAKEN,
    /** Partition keys that the new shards would have hold items already. */
    SHARDS_NOT_FREE,
    /** The greatest sort key of the logical key is the greatest one that there is. */
    NOTHING_ABOVE,
    /** A piece that begins at the sort key given would hide items. */
    ITEMS_ABOVE,
    /** The sort key given is below the beginning of the last piece. */
    OVERLAPS,
    /** Items to be moved are at their old places. */
    ITEMS_LEFT,
    /** Items could not be moved: they would not fit, or are where no layout looks for them. */
    ITEMS_UNFIT,
    /** There is no item to be moved: the key or the table may be another than was meant. */
    NOTHING_TO_MOVE,
    /** The table is written in several Regions, or may be. */
    SEVERAL_REGIONS,
    /** It is not proved that all items are at their new places. */
    NOT_VERIFIED,
    /** No items are being moved. */
    NOT_MOVING,
    /** The items were moved to another table, where alone the layout can be changed. */
    ELSEWHERE,
    /**
     * The record of another table leads to the same items, and its clients would miss the change.
     */
    OTHER_RECORD
  }

  private final Reason reason;

  /**
   * @param table whose layout it is
   * @param why the cause and the remedy: sentences
   */
  public LayoutChangeException(Reason reason, String table, String why) {
    super("The layout of table '%s' was not changed. %s".formatted(table, why));
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
