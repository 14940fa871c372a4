package dev.evenkeel.testkit.equivalence;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** A decoration that changes requests, and answers. */
record FaultyDecoration(
    UnaryOperator<DynamoDbRequest> asked, UnaryOperator<DynamoDbResponse> answered)
    implements Decoration {

  static FaultyDecoration asking(UnaryOperator<DynamoDbRequest> asked) {
    return new FaultyDecoration(asked, UnaryOperator.identity());
  }

  static FaultyDecoration answering(UnaryOperator<DynamoDbResponse> answered) {
    return new FaultyDecoration(UnaryOperator.identity(), answered);
  }

  @Override
  public DynamoDbClient around(DynamoDbClient plain) {
    return proxy(DynamoDbClient.class, plain);
  }

  @Override
  public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
    return proxy(DynamoDbAsyncClient.class, plain);
  }

  private <C> C proxy(Class<C> type, C plain) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              boolean isCall = arguments != null && arguments[0] instanceof DynamoDbRequest;
              try {
                Object answer =
                    method.invoke(
                        plain,
                        isCall
                            ? new Object[] {asked.apply((DynamoDbRequest) arguments[0])}
                            : arguments);
                if (answer instanceof CompletableFuture<?> future) {
                  return future.thenApply(each -> answered.apply((DynamoDbResponse) each));
                }
                return isCall ? answered.apply((DynamoDbResponse) answer) : answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
