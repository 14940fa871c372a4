package dev.evenkeel.timeseries;

import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.CoveredPage;
import java.util.function.Consumer;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** A time series client of either kind, with what it has beside the SDK's methods. */
record SeriesUnderTest(
    ClientUnderTest client, Function<QueryRequest, CoveredPage<QueryResponse>> pages) {

  static SeriesUnderTest over(
      Kind kind,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      Consumer<TimeSeriesClientBuilder<?>> settings) {
    return switch (kind) {
      case SYNC -> {
        TimeSeriesDynamoDbClient.Builder builder = TimeSeriesDynamoDbClient.builder(sync);
        settings.accept(builder);
        TimeSeriesDynamoDbClient client = builder.build();
        yield new SeriesUnderTest(
            ClientUnderTest.of((DynamoDbClient) client), client::queryCovered);
      }
      case ASYNC -> {
        TimeSeriesDynamoDbAsyncClient.Builder builder =
            TimeSeriesDynamoDbAsyncClient.builder(async);
        settings.accept(builder);
        TimeSeriesDynamoDbAsyncClient client = builder.build();
        yield new SeriesUnderTest(
            ClientUnderTest.of((DynamoDbAsyncClient) client),
            query -> ClientUnderTest.join(client.queryCovered(query)));
      }
    };
  }

  CoveredPage<QueryResponse> covered(QueryRequest query) {
    return pages.apply(query);
  }
}
