package dev.evenkeel.timeseries.life;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * Is called with every call of a client, on tables or items. An exception reaches the caller:
 * before the call nothing has been done, after it all has.
 */
@FunctionalInterface
interface CallWatch {
  void on(Call call);

  /** A moment of a call. */
  record Call(DynamoDbRequest request, boolean isAfter) {
    String operation() {
      return request.getClass().getSimpleName().replace("Request", "");
    }
  }

  static DynamoDbClient sync(DynamoDbClient client, CallWatch watch) {
    return as(
        DynamoDbClient.class,
        (proxy, method, arguments) -> {
          if (arguments == null || !(arguments[0] instanceof DynamoDbRequest request)) {
            return sent(client, method, arguments);
          }
          watch.on(new Call(request, false));
          Object answer = sent(client, method, arguments);
          watch.on(new Call(request, true));
          return answer;
        });
  }

  static DynamoDbAsyncClient async(DynamoDbAsyncClient client, CallWatch watch) {
    return as(
        DynamoDbAsyncClient.class,
        (proxy, method, arguments) -> {
          if (arguments == null || !(arguments[0] instanceof DynamoDbRequest request)) {
            return sent(client, method, arguments);
          }
          try {
            watch.on(new Call(request, false));
            return ((CompletableFuture<?>) sent(client, method, arguments))
                .thenApply(
                    answer -> {
                      watch.on(new Call(request, true));
                      return answer;
                    });
          } catch (Error crash) {
            return CompletableFuture.failedFuture(crash);
          }
        });
  }

  private static <T> T as(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(CallWatch.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object sent(Object client, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(client, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
