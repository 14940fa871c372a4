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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A spec against real tables and a real bucket. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VerifyAgainstTest {
  private DynamoDbClient plain;
  private DynamoDbAsyncClient plainAsync;
  private S3Client s3;
  private S3AsyncClient s3Async;
  private String bucket;

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

  /** The kind of client. */
  enum Kind {
    SYNC,
    ASYNC
  }

  private List<String> mismatches(Kind kind, ChunkingSpec spec) {
    return mismatches(
        () -> {
          if (kind == Kind.SYNC) {
            spec.verifyAgainst(plain, s3);
          } else {
            assertThat(spec.verifyAgainst(plainAsync, s3Async).join()).isNull();
          }
        });
  }

  /** Nothing if it passes. */
  private static List<String> mismatches(Runnable verification) {
    Throwable failure = catchThrowable(verification::run);
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause == null) {
      return List.of();
    }
    assertThat(cause).isInstanceOf(SpecMismatchException.class);
    return ((SpecMismatchException) cause).mismatches();
  }

  private ChunkingSpec.Builder docs() {
    return ChunkingSpec.builder("docs")
        .partitionKey("id")
        .sortKey("at")
        .attribute("text", AttributePolicy.compressed(Codecs.gzip()).thenChunked())
        .attribute("image", AttributePolicy.offloaded())
        .chunkTable("chunks")
        .intentTable("intents")
        .bucket(BucketSpec.builder(bucket).build());
  }

  private static KeyAttribute text(String name) {
    return KeyAttribute.ofString(name);
  }

  private static List<KeySchemaElement> key(List<KeyAttribute> key) {
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

  private void create(
      String name, List<KeyAttribute> key, Consumer<CreateTableRequest.Builder> settings) {
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

  private static List<AttributeDefinition> definitions(Stream<KeyAttribute> keys) {
    return keys.map(
            part ->
                AttributeDefinition.builder()
                    .attributeName(part.name())
                    .attributeType(part.type())
                    .build())
        .toList();
  }

  private static Projection projection(ProjectionType type, String... included) {
    return Projection.builder()
        .projectionType(type)
        .nonKeyAttributes(included.length == 0 ? null : List.of(included))
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void verifyAgainst_whatIsThere_passes(Kind kind) {
    assertThat(mismatches(kind, docs().build())).isEmpty();
    ChunkTableSpec sorted = ChunkTableSpec.of("chunksSorted").withSortKey("Part");
    assertThat(mismatches(kind, docs().chunkTable(sorted).build())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void verifyAgainst_nothingThere_listsEveryTableAndTheBucket(Kind kind) {
    ChunkingSpec spec =
        ChunkingSpec.builder("gone")
            .partitionKey("id")
            .attribute("text", AttributePolicy.chunked())
            .attribute("image", AttributePolicy.offloaded())
            .chunkTable("goneChunks")
            .intentTable("goneIntents")
            .bucket(BucketSpec.builder("gone-with-the-wind").build())
            .build();
    assertThat(mismatches(kind, spec))
        .hasSize(4)
        .startsWith(
            "table 'gone' does not exist",
            "table 'goneChunks' does not exist",
            "table 'goneIntents' does not exist")
        .last()
        .asString()
        .contains("NoSuchBucket", "gone-with-the-wind");
  }

  @ParameterizedTest
  @EnumSource
  void verifyAgainst_otherKeys_listsEach(Kind kind) {
    ChunkingSpec spec =
        docs()
            .sortKey("at", ScalarAttributeType.N)
            .chunkTable(ChunkTableSpec.of("chunks").withSortKey("Part"))
            .intentTable(new IntentTableSpec("intents", "Bucket", "At"))
            .build();
    assertThat(mismatches(kind, spec))
        .containsExactly(
            "table 'docs' has the key 'id' (S), 'at' (S), the spec says 'id' (S), 'at' (N)",
            "chunk table 'chunks' has the key 'Id' (S), the spec says 'Id' (S), 'Part' (S)",
            "intent table 'intents' has the key 'Bucket' (N), 'Due' (S), the spec says 'Bucket' (N), 'At' (S)");
  }

  /** A bucket without an S3 client is not checked. */
  @ParameterizedTest
  @EnumSource
  void verifyAgainst_withoutS3_looksAtTablesOnly(Kind kind) {
    ChunkingSpec spec = docs().bucket(BucketSpec.builder("gone-with-the-wind").build()).build();
    assertThat(
            mismatches(
                kind == Kind.SYNC
                    ? () -> spec.verifyAgainst(plain)
                    : () -> spec.verifyAgainst(plainAsync).join()))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void verifyAgainst_indexes_listsKeysAndHalfProjections(Kind kind) {
    String name = "indexed" + kind;
    create(
        name,
        List.of(text("id"), text("at")),
        table ->
            table
                .attributeDefinitions(
                    definitions(
                        Stream.of("id", "at", "text", "by", "image").map(VerifyAgainstTest::text)))
                .localSecondaryIndexes(
                    local("byText", "text", projection(ProjectionType.KEYS_ONLY)),
                    local("onlyMarker", "by", projection(ProjectionType.INCLUDE, "evenkeel.image")))
                .globalSecondaryIndexes(
                    global("byImage", "image", projection(ProjectionType.KEYS_ONLY)),
                    global("onlyValue", "by", projection(ProjectionType.INCLUDE, "text", "other")),
                    global(
                        "both",
                        "by",
                        projection(
                            ProjectionType.INCLUDE,
                            "text",
                            "evenkeel.text",
                            "image",
                            "evenkeel.image")),
                    global("neither", "by", projection(ProjectionType.INCLUDE, "other")),
                    global("keys", "by", projection(ProjectionType.KEYS_ONLY)),
                    global("all", "by", projection(ProjectionType.ALL))));
    assertThat(mismatches(kind, of(name)))
        .containsExactlyInAnyOrder(
            "attribute 'text' is a key of local index 'byText'",
            "local index 'onlyMarker' includes 'evenkeel.image' and not 'image', without which its rows do not tell the value of 'image'",
            "attribute 'image' is a key of global index 'byImage'",
            "global index 'onlyValue' includes 'text' and not 'evenkeel.text', without which its rows do not tell the value of 'text'");
  }

  private ChunkingSpec of(String table) {
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

  private static LocalSecondaryIndex local(String name, String sort, Projection projection) {
    return LocalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key(List.of(text("id"), text(sort))))
        .projection(projection)
        .build();
  }

  private static GlobalSecondaryIndex global(String name, String partition, Projection projection) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key(List.of(text(partition))))
        .projection(projection)
        .build();
  }

  /** In the layout of AWS's text a row needs count and version too. */
  @ParameterizedTest
  @EnumSource
  void verifyAgainst_indexOfTheSeedLayoutWithoutItsCount_tells(Kind kind) {
    String name = "seed" + kind;
    create(
        name,
        List.of(text("id")),
        table ->
            table
                .attributeDefinitions(
                    definitions(Stream.of("id", "by").map(VerifyAgainstTest::text)))
                .globalSecondaryIndexes(
                    global(
                        "half", "by", projection(ProjectionType.INCLUDE, "text", "evenkeel.text")),
                    global(
                        "whole",
                        "by",
                        projection(
                            ProjectionType.INCLUDE,
                            "text",
                            "evenkeel.text",
                            "ChunkCount",
                            "ChunkVersion"))));
    ChunkingSpec spec =
        ChunkingSpec.builder(name)
            .partitionKey("id")
            .attribute("text", AttributePolicy.chunked())
            .chunkTable("chunks")
            .intentTable("intents")
            .seedLayout("text")
            .build();
    assertThat(mismatches(kind, spec))
        .containsExactly(
            "global index 'half' includes 'text', 'evenkeel.text' and not 'ChunkCount', 'ChunkVersion', without which its rows do not tell the value of 'text'");
  }

  @ParameterizedTest
  @EnumSource
  void verifyAgainst_largeAttributeIsKeyOrTimeToLive_tells(Kind kind) {
    String name = "expiring" + kind;
    create(name, List.of(text("text")), settings -> {});
    plain.updateTimeToLive(
        ttl ->
            ttl.tableName(name)
                .timeToLiveSpecification(spec -> spec.attributeName("image").enabled(true)));
    assertThat(mismatches(kind, of(name)))
        .containsExactly(
            "table '%s' has the key 'text' (S), the spec says 'id' (S), 'at' (S)".formatted(name),
            "attribute 'text' is a key of the table",
            "attribute 'image' is the table's TTL attribute");
  }

  @ParameterizedTest
  @EnumSource
  void verifyAgainst_timeToLiveOfAnotherAttribute_passes(Kind kind) {
    String name = "passing" + kind;
    create(name, List.of(text("id"), text("at")), settings -> {});
    plain.updateTimeToLive(
        ttl ->
            ttl.tableName(name)
                .timeToLiveSpecification(spec -> spec.attributeName("expires").enabled(true)));
    assertThat(mismatches(kind, of(name))).isEmpty();
  }
}
