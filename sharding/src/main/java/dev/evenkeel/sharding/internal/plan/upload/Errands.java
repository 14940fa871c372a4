package dev.evenkeel.sharding.internal.plan.upload;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The errands under way, by their tickets. */
final class Errands {
  private final Map<Integer, Errand> byTicket = new HashMap<>();
  private int nextTicket;

  UploadLoop.Begun begin(UploadAsk ask, Errand errand) {
    byTicket.put(nextTicket, errand);
    return new UploadLoop.Begun(nextTicket++, ask);
  }

  @Nullable Errand end(int ticket) {
    return byTicket.remove(ticket);
  }

  boolean isUnderWay(Class<? extends Errand> kind) {
    return byTicket.values().stream().anyMatch(kind::isInstance);
  }

  boolean areUnderWay() {
    return !byTicket.isEmpty();
  }

  /** How many of the batches that are allowed at once there are. */
  long placesTaken() {
    return byTicket.values().stream().filter(Errand::takesPlace).count();
  }
}
