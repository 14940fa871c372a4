package dev.evenkeel.sharding.internal.live;

import java.util.List;
import java.util.Set;

/** A session that acts on a record, and the lease of a call that writes. */
public final class Leased {
  private static final LayoutRecord READY = LayoutRecord.first("spec").ready("control");

  private final LayoutSession session = new LayoutSession(LayoutTimes.DEFAULT, () -> 0, () -> 0);
  private final LayoutLease lease;

  public Leased() {
    session.adopt(READY, session.register(new Registration("id", 0, 0, "h", "1")), 0);
    LiveCall.Scope scope = new LiveCall.Scope("clicks", session, Set::of, false);
    this.lease = new LayoutLease(List.of(scope), List.of(READY), true);
  }

  public LayoutLease lease() {
    return lease;
  }

  /** How many attempts of the call count as unanswered. */
  public int unanswered() {
    return session.unanswered();
  }
}
