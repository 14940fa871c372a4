package dev.evenkeel.testkit.fault;

import dev.evenkeel.testkit.LocalDynamoDb;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Lets one test run over the sync and the async client. */
enum Face {
  SYNC {
    @Override
    DynamoDbClient retrying(LocalDynamoDb local, FaultInjector faults) {
      return local.client(faults.httpClientBuilder());
    }

    @Override
    DynamoDbClient client(LocalDynamoDb local, FaultInjector faults) {
      return withoutRetries(local.clientBuilder().httpClientBuilder(faults.httpClientBuilder()));
    }
  },
  ASYNC {
    @Override
    DynamoDbClient retrying(LocalDynamoDb local, FaultInjector faults) {
      return joining(local.asyncClient(faults.asyncHttpClientBuilder()));
    }

    @Override
    DynamoDbClient client(LocalDynamoDb local, FaultInjector faults) {
      return joining(
          withoutRetries(
              local.asyncClientBuilder().httpClientBuilder(faults.asyncHttpClientBuilder())));
    }
  };

  /** A client that retries as the SDK does by default. */
  abstract DynamoDbClient retrying(LocalDynamoDb local, FaultInjector faults);

  /** A client of which each call is one request. */
  abstract DynamoDbClient client(LocalDynamoDb local, FaultInjector faults);

  private static <B extends AwsClientBuilder<B, C>, C> C withoutRetries(B builder) {
    return builder
        .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()))
        .build();
  }

  private static DynamoDbClient joining(DynamoDbAsyncClient async) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            Face.class.getClassLoader(),
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
