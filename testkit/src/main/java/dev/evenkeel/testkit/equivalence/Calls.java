package dev.evenkeel.testkit.equivalence;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** The methods of the SDK's clients that send one request, by the class of the request. */
final class Calls {
  private static final Map<Class<?>, Method> SYNC =
      methods(DynamoDbClient.class, DynamoDbResponse.class);
  private static final Map<Class<?>, Method> ASYNC =
      methods(DynamoDbAsyncClient.class, CompletableFuture.class);

  private Calls() {}

  private static Map<Class<?>, Method> methods(Class<?> client, Class<?> returned) {
    Map<Class<?>, Method> methods = new HashMap<>();
    for (Method method : client.getMethods()) {
      Class<?>[] parameters = method.getParameterTypes();
      if (parameters.length == 1
          && DynamoDbRequest.class.isAssignableFrom(parameters[0])
          && returned.isAssignableFrom(method.getReturnType())) {
        methods.put(parameters[0], method);
      }
    }
    return Map.copyOf(methods);
  }

  static Function<DynamoDbRequest, DynamoDbResponse> of(DynamoDbClient client) {
    return request -> (DynamoDbResponse) invoke(SYNC, client, request);
  }

  static Function<DynamoDbRequest, DynamoDbResponse> of(DynamoDbAsyncClient client) {
    return request ->
        (DynamoDbResponse)
            ClientUnderTest.join((CompletableFuture<?>) invoke(ASYNC, client, request));
  }

  private static Object invoke(
      Map<Class<?>, Method> methods, Object client, DynamoDbRequest request) {
    Method method = methods.get(request.getClass());
    if (method == null) {
      throw new IllegalArgumentException(
          "%s is the request of no operation that has one response"
              .formatted(request.getClass().getName()));
    }
    try {
      return method.invoke(client, request);
    } catch (InvocationTargetException e) {
      throw unchecked(e);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The cause, as the client threw it. */
  static RuntimeException unchecked(Exception wrapping) {
    Throwable failure = wrapping.getCause() == null ? wrapping : wrapping.getCause();
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException e ? e : new CompletionException(failure);
  }
}
