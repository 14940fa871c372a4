package dev.evenkeel.core.internal.listen;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Interceptor;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.CallEnd.CallWork;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.listen.ManagedCall;
import dev.evenkeel.core.listen.Outcome;
import dev.evenkeel.core.listen.SubRequest;
import dev.evenkeel.core.listen.SubRequestEnd;
import dev.evenkeel.core.operation.Operation;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * The events of one call: its sub-requests and its end. A sub-request is reported when it is sent,
 * not while it waits for a permit.
 *
 * <p>Senders, the thread that advances the flow and a canceller may call concurrently: one lock
 * orders the events of the call and guards their state. The flow itself is never called under it.
 */
final class ObservedCall implements Interceptor {
  private final ManagedCall call;
  private final List<? extends DecoratorListener> listeners;
  private final boolean servedAhead;
  private final long startNanos = System.nanoTime();

  // All guarded by the lock.
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Integer, Ask> unanswered = new HashMap<>();
  private int requests;
  private int sent;
  private int fanOutWidth;
  private long rowsRead;
  private @Nullable ReadWriteUnits units;
  private boolean ended;

  /** A sub-request of the flow, with its reported events. */
  private static final class Ask {
    private final int number;
    private @Nullable SubRequest sent;
    private long sentNanos;

    private Ask(int number) {
      this.number = number;
    }
  }

  private ObservedCall(
      ManagedCall call, List<? extends DecoratorListener> listeners, boolean servedAhead) {
    this.call = call;
    this.listeners = listeners;
    this.servedAhead = servedAhead;
  }

  /** Starts to observe. */
  static ObservedCall start(
      ManagedCall call, List<? extends DecoratorListener> listeners, boolean servedAhead) {
    ObservedCall observed = new ObservedCall(call, listeners, servedAhead);
    listeners.forEach(listener -> listener.callStarted(call));
    return observed;
  }

  /** The same flow, whose end is reported before its caller gets the result. */
  <R> Flow<R> telling(Flow<R> flow) {
    return flow.atResult(result -> end(Outcome.SUCCEEDED, null, result))
        .mapFailure(
            failure -> {
              endedOutside(failure);
              return failure;
            });
  }

  @Override
  public void asked(int ticket, Request<?> request) {
    if (!(request instanceof TableCall<?>)) {
      return;
    }
    lock.lock();
    try {
      unanswered.put(ticket, new Ask(++requests));
      fanOutWidth = Math.max(fanOutWidth, unanswered.size());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Reports that a request is being sent.
   *
   * @throws CancellationException if the call has ended meanwhile: the answer is abandoned and
   *     would not be reported
   */
  @Override
  public void sending(int ticket, Request<?> request) {
    if (request instanceof TableCall<?> ofTable) {
      sending(ticket, ofTable.request());
    }
  }

  private void sending(int ticket, DynamoDbRequest request) {
    List<String> tables = ObservedCalls.tables(request);
    lock.lock();
    try {
      Ask ask = unanswered.get(ticket);
      if (ended || ask == null) {
        throw new CancellationException("The call ended before this sub-request was sent.");
      }
      SubRequest subRequest = new SubRequest(call, ask.number, Operation.of(request), tables);
      sent++;
      ask.sent = subRequest;
      ask.sentNanos = System.nanoTime();
      listeners.forEach(listener -> listener.subRequestSent(subRequest));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void answered(int ticket, Object answer) {
    settled(ticket, Outcome.SUCCEEDED, null, answer);
  }

  @Override
  public Throwable failed(int ticket, Request<?> request, Throwable failure) {
    settled(ticket, Outcome.FAILED, failure, null);
    return failure;
  }

  private void settled(
      int ticket, Outcome outcome, @Nullable Throwable failure, @Nullable Object answer) {
    DynamoDbResponse response = answer instanceof DynamoDbResponse r ? r : null;
    long rows = Answers.rowsRead(response);
    lock.lock();
    try {
      Ask ask = unanswered.remove(ticket);
      if (ended || ask == null) {
        return;
      }
      SubRequest sentRequest = ask.sent;
      ReadWriteUnits consumed =
          sentRequest == null ? null : Answers.units(sentRequest.operation().kind(), response);
      rowsRead += rows;
      units = sum(units, consumed);
      tellEnd(ask, outcome, failure, rows, consumed);
    } finally {
      lock.unlock();
    }
  }

  private void tellEnd(
      Ask ask,
      Outcome outcome,
      @Nullable Throwable failure,
      long rows,
      @Nullable ReadWriteUnits consumed) {
    SubRequest subRequest = ask.sent;
    if (subRequest != null) {
      Duration duration = Duration.ofNanos(System.nanoTime() - ask.sentNanos);
      SubRequestEnd end =
          new SubRequestEnd(subRequest, outcome, classOf(failure), duration, rows, consumed);
      listeners.forEach(listener -> listener.subRequestEnded(end));
    }
  }

  /**
   * Ends the call, unless it has ended, with what the flow, the runner or the caller brought.
   *
   * @param failure null if the caller completed the future itself
   */
  void endedOutside(@Nullable Throwable failure) {
    boolean away =
        failure == null
            || failure instanceof CancellationException
            || failure instanceof AbortedException;
    end(
        away ? Outcome.CANCELLED : isRefused(failure) ? Outcome.REFUSED : Outcome.FAILED,
        failure,
        null);
  }

  /** A plan may take computations, so that what it refuses shows only while it runs. */
  private boolean isRefused(@Nullable Throwable failure) {
    lock.lock();
    try {
      return sent == 0
          && (failure instanceof DecoratorException || failure instanceof DynamoDbException);
    } finally {
      lock.unlock();
    }
  }

  private void end(Outcome outcome, @Nullable Throwable failure, @Nullable Object result) {
    lock.lock();
    try {
      if (ended) {
        return;
      }
      ended = true;
      unanswered.values().forEach(ask -> tellEnd(ask, Outcome.CANCELLED, null, 0, null));
      Duration duration = Duration.ofNanos(System.nanoTime() - startNanos);
      CallEnd end = new CallEnd(call, outcome, classOf(failure), duration, work(result));
      listeners.forEach(listener -> listener.callEnded(end));
    } finally {
      lock.unlock();
    }
  }

  private CallWork work(@Nullable Object result) {
    return new CallWork(
        sent,
        fanOutWidth,
        rowsRead,
        Answers.rowsReturned(result),
        Answers.rowsUnprocessed(result),
        servedAhead,
        units);
  }

  private static @Nullable Class<? extends Throwable> classOf(@Nullable Throwable failure) {
    return failure == null ? null : failure.getClass();
  }

  private static @Nullable ReadWriteUnits sum(
      @Nullable ReadWriteUnits left, @Nullable ReadWriteUnits right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return left.plus(right);
  }
}
