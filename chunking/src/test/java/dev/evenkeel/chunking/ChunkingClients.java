package dev.evenkeel.chunking;

import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Chunking clients under test. */
final class ChunkingClients {
  private ChunkingClients() {}

  static ClientUnderTest sync(
      DynamoDbClient delegate, S3Client s3, Consumer<ChunkingClientBuilder<?>> settings) {
    ChunkingDynamoDbClient.Builder builder = ChunkingDynamoDbClient.builder(delegate).s3(s3);
    settings.accept(builder);
    return ClientUnderTest.of((DynamoDbClient) builder.build());
  }

  static ClientUnderTest async(
      DynamoDbAsyncClient delegate, S3AsyncClient s3, Consumer<ChunkingClientBuilder<?>> settings) {
    ChunkingDynamoDbAsyncClient.Builder builder =
        ChunkingDynamoDbAsyncClient.builder(delegate).s3(s3);
    settings.accept(builder);
    return ClientUnderTest.of((DynamoDbAsyncClient) builder.build());
  }
}
