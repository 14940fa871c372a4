package dev.evenkeel.upload.internal.shell;

import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Timers;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The pauses of a run, which end early when it is stopped. */
final class UploadPauses {
  private final Map<Object, CompletableFuture<Boolean>> underWay = new ConcurrentHashMap<>();
  private volatile boolean stopped;

  /** Ends when the time is over, or at the stop. Cancelling it leaves nothing behind. */
  CompletableFuture<Boolean> begin(Pause pause) {
    CompletableFuture<Boolean> time = Timers.after(pause.drawn(), true);
    Object token = new Object();
    underWay.put(token, time);
    var unused = time.whenComplete((over, cancelled) -> underWay.remove(token));
    if (stopped) {
      time.complete(true);
    }
    return time;
  }

  boolean stopped() {
    return stopped;
  }

  void stop() {
    stopped = true;
    underWay.values().forEach(time -> time.complete(true));
  }
}
