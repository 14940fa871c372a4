package dev.evenkeel.core.internal.flow;

import org.jspecify.annotations.Nullable;

/**
 * Flows that run side by side, given one by one as they are wanted: for loops over many requests,
 * of which the answers decide what is asked next. It holds the state of one run.
 *
 * <p>It is asked for flows until it gives none, at the beginning and whenever one of them has
 * ended. What a flow brings, the flow itself tells the source, by its last step. The whole ends
 * when nothing runs and the source gives nothing, or when the source says that it is over. A
 * failure that a flow does not recover from is one of the whole, at once. What still runs then is
 * cancelled, and heard by nobody.
 *
 * <p>Calls never overlap, and each sees the effects of the one before; they may come from different
 * threads. What a method throws is the failure of the whole.
 *
 * @param <T> the result of the whole
 */
public interface FlowSource<T> {

  /** The next flow to begin now; null if none is, until one of those begun has ended. */
  @Nullable Flow<?> next();

  /** Whether the whole ends now, whatever still runs. */
  default boolean isOver() {
    return false;
  }

  /** What the whole ends with. Called once, after everything else. */
  Flow<T> end();
}
