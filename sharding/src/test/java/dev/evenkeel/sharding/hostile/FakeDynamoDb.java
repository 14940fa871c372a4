package dev.evenkeel.sharding.hostile;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** SDK clients of which every operation is answered by one function. */
final class FakeDynamoDb {
  private FakeDynamoDb() {}

  static DynamoDbClient sync(Function<DynamoDbRequest, DynamoDbResponse> answers) {
    return proxy(
        DynamoDbClient.class,
        (proxy, method, arguments) -> answers.apply(request(method, arguments)));
  }

  static DynamoDbAsyncClient async(Function<DynamoDbRequest, DynamoDbResponse> answers) {
    return proxy(
        DynamoDbAsyncClient.class,
        (proxy, method, arguments) -> {
          DynamoDbRequest request = request(method, arguments);
          try {
            return CompletableFuture.completedFuture(answers.apply(request));
          } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
          }
        });
  }

  /** Also refuses to tell a configuration, as stand-in clients do. */
  private static DynamoDbRequest request(Method method, Object[] arguments) {
    if (arguments != null && arguments[0] instanceof DynamoDbRequest request) {
      return request;
    }
    throw new UnsupportedOperationException(method.getName());
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
