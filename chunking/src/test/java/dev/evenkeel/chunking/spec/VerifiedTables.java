package dev.evenkeel.chunking.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Real tables and a real bucket, and what a spec finds to be otherwise. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class VerifiedTables {
  DynamoDbClient plain;
  DynamoDbAsyncClient plainAsync;
  private S3Client s3;
  private S3AsyncClient s3Async;
  String bucket;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 localS3) {
    LocalDynamoDb own = local.isolated();
    plain = own.client();
    plainAsync = own.asyncClient();
    s3 = localS3.client();
    s3Async = localS3.asyncClient();
    bucket = localS3.newBucket();
    create("docs", List.of(text("id"), text("at")), settings -> {});
    create("chunks", List.of(text("Id")), settings -> {});
    create("chunksSorted", List.of(text("Id"), text("Part")), settings -> {});
    create("intents", List.of(KeyAttribute.ofNumber("Bucket"), text("Due")), settings -> {});
  }

  @AfterAll
  void close() {
    plain.close();
    plainAsync.close();
    s3.close();
    s3Async.close();
  }

  List<String> mismatches(Kind kind, ChunkingSpec spec) {
    return mismatches(
        () -> {
          if (kind == Kind.SYNC) {
            spec.verifyAgainst(plain, s3);
          } else {
            assertThat(ClientUnderTest.join(spec.verifyAgainst(plainAsync, s3Async))).isNull();
          }
        });
  }

  /** Nothing if it passes. */
  static List<String> mismatches(Runnable verification) {
    Throwable failure = catchThrowable(verification::run);
    if (failure == null) {
      return List.of();
    }
    assertThat(failure).isInstanceOf(SpecMismatchException.class);
    return ((SpecMismatchException) failure).mismatches();
  }

  static KeyAttribute text(String name) {
    return KeyAttribute.ofString(name);
  }

  static List<KeySchemaElement> key(List<KeyAttribute> key) {
    List<KeySchemaElement> schema = new ArrayList<>();
    for (KeyAttribute part : key) {
      schema.add(
          KeySchemaElement.builder()
              .attributeName(part.name())
              .keyType(schema.isEmpty() ? KeyType.HASH : KeyType.RANGE)
              .build());
    }
    return schema;
  }

  void create(String name, List<KeyAttribute> key, Consumer<CreateTableRequest.Builder> settings) {
    plain.createTable(
        table -> {
          table
              .tableName(name)
              .billingMode(BillingMode.PAY_PER_REQUEST)
              .keySchema(key(key))
              .attributeDefinitions(definitions(key.stream()));
          settings.accept(table);
        });
  }

  static List<AttributeDefinition> definitions(Stream<KeyAttribute> keys) {
    return keys.map(
            part ->
                AttributeDefinition.builder()
                    .attributeName(part.name())
                    .attributeType(part.type())
                    .build())
        .toList();
  }

  ChunkingSpec of(String table) {
    return ChunkingSpec.builder(table)
        .partitionKey("id")
        .sortKey("at")
        .attribute("text", AttributePolicy.chunked())
        .attribute("image", AttributePolicy.offloaded())
        .chunkTable("chunks")
        .intentTable("intents")
        .bucket(BucketSpec.builder(bucket).build())
        .build();
  }
}
