package dev.evenkeel.benchmarks.values;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.s3.S3Client;

/** Empty tables and a bucket, and what is done in them. */
final class Fixture implements AutoCloseable {
  static final String DOCS = "Docs";
  static final String CHUNKS = "DocChunks";
  static final String INTENTS = "Intents";
  static final String VALUE = "doc";

  final LocalDynamoDb local;
  final DynamoDbClient dynamoDb;
  final S3Client s3;
  final String bucket;

  Fixture(Servers servers) {
    this.local = servers.dynamoDb().isolated();
    this.dynamoDb = local.client();
    this.s3 = servers.s3().client();
    this.bucket = servers.s3().newBucket();
    createTable(DOCS, "id", "S");
    createTable(CHUNKS, "Id", "S");
    createTable(INTENTS, "Bucket", "N", "Due", "S");
  }

  private void createTable(String name, String... namesAndTypes) {
    List<KeySchemaElement> keys = new ArrayList<>();
    List<AttributeDefinition> types = new ArrayList<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      keys.add(
          KeySchemaElement.builder()
              .attributeName(namesAndTypes[i])
              .keyType(i == 0 ? KeyType.HASH : KeyType.RANGE)
              .build());
      types.add(
          AttributeDefinition.builder()
              .attributeName(namesAndTypes[i])
              .attributeType(namesAndTypes[i + 1])
              .build());
    }
    dynamoDb.createTable(
        table ->
            table
                .tableName(name)
                .keySchema(keys)
                .attributeDefinitions(types)
                .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  ChunkingSpec spec(AttributePolicy policy) {
    return specBuilder(policy).bucket(BucketSpec.builder(bucket).build()).build();
  }

  private static ChunkingSpec.Builder specBuilder(AttributePolicy policy) {
    return ChunkingSpec.builder(DOCS)
        .partitionKey("id")
        .attribute(VALUE, policy)
        .chunkTable(ChunkTableSpec.of(CHUNKS))
        .intentTable(IntentTableSpec.of(INTENTS));
  }

  static ChunkingSpec specWithoutBucket(AttributePolicy policy) {
    return specBuilder(policy).build();
  }

  ChunkingDynamoDbClient client(AttributePolicy policy) {
    return ChunkingDynamoDbClient.builder(dynamoDb).s3(s3).table(spec(policy)).build();
  }

  static Map<String, AttributeValue> key(String id) {
    return Map.of("id", AttributeValue.fromS(id));
  }

  static PutItemRequest put(String id, AttributeValue value) {
    return PutItemRequest.builder()
        .tableName(DOCS)
        .item(Map.of("id", AttributeValue.fromS(id), VALUE, value))
        .build();
  }

  static AttributeValue get(DynamoDbClient client, String id) {
    GetItemRequest request =
        GetItemRequest.builder().tableName(DOCS).key(key(id)).consistentRead(true).build();
    return requireNonNull(client.getItem(request).item().get(VALUE));
  }

  List<Map<String, AttributeValue>> stored(String table) {
    return dynamoDb.scanPaginator(scan -> scan.tableName(table)).items().stream().toList();
  }

  /** Deletes everything, so that a server in memory does not grow from round to round. */
  void empty() {
    for (String table : List.of(DOCS, CHUNKS)) {
      String key = table.equals(DOCS) ? "id" : "Id";
      dynamoDb
          .scanPaginator(scan -> scan.tableName(table).projectionExpression(key))
          .items()
          .forEach(row -> dynamoDb.deleteItem(delete -> delete.tableName(table).key(row)));
    }
    s3.listObjectsV2Paginator(list -> list.bucket(bucket))
        .contents()
        .forEach(object -> s3.deleteObject(delete -> delete.bucket(bucket).key(object.key())));
  }

  @Override
  public void close() {
    dynamoDb.close();
    s3.close();
  }
}
