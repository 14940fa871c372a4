package dev.evenkeel.examples.quickstart;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Counts the requests that leave for DynamoDB, from any client. */
final class RequestCounter {
  private final AtomicLong sent = new AtomicLong();

  /** A client that forwards all to {@code delegate} and counts; the caller closes the delegate. */
  DynamoDbClient counting(DynamoDbClient delegate) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (proxy, method, arguments) -> {
              if (arguments != null && arguments[0] instanceof DynamoDbRequest) {
                sent.incrementAndGet();
              }
              try {
                return method.invoke(delegate, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  long sent() {
    return sent.get();
  }
}
