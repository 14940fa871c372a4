package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.ThrottleReason;
import dev.evenkeel.simulator.spec.ThrottleReason.LimitType;

/**
 * The demand of one request on one table or index.
 *
 * @param cost in millionths of units, more than 0
 * @param bytes by which its partition grows
 * @param everywhere whether it is a part of a read over all partitions, and for no key
 */
record Claim(
    Resource resource,
    Partition partition,
    OperationType type,
    long hash,
    long place,
    long cost,
    long bytes,
    boolean everywhere) {

  Bucket bucket() {
    return partition.bucket(type);
  }

  ThrottleReason throttled(LimitType limit) {
    return new ThrottleReason(resource.name(), resource.isIndex(), type, limit);
  }

  /** The number of equal claims, up to {@code count}, that fit into this second. */
  long fits(long second, long count) {
    long fits = Math.min(count, partition.bucket(type).available(second) / cost);
    for (Gate gate : resource.gates(type)) {
      fits = Math.min(fits, gate.bucket().available(second) / cost);
    }
    return fits;
  }

  /** The limit that stops the next claim. */
  LimitType limit(long second) {
    for (Gate gate : resource.gates(type)) {
      if (gate.bucket().available(second) < cost) {
        return gate.limit();
      }
    }
    return partitionLimit();
  }

  /** The limit of a claim that its partition cannot serve. */
  LimitType partitionLimit() {
    return resource.allocation().partitionLimit(type, resource.spent(type), cost);
  }

  /** Records offered units and spends accepted ones. */
  void take(long second, long offered, long accepted) {
    if (partition.offer(type, offered * cost)) {
      resource.touch(partition);
    }
    if (everywhere) {
      partition.acceptEvenly(type, accepted * cost);
    } else {
      partition.accept(type, accepted * cost, hash, place);
    }
    if (accepted < offered) {
      partition.refuse(type, second, cost);
    }
    resource.gates(type).forEach(gate -> gate.bucket().spend(accepted * cost));
    resource.spend(type, accepted * cost);
    partition.store(accepted * bytes, hash);
  }

  /** A limit of a whole table or index. */
  record Gate(Bucket bucket, LimitType limit) {}
}
