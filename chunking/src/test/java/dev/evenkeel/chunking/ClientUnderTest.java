package dev.evenkeel.chunking;

import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The sync or the async chunking client, so that one test runs on both. */
final class ClientUnderTest {
  private final Function<DynamoDbRequest, DynamoDbResponse> call;

  ClientUnderTest(Function<DynamoDbRequest, DynamoDbResponse> call) {
    this.call = call;
  }

  /** Sends a request; the response is the one that belongs to it. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller names the response
  <R extends DynamoDbResponse> R call(DynamoDbRequest request) {
    return (R) call.apply(request);
  }

  static ClientUnderTest sync(
      DynamoDbClient delegate, S3Client s3, Consumer<ChunkingClientBuilder<?>> settings) {
    ChunkingDynamoDbClient.Builder builder = ChunkingDynamoDbClient.builder(delegate).s3(s3);
    settings.accept(builder);
    ChunkingDynamoDbClient client = builder.build();
    return new ClientUnderTest(request -> DynamoDbCalls.call(client, request));
  }

  static ClientUnderTest async(
      DynamoDbAsyncClient delegate, S3AsyncClient s3, Consumer<ChunkingClientBuilder<?>> settings) {
    ChunkingDynamoDbAsyncClient.Builder builder =
        ChunkingDynamoDbAsyncClient.builder(delegate).s3(s3);
    settings.accept(builder);
    ChunkingDynamoDbAsyncClient client = builder.build();
    return new ClientUnderTest(request -> joined(client, request));
  }

  private static DynamoDbResponse joined(DynamoDbAsyncClient client, DynamoDbRequest request) {
    try {
      return DynamoDbCalls.call(client, request).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
