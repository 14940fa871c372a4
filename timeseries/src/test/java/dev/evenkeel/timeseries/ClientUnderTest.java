package dev.evenkeel.timeseries;

import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.timeseries.spec.CoveredPage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** A time series client of either kind, called alike. */
final class ClientUnderTest {
  private final Function<DynamoDbRequest, DynamoDbResponse> call;
  private final Function<QueryRequest, CoveredPage<QueryResponse>> covered;

  private ClientUnderTest(
      Function<DynamoDbRequest, DynamoDbResponse> call,
      Function<QueryRequest, CoveredPage<QueryResponse>> covered) {
    this.call = call;
    this.covered = covered;
  }

  /** Which client a client under test is. */
  enum Kind {
    SYNC,
    ASYNC;

    /** A client under test over the client of its kind. */
    ClientUnderTest over(
        DynamoDbClient sync,
        DynamoDbAsyncClient async,
        Consumer<TimeSeriesClientBuilder<?>> settings) {
      return this == SYNC
          ? ClientUnderTest.over(sync, settings)
          : ClientUnderTest.over(async, settings);
    }
  }

  static ClientUnderTest over(
      DynamoDbClient delegate, Consumer<TimeSeriesClientBuilder<?>> settings) {
    TimeSeriesDynamoDbClient.Builder builder = TimeSeriesDynamoDbClient.builder(delegate);
    settings.accept(builder);
    TimeSeriesDynamoDbClient client = builder.build();
    return new ClientUnderTest(
        request -> DynamoDbCalls.call(client, request), client::queryCovered);
  }

  static ClientUnderTest over(
      DynamoDbAsyncClient delegate, Consumer<TimeSeriesClientBuilder<?>> settings) {
    TimeSeriesDynamoDbAsyncClient.Builder builder = TimeSeriesDynamoDbAsyncClient.builder(delegate);
    settings.accept(builder);
    TimeSeriesDynamoDbAsyncClient client = builder.build();
    return new ClientUnderTest(
        request -> joined(DynamoDbCalls.call(client, request)),
        request -> joined(client.queryCovered(request)));
  }

  /** Sends a request; the response is the one that belongs to it. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller names the response
  <R extends DynamoDbResponse> R call(DynamoDbRequest request) {
    return (R) call.apply(request);
  }

  CoveredPage<QueryResponse> covered(QueryRequest request) {
    return covered.apply(request);
  }

  private static <T> T joined(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
