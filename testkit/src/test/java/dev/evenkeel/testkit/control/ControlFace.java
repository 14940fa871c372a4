package dev.evenkeel.testkit.control;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Lets one test run over the sync and the async client of a simulator. */
enum ControlFace {
  SYNC {
    @Override
    DynamoDbClient of(ControlPlaneSimulator simulator) {
      return simulator.client();
    }
  },
  ASYNC {
    @Override
    DynamoDbClient of(ControlPlaneSimulator simulator) {
      return joining(simulator.asyncClient());
    }
  };

  abstract DynamoDbClient of(ControlPlaneSimulator simulator);

  static DynamoDbClient joining(DynamoDbAsyncClient async) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            ControlFace.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (proxy, method, arguments) -> {
              try {
                Object result =
                    DynamoDbAsyncClient.class
                        .getMethod(method.getName(), method.getParameterTypes())
                        .invoke(async, arguments);
                return result instanceof CompletableFuture<?> future ? future.join() : result;
              } catch (CompletionException | InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
