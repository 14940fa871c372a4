package dev.evenkeel.caching.internal.operation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call, and what it holds until it ends: writes on their way, and reads that others wait for.
 * Both are let go however the call ends, and before its caller knows.
 */
public final class CachedCall {
  private @Nullable List<Runnable> held = new ArrayList<>();

  /** Lets something go when the call ends; at once if it has ended. */
  void hold(Runnable release) {
    synchronized (this) {
      if (held != null) {
        held.add(release);
        return;
      }
    }
    release.run();
  }

  /** The call has ended. Further calls change nothing. */
  public void ended() {
    List<Runnable> all;
    synchronized (this) {
      all = held == null ? List.of() : held;
      held = null;
    }
    all.forEach(Runnable::run);
  }
}
