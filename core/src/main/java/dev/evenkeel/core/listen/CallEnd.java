package dev.evenkeel.core.listen;

import dev.evenkeel.core.item.ReadWriteUnits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The end of a call.
 *
 * @param call the one that ended
 * @param outcome how
 * @param failure the class of the exception that the caller sees, if there is one
 * @param duration since the call was planned; zero if it was refused
 * @param work the work for the call
 */
public record CallEnd(
    ManagedCall call,
    Outcome outcome,
    @Nullable Class<? extends Throwable> failure,
    Duration duration,
    CallWork work) {

  /**
   * The work of a call: sums over the sub-requests that were answered before it ended, unless
   * noted.
   *
   * @param subRequests how many were sent, however they ended
   * @param fanOutWidth the most that the plan wanted at one time; the client's concurrency may have
   *     held some of them back
   * @param rowsRead items that DynamoDB found for gets, or evaluated for queries and scans
   * @param rowsReturned items in the response, or their count where only that was asked for; 0 for
   *     a call without one
   * @param rowsUnprocessed keys or items of a batch that go back to the caller as unprocessed
   * @param servedAhead whether rows that an earlier page had read ahead served this one; they do
   *     not count as read again
   * @param units the consumed units by the answers; null if none reports any
   */
  public record CallWork(
      int subRequests,
      int fanOutWidth,
      long rowsRead,
      long rowsReturned,
      int rowsUnprocessed,
      boolean servedAhead,
      @Nullable ReadWriteUnits units) {

    public static final CallWork NONE = new CallWork(0, 0, 0, 0, 0, false, null);
  }
}
