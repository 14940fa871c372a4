package dev.evenkeel.upload.internal;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tasks under way, by their tickets. */
final class InFlightTasks {
  private final Map<Integer, InFlightTask> byTicket = new HashMap<>();
  private int nextTicket;

  UploadLoop.Begun begin(UploadRequest ask, InFlightTask task) {
    byTicket.put(nextTicket, task);
    return new UploadLoop.Begun(nextTicket++, ask);
  }

  @Nullable InFlightTask end(int ticket) {
    return byTicket.remove(ticket);
  }

  boolean isUnderWay(Class<? extends InFlightTask> kind) {
    return byTicket.values().stream().anyMatch(kind::isInstance);
  }

  boolean areUnderWay() {
    return !byTicket.isEmpty();
  }

  /** The number of occupied batch slots. */
  long placesTaken() {
    return byTicket.values().stream().filter(InFlightTask::takesPlace).count();
  }
}
