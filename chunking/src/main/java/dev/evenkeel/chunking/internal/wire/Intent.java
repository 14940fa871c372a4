package dev.evenkeel.chunking.internal.wire;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A write-ahead note: what a write is about to change, so that a sweep can clean up an unfinished
 * write.
 *
 * @param id names the call; its payloads have ids of their own
 * @param due when a sweep may take it up
 * @param state how far it is
 * @param committedAtMillis when it became visible, by the writer's clock; null if it did not
 * @param changes the changes of the write
 */
public record Intent(
    WriteId id, Instant due, State state, @Nullable Long committedAtMillis, List<Change> changes) {

  /** The progress of a write. */
  public enum State {
    /** Nothing of it is visible; its commit is conditional on this state. */
    OPEN,
    /** It is visible; what it replaced is to be deleted after the grace. */
    COMMITTED,
    /** A sweep, or the writer itself, gave it up: it will never be visible. */
    ABANDONED
  }

  /**
   * One attribute of one item.
   *
   * @param parent the attribute and its item
   * @param staged the payload that was staged to become its value; null if there is none
   * @param replaced the payload that it had when it was last read; null if it had none
   */
  public record Change(Parent parent, @Nullable PayloadRef staged, @Nullable PayloadRef replaced) {}

  public Intent {
    changes = List.copyOf(changes);
  }

  /** The same write with other changes. */
  public Intent with(List<Change> others) {
    return new Intent(id, due, state, committedAtMillis, others);
  }

  /** Whether something is to be deleted once it is visible. */
  public boolean replacesAny() {
    return changes.stream().anyMatch(change -> change.replaced() != null);
  }
}
