package dev.evenkeel.benchmarks.timeseries;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** A client whose process ends at some call, before or after it was carried out. */
final class CrashingClient {
  private final DynamoDbAsyncClient delegate;
  private final Set<String> kinds = new TreeSet<>();
  private int remaining = Integer.MAX_VALUE;
  private long crashes;

  CrashingClient(DynamoDbAsyncClient delegate) {
    this.delegate = delegate;
  }

  /** The end of a process. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** The process that begins now ends after so many moments; two are a call. */
  void crashIn(int moments) {
    remaining = moments;
  }

  /** The number of processes that ended so. */
  long crashes() {
    return crashes;
  }

  /** The number of different operations that they ended before or after. */
  int kinds() {
    return kinds.size();
  }

  DynamoDbAsyncClient client() {
    return (DynamoDbAsyncClient)
        Proxy.newProxyInstance(
            CrashingClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbAsyncClient.class},
            (proxy, method, arguments) -> {
              boolean isCall = arguments != null && arguments[0] instanceof DynamoDbRequest;
              if (isCall) {
                moment("before " + method.getName());
              }
              try {
                Object answer = method.invoke(delegate, arguments);
                return isCall
                    ? ((CompletableFuture<?>) answer)
                        .thenApply(response -> after(method.getName(), response))
                    : answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private Object after(String operation, Object answer) {
    moment("after " + operation);
    return answer;
  }

  private synchronized void moment(String kind) {
    if (--remaining == 0) {
      crashes++;
      kinds.add(kind);
      throw new Crash();
    }
  }
}
