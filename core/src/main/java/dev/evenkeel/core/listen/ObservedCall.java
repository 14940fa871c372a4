package dev.evenkeel.core.listen;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Calls;
import dev.evenkeel.core.internal.flow.Machine;
import dev.evenkeel.core.internal.flow.Step;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.core.operation.Operation;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * The machine of one call, and what is told of it. Asks go out as {@link Ask}s, which {@link
 * #telling} turns back; so a sub-request is told as sent when it is, not when a permit for it is
 * still awaited.
 *
 * <p>Senders, the machine's thread and a canceller may meet here: each event, and the state it
 * leaves, is under one lock, which orders the events of the call. The machine itself is never
 * called under it.
 */
final class ObservedCall<Q, A, R> implements Machine<ObservedCall.Ask<Q>, A, R> {
  private final ManagedCall call;
  private final List<? extends DecoratorListener> listeners;
  private final Machine<Q, A, R> machine;
  private final Function<Q, @Nullable DynamoDbRequest> told;
  private final long startNanos = System.nanoTime();

  // All guarded by the lock.
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Integer, Ask<Q>> unanswered = new HashMap<>();
  private int asked;
  private int sent;
  private int fanOutWidth;
  private long rowsRead;
  private @Nullable ReadWriteUnits units;
  private boolean ended;

  /** A sub-request that the machine wants, and what was told of it. */
  static final class Ask<Q> {
    private final int number;
    private final Q request;
    private @Nullable SubRequest sent;
    private long sentNanos;

    private Ask(int number, Q request) {
      this.number = number;
      this.request = request;
    }
  }

  private ObservedCall(
      ManagedCall call,
      List<? extends DecoratorListener> listeners,
      Machine<Q, A, R> machine,
      Function<Q, @Nullable DynamoDbRequest> told) {
    this.call = call;
    this.listeners = listeners;
    this.machine = machine;
    this.told = told;
  }

  /**
   * Starts to observe.
   *
   * @param told what of an ask listeners are told; null if nothing, as it is no request to DynamoDB
   */
  static <Q, A, R> ObservedCall<Q, A, R> start(
      ManagedCall call,
      List<? extends DecoratorListener> listeners,
      Machine<Q, A, R> machine,
      Function<Q, @Nullable DynamoDbRequest> told) {
    ObservedCall<Q, A, R> observed = new ObservedCall<>(call, listeners, machine, told);
    listeners.forEach(listener -> listener.callStarted(call));
    return observed;
  }

  /** The same calls; what is sent is told. */
  <S> Calls<Ask<Q>, S, A> telling(Calls<Q, S, A> calls) {
    return new Calls<>() {
      @Override
      public S apply(Ask<Q> ask) {
        return calls.apply(sending(ask));
      }

      @Override
      public @Nullable CompletableFuture<A> unsent(Ask<Q> ask, boolean alone) {
        return calls.unsent(ask.request, alone);
      }

      @Override
      public void ended() {
        calls.ended();
      }
    };
  }

  /**
   * Tells that an ask is being sent.
   *
   * @throws CancellationException if the call has ended meanwhile: nobody waits for the answer, and
   *     nobody would be told of it
   */
  Q sending(Ask<Q> ask) {
    DynamoDbRequest request = told.apply(ask.request);
    return request == null ? ask.request : sending(ask, request);
  }

  private Q sending(Ask<Q> ask, DynamoDbRequest request) {
    SubRequest subRequest =
        new SubRequest(call, ask.number, Operation.of(request), ObservedCalls.tables(request));
    lock.lock();
    try {
      if (ended) {
        throw new CancellationException("The call ended before this sub-request was sent.");
      }
      sent++;
      ask.sent = subRequest;
      ask.sentNanos = System.nanoTime();
      listeners.forEach(listener -> listener.subRequestSent(subRequest));
      return ask.request;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Step<Ask<Q>, R> next() {
    Step<Q, R> step = stepOfMachine();
    if (step instanceof Step.Ask<Q, R> ask) {
      return Step.ask(ask.ticket(), asked(ask));
    }
    if (step instanceof Step.Finish<Q, R> finish) {
      end(Outcome.SUCCEEDED, null, finish.result());
      return Step.finish(finish.result());
    }
    if (step instanceof Step.Fail<Q, R> fail) {
      endedOutside(fail.cause());
      return Step.fail(fail.cause());
    }
    return Step.park();
  }

  /** What a machine throws ends the call; the driver sees it too. */
  private Step<Q, R> stepOfMachine() {
    try {
      return machine.next();
    } catch (Throwable thrown) {
      endedOutside(thrown);
      throw thrown;
    }
  }

  private Ask<Q> asked(Step.Ask<Q, R> wanted) {
    lock.lock();
    try {
      if (told.apply(wanted.request()) == null) {
        return new Ask<>(0, wanted.request());
      }
      Ask<Q> ask = new Ask<>(++asked, wanted.request());
      unanswered.put(wanted.ticket(), ask);
      fanOutWidth = Math.max(fanOutWidth, unanswered.size());
      return ask;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onAnswer(int ticket, A answer) {
    settled(ticket, Outcome.SUCCEEDED, null, answer);
    try {
      machine.onAnswer(ticket, answer);
    } catch (Throwable thrown) {
      endedOutside(thrown);
      throw thrown;
    }
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    settled(ticket, Outcome.FAILED, cause, null);
    try {
      machine.onFailure(ticket, cause);
    } catch (Throwable thrown) {
      endedOutside(thrown);
      throw thrown;
    }
  }

  @Override
  public List<String> mayFollow() {
    return machine.mayFollow();
  }

  @Override
  public boolean servedAhead() {
    return machine.servedAhead();
  }

  private void settled(
      int ticket, Outcome outcome, @Nullable Throwable failure, @Nullable A answer) {
    DynamoDbResponse response = answer instanceof DynamoDbResponse r ? r : null;
    ReadWriteUnits consumed = Answers.units(response);
    long rows = Answers.rowsRead(response);
    lock.lock();
    try {
      Ask<Q> ask = unanswered.remove(ticket);
      if (ended || ask == null) {
        return;
      }
      rowsRead += rows;
      units = sum(units, consumed);
      tellEnd(ask, outcome, failure, rows, consumed);
    } finally {
      lock.unlock();
    }
  }

  private void tellEnd(
      Ask<Q> ask,
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
   * Ends the call, unless it has ended, with what the machine, the driver or the caller brought.
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
        machine.servedAhead(),
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
