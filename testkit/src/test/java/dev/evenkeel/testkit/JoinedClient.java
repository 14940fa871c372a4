package dev.evenkeel.testkit;

import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** An async client behind the interface of the sync one: each call waits for its answer. */
final class JoinedClient {
  private JoinedClient() {}

  static DynamoDbClient of(DynamoDbAsyncClient async) {
    return joined(DynamoDbClient.class, DynamoDbAsyncClient.class, async);
  }

  /**
   * Bodies are byte arrays: the content of a put is read first, and an object is got as bytes only.
   */
  static S3Client of(S3AsyncClient async) {
    return joined(S3Client.class, S3AsyncClient.class, async);
  }

  private static <S, A> S joined(Class<S> syncType, Class<A> asyncType, A async) {
    return syncType.cast(
        Proxy.newProxyInstance(
            JoinedClient.class.getClassLoader(),
            new Class<?>[] {syncType},
            (proxy, method, arguments) -> {
              try {
                Object result = invoke(asyncType, async, method, arguments);
                return result instanceof CompletableFuture<?> future
                    ? ClientUnderTest.join(future)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static @Nullable Object invoke(
      Class<?> asyncType, Object async, Method method, Object @Nullable [] arguments)
      throws ReflectiveOperationException, IOException {
    String name = method.getName();
    List<Class<?>> types = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < method.getParameterCount(); i++) {
      boolean isBody = arguments[i] instanceof RequestBody;
      types.add(isBody ? AsyncRequestBody.class : method.getParameterTypes()[i]);
      values.add(isBody ? asyncBody((RequestBody) arguments[i]) : arguments[i]);
    }
    if (name.equals("getObjectAsBytes")) {
      name = "getObject";
      types.add(AsyncResponseTransformer.class);
      values.add(AsyncResponseTransformer.toBytes());
    }
    return asyncType
        .getMethod(name, types.toArray(Class<?>[]::new))
        .invoke(async, values.toArray());
  }

  private static AsyncRequestBody asyncBody(RequestBody body) throws IOException {
    try (InputStream stream = body.contentStreamProvider().newStream()) {
      return AsyncRequestBody.fromBytes(stream.readAllBytes());
    }
  }
}
