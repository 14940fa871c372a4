package dev.evenkeel.core.listen;

/**
 * Listens to the managed calls of a decorator. Every method does nothing until it is overridden.
 * Calls that pass through untouched are not reported: they stay free.
 *
 * <p><b>Order.</b> For each managed call: {@link #callStarted} once; for each sub-request that is
 * sent {@link #subRequestSent} once and later {@link #subRequestEnded} once; {@link #callEnded}
 * once, last of all, and before the caller has the result (unless the caller has cancelled or the
 * API call timeout has passed: then at once). A sub-request that is under way when the call ends is
 * reported as {@link Outcome#CANCELLED} then, whatever becomes of it. So starts and ends are equal
 * in number. A call that is refused has a start and an end.
 *
 * <p><b>Threads.</b> The events of one call come one after the other, each seeing the effects of
 * the one before, but on any of the threads at work: the caller's, a worker's, the delegate's
 * completion threads, or the cancelling thread. Events of different calls come at the same time.
 * The thread has the call to carry on with, so a listener returns quickly and does not block.
 *
 * <p><b>Failures.</b> What a listener throws, errors included, changes nothing: it is caught and
 * logged as a warning, once for each of its methods, and the listener is called again next time.
 *
 * <p><b>Privacy.</b> Events hold names of tables, counts, durations and classes of exceptions:
 * never a key, a value or a message. {@link HotKey} alone holds a key.
 */
public interface DecoratorListener {

  /** A call was planned, or refused, and nothing has been sent yet. */
  default void callStarted(ManagedCall call) {}

  /** A sub-request is handed to the delegate. */
  default void subRequestSent(SubRequest subRequest) {}

  /** A sub-request was answered, failed, or is no longer waited for. */
  default void subRequestEnded(SubRequestEnd end) {}

  /** The call has its result, or will never have one. */
  default void callEnded(CallEnd end) {}

  /**
   * A key is hot, or was cured. Only of tables whose spec has a policy for that, on a thread of the
   * client's own: no call waits for it.
   */
  default void hotKeyFound(HotKey found) {}
}
