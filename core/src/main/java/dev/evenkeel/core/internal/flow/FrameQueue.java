package dev.evenkeel.core.internal.flow;

import org.jspecify.annotations.Nullable;

/**
 * Frames first come, first served. A frame stands in one queue at most, which holds it by itself.
 */
final class FrameQueue {
  private @Nullable FlowFrame first;
  private @Nullable FlowFrame last;

  void add(FlowFrame frame) {
    if (last == null) {
      first = frame;
    } else {
      last.next = frame;
    }
    last = frame;
  }

  @Nullable FlowFrame poll() {
    FlowFrame frame = first;
    if (frame != null) {
      first = frame.next;
      last = first == null ? null : last;
      frame.next = null;
    }
    return frame;
  }

  boolean isEmpty() {
    return first == null;
  }

  /** Lets go those that nobody waits for, and tells how many. */
  int dropAbandoned() {
    int dropped = 0;
    FlowFrame end = last;
    boolean more = end != null;
    while (more) {
      FlowFrame frame = poll();
      more = frame != end;
      if (frame != null && frame.isAbandoned()) {
        dropped++;
      } else if (frame != null) {
        add(frame);
      }
    }
    return dropped;
  }
}
