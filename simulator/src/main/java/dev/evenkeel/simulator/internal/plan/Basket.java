package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.internal.plan.Claim.Gate;
import dev.evenkeel.simulator.spec.Charge;
import dev.evenkeel.simulator.spec.ThrottleReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one second that are weighed one after another and then taken at once, so that several
 * charges on one limit count together, and a transaction can be given up as a whole.
 */
public final class Basket {
  private final PartitionModel model;
  private final long second;
  private final Map<Bucket, Long> needed = new HashMap<>();
  private final List<Claim> met = new ArrayList<>();
  private final List<Claim> missed = new ArrayList<>();
  private final List<ThrottleReason> reasons = new ArrayList<>();
  private long metRequests;

  Basket(PartitionModel model, long second) {
    this.model = model;
    this.second = second;
  }

  /** Adds a request if it fits beside those that are in; otherwise says where it does not. */
  public @Nullable Blocked add(List<Charge> charges) {
    List<Claim> claims = model.claims(charges);
    Map<Bucket, Long> more = new HashMap<>();
    for (Claim claim : claims) {
      ThrottleReason reason = blocked(claim, more);
      if (reason != null) {
        missed.addAll(claims);
        reasons.add(reason);
        return new Blocked(reason, claim.partition().number());
      }
    }
    more.forEach((bucket, units) -> needed.merge(bucket, units, Long::sum));
    met.addAll(claims);
    metRequests++;
    return null;
  }

  private @Nullable ThrottleReason blocked(Claim claim, Map<Bucket, Long> more) {
    for (Gate gate : claim.resource().gates(claim.type())) {
      if (!fits(gate.bucket(), claim.cost(), more)) {
        return claim.throttled(gate.limit());
      }
    }
    if (fits(claim.bucket(), claim.cost(), more)) {
      return null;
    }
    return claim.throttled(claim.partitionLimit());
  }

  private boolean fits(Bucket bucket, long cost, Map<Bucket, Long> more) {
    long together = more.merge(bucket, cost, Long::sum);
    return needed.getOrDefault(bucket, 0L) + together <= bucket.available(second);
  }

  /** Takes what was met, and notes what was not. */
  public void settle() {
    met.forEach(claim -> claim.take(1, 1));
    giveUp(metRequests);
  }

  /** Takes nothing, and notes what was not met; what was met is as if it had not been asked. */
  public void cancel() {
    giveUp(0);
  }

  private void giveUp(long accepted) {
    missed.forEach(claim -> claim.take(1, 0));
    model.note(accepted, reasons);
  }
}
