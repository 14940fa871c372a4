package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.live.FlowProcess.Open;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Until when a client may act, by what its flows have begun and what was answered. */
final class LeaseJudge {
  private final long lease;

  /** When the last answered beat of the flow in each slot began; 0 for none. */
  private final long[] beats;

  private long mayActUntil;

  LeaseJudge(long now, int slots, long lease) {
    this.lease = lease;
    this.beats = new long[slots];
    this.mayActUntil = now;
  }

  boolean mayAct(long now) {
    return now < mayActUntil;
  }

  void heard(int slot, Open open, Object answer) {
    if (ModelProcess.table(open.request()) instanceof UpdateItemRequest update
        && update.updateExpression().contains("#beat")) {
      beats[slot] = open.since();
    } else if (ModelProcess.table(open.request()) instanceof GetItemRequest) {
      LayoutRecord read =
          ((GetItemResponse) answer).hasItem()
              ? LayoutFormat.record("t", ((GetItemResponse) answer).item())
              : ModelStore.FIRST;
      if (!read.state().registers() || beats[slot] != 0) {
        long from = read.state().registers() ? beats[slot] : open.since();
        mayActUntil = Math.max(mayActUntil, from + lease);
      }
    }
  }

  void ended(int slot) {
    beats[slot] = 0;
  }
}
