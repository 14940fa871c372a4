package dev.evenkeel.testkit.control;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbAsyncWaiter;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/**
 * A simulator as one of the SDK's interfaces. Methods that take a request and return its answer are
 * the simulator's, or the engine's behind it; whatever else the interface has comes down to those.
 */
abstract class SimulatedClient implements InvocationHandler {
  private final Class<?> type;
  private final Class<?> answers;
  final Requests requests;
  final Engines engines;

  /**
   * @param type the interface
   * @param answers gives the answers of its operations
   */
  private SimulatedClient(Class<?> type, Class<?> answers, Requests requests, Engines engines) {
    this.type = type;
    this.answers = answers;
    this.requests = requests;
    this.engines = engines;
  }

  /** The behavior of a simulator for requests of any client; without an engine, all are its own. */
  interface Requests {
    /** Whether the simulator answers a request itself. */
    default boolean isOwn(DynamoDbRequest request) {
      return true;
    }

    /** Answers a request of its own. */
    DynamoDbResponse answer(DynamoDbRequest request);

    /**
     * Passes another request to the engine.
     *
     * @return receives the engine's answer
     */
    default Consumer<DynamoDbResponse> admit(DynamoDbRequest request) {
      throw new IllegalStateException("no request passes to an engine");
    }
  }

  /**
   * A sync client.
   *
   * @param engines take what the simulator does not answer
   */
  static DynamoDbClient sync(Requests requests, Engines engines) {
    return new Sync(requests, engines).as(DynamoDbClient.class);
  }

  /** The same as an async client, whose futures of the simulator's own answers are complete. */
  static DynamoDbAsyncClient async(Requests requests, Engines engines) {
    return new Async(requests, engines).as(DynamoDbAsyncClient.class);
  }

  final <T> T as(Class<T> client) {
    return client.cast(
        Proxy.newProxyInstance(
            SimulatedClient.class.getClassLoader(), new Class<?>[] {type}, this));
  }

  @Override
  public final @Nullable Object invoke(
      Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    if (arguments != null
        && arguments.length == 1
        && arguments[0] instanceof DynamoDbRequest request
        && answers.isAssignableFrom(method.getReturnType())) {
      return operate(request);
    }
    return switch (method.getName()) {
      case "close" -> null;
      case "serviceName" -> DynamoDbClient.SERVICE_NAME;
      case "toString" -> "simulated " + type.getSimpleName();
      case "hashCode" -> System.identityHashCode(proxy);
      case "equals" -> arguments != null && proxy == arguments[0];
      case "waiter" -> waiter(proxy);
      case "serviceClientConfiguration" -> configuration();
      default -> InvocationHandler.invokeDefault(proxy, method, arguments);
    };
  }

  abstract Object operate(DynamoDbRequest request);

  abstract Object waiter(Object proxy);

  /** The engine's, whose timeouts decorators look at; without one the SDK's defaults. */
  abstract DynamoDbServiceClientConfiguration configuration();

  private static DynamoDbServiceClientConfiguration defaults() {
    return DynamoDbServiceClientConfiguration.builder()
        .overrideConfiguration(ClientOverrideConfiguration.builder().build())
        .build();
  }

  private static final class Sync extends SimulatedClient {
    Sync(Requests requests, Engines engines) {
      super(DynamoDbClient.class, DynamoDbResponse.class, requests, engines);
    }

    @Override
    DynamoDbResponse operate(DynamoDbRequest request) {
      if (requests.isOwn(request)) {
        return requests.answer(request);
      }
      Consumer<DynamoDbResponse> answered = requests.admit(request);
      DynamoDbResponse answer = engines.answer(request);
      answered.accept(answer);
      return answer;
    }

    @Override
    DynamoDbServiceClientConfiguration configuration() {
      DynamoDbClient engine = engines.sync();
      return engine == null ? defaults() : engine.serviceClientConfiguration();
    }

    @Override
    Object waiter(Object proxy) {
      return DynamoDbWaiter.builder().client((DynamoDbClient) proxy).build();
    }
  }

  private static final class Async extends SimulatedClient {
    Async(Requests requests, Engines engines) {
      super(DynamoDbAsyncClient.class, CompletableFuture.class, requests, engines);
    }

    /** An exception or error of a hook fails the future, as in a client of the SDK. */
    @Override
    CompletableFuture<DynamoDbResponse> operate(DynamoDbRequest request) {
      try {
        if (requests.isOwn(request)) {
          return CompletableFuture.completedFuture(requests.answer(request));
        }
        Consumer<DynamoDbResponse> answered = requests.admit(request);
        return engines
            .begin(request)
            .thenApply(
                answer -> {
                  answered.accept(answer);
                  return answer;
                });
      } catch (RuntimeException | Error failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }

    @Override
    DynamoDbServiceClientConfiguration configuration() {
      DynamoDbAsyncClient engine = engines.async();
      return engine == null ? defaults() : engine.serviceClientConfiguration();
    }

    @Override
    Object waiter(Object proxy) {
      return DynamoDbAsyncWaiter.builder().client((DynamoDbAsyncClient) proxy).build();
    }
  }
}
