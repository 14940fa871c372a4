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
 * Charges of one second that are checked one after another and then applied together, so that
 * several charges on one limit add up, and a transaction is applied or dropped as a whole.
 */
public final class ChargeBatch {
  private final PartitionModel model;
  private final long second;
  private final Map<Bucket, Long> needed = new HashMap<>();
  private final List<Claim> met = new ArrayList<>();
  private final List<Claim> missed = new ArrayList<>();
  private final List<ThrottleReason> reasons = new ArrayList<>();
  private long metRequests;

  ChargeBatch(PartitionModel model, long second) {
    this.model = model;
    this.second = second;
  }

  /** Adds a request if it fits beside the others; otherwise returns the limit. */
  public @Nullable ThrottlePoint add(List<Charge> charges) {
    List<Claim> claims = model.claims(charges);
    Map<Bucket, Long> more = new HashMap<>();
    for (Claim claim : claims) {
      ThrottleReason reason = throttlePoint(claim, more);
      if (reason != null) {
        missed.addAll(claims);
        reasons.add(reason);
        return new ThrottlePoint(reason, claim.partition().number());
      }
    }
    more.forEach((bucket, units) -> needed.merge(bucket, units, Long::sum));
    met.addAll(claims);
    metRequests++;
    return null;
  }

  private @Nullable ThrottleReason throttlePoint(Claim claim, Map<Bucket, Long> more) {
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

  /** Applies accepted requests and records throttled ones. */
  public void settle() {
    met.forEach(claim -> claim.take(second, 1, 1));
    giveUp(metRequests);
  }

  /** Applies nothing and records throttled requests; accepted ones leave no trace. */
  public void cancel() {
    giveUp(0);
  }

  private void giveUp(long accepted) {
    missed.forEach(claim -> claim.take(second, 1, 0));
    model.note(accepted, reasons);
  }
}
