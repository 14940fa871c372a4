package dev.evenkeel.core.listen;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.answer.ValidationErrors;
import dev.evenkeel.core.internal.flow.AsyncDriver;
import dev.evenkeel.core.internal.flow.Calls;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowMachine;
import dev.evenkeel.core.internal.flow.Machine;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.SyncDriver;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.core.operation.RequestTables;
import dev.evenkeel.core.operation.TableName;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * Runs the machines of one decorator's client and tells its listeners. Without a listener it only
 * hands on: no allocation, no look at the clock. Thread-safe.
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
   * @param decorator what events name it, such as {@code sharding}
   * @param listeners told in this order
   */
  public static ObservedCalls of(
      String decorator, Collection<? extends DecoratorListener> listeners) {
    return new ObservedCalls(decorator, listeners.stream().map(GuardedListener::new).toList());
  }

  /**
   * Runs the machine of {@code request}, which asks requests or what flows ask, as {@link
   * SyncDriver#run(Machine, Calls, Deadline)} does.
   */
  public <Q, A, R> R run(
      SyncDriver driver,
      DynamoDbRequest request,
      Machine<Q, A, R> machine,
      Calls<Q, A, A> call,
      Deadline deadline) {
    return listeners.isEmpty()
        ? driver.run(machine, call, deadline)
        : run(driver, start(request, machine), call, deadline);
  }

  /** Runs the flow of {@code request}; listeners are told of what it asks of DynamoDB. */
  public <R> R runFlow(
      SyncDriver driver,
      DynamoDbRequest request,
      Flow<R> flow,
      Calls<Request<?>, Object, Object> call,
      Deadline deadline) {
    return run(driver, request, ValidationErrors.thrownBy(FlowMachine.of(flow)), call, deadline);
  }

  private static <Q, A, R> R run(
      SyncDriver driver, ObservedCall<Q, A, R> observed, Calls<Q, A, A> call, Deadline deadline) {
    try {
      return driver.run(observed, observed.telling(call), deadline);
    } catch (Throwable failure) {
      observed.endedOutside(failure); // of use where the driver gave up: interruption, deadline
      throw failure;
    }
  }

  /**
   * Starts the machine of {@code request}, which asks requests or what flows ask, as {@link
   * AsyncDriver#run(Machine, Calls, Deadline)} does.
   */
  public <Q, A, R> CompletableFuture<R> run(
      AsyncDriver driver,
      DynamoDbRequest request,
      Machine<Q, A, R> machine,
      Calls<Q, CompletableFuture<A>, A> call,
      Deadline deadline) {
    return listeners.isEmpty()
        ? driver.run(machine, call, deadline)
        : run(driver, start(request, machine), call, deadline);
  }

  /** Starts the flow of {@code request}; listeners are told of what it asks of DynamoDB. */
  public <R> CompletableFuture<R> runFlow(
      AsyncDriver driver,
      DynamoDbRequest request,
      Flow<R> flow,
      Calls<Request<?>, CompletableFuture<Object>, Object> call,
      Deadline deadline) {
    return run(driver, request, ValidationErrors.thrownBy(FlowMachine.of(flow)), call, deadline);
  }

  private <Q, A, R> ObservedCall<Q, A, R> start(DynamoDbRequest request, Machine<Q, A, R> machine) {
    return ObservedCall.start(managed(request), listeners, machine, ObservedCalls::told);
  }

  private static @Nullable DynamoDbRequest told(Object ask) {
    if (ask instanceof DynamoDbRequest request) {
      return request;
    }
    return ask instanceof TableCall<?> call ? call.request() : null;
  }

  private static <Q, A, R> CompletableFuture<R> run(
      AsyncDriver driver,
      ObservedCall<Q, A, R> observed,
      Calls<Q, CompletableFuture<A>, A> call,
      Deadline deadline) {
    CompletableFuture<R> result = driver.run(observed, observed.telling(call), deadline);
    var unused = result.whenComplete((value, failure) -> observed.endedOutside(failure));
    return result;
  }

  /**
   * Tells that planning {@code request} has thrown, so that nothing was sent. What is no refusal of
   * the decorator's, such as a failure of the user's own selector, is told as a failure.
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
}
