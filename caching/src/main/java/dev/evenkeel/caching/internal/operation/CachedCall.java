package dev.evenkeel.caching.internal.operation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of a client, with its unfinished writes and the shared reads that it sends. Both end with
 * the call, however it ends, before its caller gets the result.
 */
public final class CachedCall {
  private @Nullable List<Runnable> releases = new ArrayList<>();

  /** Lets something go when the call ends; at once if it has ended. */
  void hold(Runnable release) {
    synchronized (this) {
      if (releases != null) {
        releases.add(release);
        return;
      }
    }
    release.run();
  }

  /** The call has ended. Further calls change nothing. */
  public void ended() {
    List<Runnable> all;
    synchronized (this) {
      all = releases == null ? List.of() : releases;
      releases = null;
    }
    all.forEach(Runnable::run);
  }
}
