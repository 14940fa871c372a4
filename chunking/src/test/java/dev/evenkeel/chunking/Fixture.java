package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.Fixture.noise;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Tables and a bucket for large values, and clients of both kinds. The threshold for large values
 * is small here, so that the same items fit into a plain table too.
 *
 * <p>Of an item of table {@code Docs}, {@code text} is compressed and then chunked, {@code body}
 * chunked, {@code image} offloaded, {@code small} only compressed.
 */
final class Fixture implements AutoCloseable {
  static final String DOCS = "Docs";
  static final String CHUNKS = "Chunks";
  static final String INTENTS = "Intents";

  final LocalDynamoDb local;
  final DynamoDbClient plain;
  final DynamoDbAsyncClient plainAsync;
  final S3Client s3;
  final S3AsyncClient s3Async;
  final String bucket;
  final Sent sent = new Sent();

  private final List<ExecutionInterceptor> interceptors;

  /**
   * @param others see what is sent beside {@link #sent}
   */
  Fixture(LocalDynamoDb local, LocalS3 localS3, ExecutionInterceptor... others) {
    this.interceptors = List.of(others);
    this.local = local.isolated();
    this.plain = this.local.clientBuilder().overrideConfiguration(this::noted).build();
    this.plainAsync = this.local.asyncClientBuilder().overrideConfiguration(this::noted).build();
    this.s3 = localS3.clientBuilder().overrideConfiguration(this::noted).build();
    this.s3Async = localS3.asyncClientBuilder().overrideConfiguration(this::noted).build();
    this.bucket = localS3.newBucket();
    createTable(DOCS, KeyAttribute.ofString("id"), KeyAttribute.ofNumber("rank"));
    createTable("Plain", KeyAttribute.ofString("id"), KeyAttribute.ofNumber("rank"));
    createTable(CHUNKS, KeyAttribute.ofString("Id"));
    createTable(INTENTS, KeyAttribute.ofNumber("Bucket"), KeyAttribute.ofString("Due"));
  }

  private void noted(ClientOverrideConfiguration.Builder configuration) {
    configuration.addExecutionInterceptor(sent);
    interceptors.forEach(configuration::addExecutionInterceptor);
  }

  void createTable(String name, KeyAttribute... key) {
    List<KeySchemaElement> schema = new ArrayList<>();
    for (KeyAttribute part : key) {
      schema.add(
          KeySchemaElement.builder()
              .attributeName(part.name())
              .keyType(schema.isEmpty() ? KeyType.HASH : KeyType.RANGE)
              .build());
    }
    plain.createTable(
        table ->
            table
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(schema)
                .attributeDefinitions(
                    Stream.of(key)
                        .map(
                            part ->
                                AttributeDefinition.builder()
                                    .attributeName(part.name())
                                    .attributeType(part.type())
                                    .build())
                        .toList()));
  }

  /** The spec of table {@code Docs}. */
  ChunkingSpec.Builder spec() {
    return spec(DOCS);
  }

  /** The spec of a table with the keys of {@code Docs}. */
  ChunkingSpec.Builder spec(String table) {
    return ChunkingSpec.builder(table)
        .partitionKey("id")
        .sortKey("rank", ScalarAttributeType.N)
        .attribute("text", AttributePolicy.compressed(Codecs.gzip()).thenChunked())
        .attribute("body", AttributePolicy.chunked().updateInlineBytesMax(500))
        .attribute("image", AttributePolicy.offloaded().updateInlineBytesMax(500))
        .attribute("small", AttributePolicy.compressed(Codecs.zstd()))
        .chunkTable(ChunkTableSpec.of(CHUNKS).withChunkBytes(700))
        .intentTable(IntentTableSpec.of(INTENTS))
        .bucket(BucketSpec.builder(bucket).prefix("large/").build())
        .itemBytesMax(1500);
  }

  ClientUnderTest sync(ChunkingSpec spec) {
    return sync(builder -> builder.table(spec));
  }

  ClientUnderTest sync(Consumer<ChunkingClientBuilder<?>> settings) {
    return ChunkingClients.sync(plain, s3, settings);
  }

  ClientUnderTest async(ChunkingSpec spec) {
    return ChunkingClients.async(plainAsync, s3Async, builder -> builder.table(spec));
  }

  /** Both clients over one spec. */
  List<ClientUnderTest> clients(ChunkingSpec spec) {
    return List.of(sync(spec), async(spec));
  }

  /** All items of a table, as they are stored. */
  List<Map<String, AttributeValue>> stored(String table) {
    return plain.scanPaginator(scan -> scan.tableName(table)).items().stream().toList();
  }

  /** The keys of all objects. */
  List<String> objects() {
    return s3.listObjectsV2Paginator(list -> list.bucket(bucket)).contents().stream()
        .map(object -> object.key())
        .toList();
  }

  @Override
  public void close() {
    plain.close();
    plainAsync.close();
    s3.close();
    s3Async.close();
  }

  static Map<String, AttributeValue> key(String id, long rank) {
    return Map.of("id", AttributeValue.fromS(id), "rank", AttributeValue.fromN("" + rank));
  }

  /** Bytes that cannot be compressed; the same for the same number. */
  static AttributeValue noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return AttributeValue.fromB(SdkBytes.fromByteArray(noise));
  }
}
