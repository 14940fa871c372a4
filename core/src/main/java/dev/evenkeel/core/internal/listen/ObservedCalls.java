package dev.evenkeel.core.internal.listen;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.answer.ValidationErrors;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.operation.RequestTables;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.CallEnd.CallWork;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.core.listen.ManagedCall;
import dev.evenkeel.core.listen.Outcome;
import dev.evenkeel.core.listen.SubRequest;
import dev.evenkeel.core.listen.SubRequestEnd;
import dev.evenkeel.core.operation.Operation;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * Runs the plans of one decorator's client and calls its listeners; without any it reads no clock.
 * What DynamoDB would refuse, too, fails as there. Thread-safe.
 */
public final class ObservedCalls {
  private final String decorator;
  private final List<? extends DecoratorListener> listeners;
  private final AtomicLong calls = new AtomicLong();

  private ObservedCalls(String decorator, List<? extends DecoratorListener> listeners) {
    this.decorator = decorator;
    this.listeners = listeners;
  }

  /**
   * The calls of one client.
   *
   * @param decorator the decorator's name in events, such as {@code sharding}
   * @param listeners, called in this order
   */
  public static ObservedCalls of(
      String decorator, Collection<? extends DecoratorListener> listeners) {
    return new ObservedCalls(decorator, listeners.stream().map(GuardedListener::new).toList());
  }

  /** Runs the plan of {@code request}, as {@link SyncRunner} does. */
  public <R> R run(
      SyncRunner runner,
      DynamoDbRequest request,
      Plan<R> plan,
      Sender<?> sender,
      Deadline deadline) {
    Flow<R> flow = plan.flow().mapFailure(ValidationErrors::thrown);
    if (listeners.isEmpty()) {
      return runner.run(flow, sender, deadline);
    }
    ObservedCall observed = start(request, plan);
    try {
      return runner.run(observed.telling(flow), sender.with(observed), deadline);
    } catch (Throwable failure) {
      observed.endedOutside(failure); // of use where the runner gave up: interruption, deadline
      throw failure;
    }
  }

  /** Starts the plan of {@code request}, as {@link AsyncRunner} does. */
  public <R> CompletableFuture<R> run(
      AsyncRunner runner,
      DynamoDbRequest request,
      Plan<R> plan,
      Sender<? extends CompletableFuture<?>> sender,
      Deadline deadline) {
    Flow<R> flow = plan.flow().mapFailure(ValidationErrors::thrown);
    if (listeners.isEmpty()) {
      return runner.run(flow, sender, deadline);
    }
    ObservedCall observed = start(request, plan);
    CompletableFuture<R> result =
        runner.run(observed.telling(flow), sender.with(observed), deadline);
    var unused = result.whenComplete((value, failure) -> observed.endedOutside(failure));
    return result;
  }

  private ObservedCall start(DynamoDbRequest request, Plan<?> plan) {
    return ObservedCall.start(managed(request), listeners, plan.servedAhead());
  }

  /**
   * Reports that planning {@code request} has failed, so nothing was sent. An exception other than
   * a refusal, such as one of the user's selector, is reported as a failure.
   *
   * @return what the client throws
   */
  public RuntimeException unplanned(DynamoDbRequest request, RuntimeException planning) {
    RuntimeException thrown = (RuntimeException) ValidationErrors.thrown(planning);
    if (!listeners.isEmpty() && !isUnknown(request)) {
      tellUnplanned(request, thrown);
    }
    return thrown;
  }

  private void tellUnplanned(DynamoDbRequest request, RuntimeException thrown) {
    ManagedCall call = managed(request);
    boolean refused = thrown instanceof DecoratorException || thrown instanceof DynamoDbException;
    Outcome outcome = refused ? Outcome.REFUSED : Outcome.FAILED;
    CallEnd end = new CallEnd(call, outcome, thrown.getClass(), Duration.ZERO, CallWork.NONE);
    listeners.forEach(listener -> listener.callStarted(call));
    listeners.forEach(listener -> listener.callEnded(end));
  }

  /** Reports a hot key. */
  public void tell(HotKey found) {
    listeners.forEach(listener -> listener.hotKeyFound(found));
  }

  private ManagedCall managed(DynamoDbRequest request) {
    return new ManagedCall(
        decorator, calls.incrementAndGet(), Operation.of(request), tables(request));
  }

  /** The plain names of the tables of a request. */
  static List<String> tables(DynamoDbRequest request) {
    return RequestTables.of(request).stream().map(ObservedCalls::plainName).distinct().toList();
  }

  private static String plainName(String nameOrArn) {
    try {
      return TableName.parse(nameOrArn).name();
    } catch (IllegalArgumentException e) {
      return nameOrArn; // nonsense for DynamoDB to refuse
    }
  }

  /** A request of an operation that only a newer SDK has is no managed call. */
  private static boolean isUnknown(DynamoDbRequest request) {
    try {
      Operation.of(request);
      return false;
    } catch (DecoratorException e) {
      return true;
    }
  }

  /** A listener whose failures stay its own. */
  static final class GuardedListener implements DecoratorListener {
    private static final Logger LOG = LoggerFactory.getLogger(DecoratorListener.class);

    private final DecoratorListener listener;
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    GuardedListener(DecoratorListener listener) {
      this.listener = listener;
    }

    @Override
    public void callStarted(ManagedCall call) {
      tell("callStarted", DecoratorListener::callStarted, call);
    }

    @Override
    public void subRequestSent(SubRequest subRequest) {
      tell("subRequestSent", DecoratorListener::subRequestSent, subRequest);
    }

    @Override
    public void subRequestEnded(SubRequestEnd end) {
      tell("subRequestEnded", DecoratorListener::subRequestEnded, end);
    }

    @Override
    public void callEnded(CallEnd end) {
      tell("callEnded", DecoratorListener::callEnded, end);
    }

    @Override
    public void hotKeyFound(HotKey found) {
      tell("hotKeyFound", DecoratorListener::hotKeyFound, found);
    }

    private <E> void tell(String method, BiConsumer<DecoratorListener, E> tell, E event) {
      try {
        tell.accept(listener, event);
      } catch (Throwable failure) {
        if (failed.add(method)) {
          LOG.warn(
              "{}.{} failed. Calls go on as if it had not; further failures of it are not logged.",
              listener.getClass().getName(),
              method,
              failure);
        }
      }
    }
  }
}
