package dev.evenkeel.caching;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Threads of replies, and a client over them that caches pages. */
final class Replies extends CacheUnderTest {
  static final String TABLE = "Replies";
  static final String BY_TEXT = "by-text";

  Replies(LocalDynamoDb local, ClientUnderTest.Kind kind, CachingSpec spec) {
    super(local, kind, spec);
  }

  static void create(DynamoDbClient plain) {
    plain.createTable(
        create ->
            create
                .tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    attribute("thread", ScalarAttributeType.N),
                    attribute("nr", ScalarAttributeType.N),
                    attribute("text", ScalarAttributeType.S))
                .keySchema(element("thread", KeyType.HASH), element("nr", KeyType.RANGE))
                .localSecondaryIndexes(
                    LocalSecondaryIndex.builder()
                        .indexName(BY_TEXT)
                        .keySchema(element("thread", KeyType.HASH), element("text", KeyType.RANGE))
                        .projection(p -> p.projectionType(ProjectionType.ALL))
                        .build()));
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  /** Every page that is read is cached. */
  static CachingSpec.Builder spec() {
    return CachingSpec.builder(TABLE)
        .partitionKey("thread", ScalarAttributeType.N)
        .sortKey("nr", ScalarAttributeType.N)
        .popular(1, Duration.ofMinutes(1))
        .pages();
  }

  static Map<String, AttributeValue> key(int thread, int nr) {
    return Map.of("thread", number(thread), "nr", number(nr));
  }

  static AttributeValue number(int value) {
    return AttributeValue.fromN(Integer.toString(value));
  }

  static Map<String, AttributeValue> reply(int thread, int nr, String text) {
    Map<String, AttributeValue> item = new HashMap<>(key(thread, nr));
    item.put("text", AttributeValue.fromS(text));
    return item;
  }

  /** A reply with so many bytes beside its text. */
  static Map<String, AttributeValue> large(int thread, int nr, int bytes) {
    Map<String, AttributeValue> item = reply(thread, nr, "large");
    item.put("body", AttributeValue.fromS("b".repeat(bytes)));
    return item;
  }

  static PutItemRequest.Builder put(int thread, int nr, String text) {
    return PutItemRequest.builder().tableName(TABLE).item(reply(thread, nr, text));
  }

  void write(int thread, int nr, String text) {
    client.call(put(thread, nr, text).build());
  }

  static QueryRequest.Builder query(int thread) {
    return QueryRequest.builder()
        .tableName(TABLE)
        .keyConditionExpression("thread = :t")
        .expressionAttributeValues(Map.of(":t", number(thread)));
  }

  /** The texts of a thread's first page. */
  List<String> texts(int thread) {
    return texts(query(thread));
  }

  List<String> texts(QueryRequest.Builder query) {
    return client.call(query.build()).items().stream().map(item -> item.get("text").s()).toList();
  }

  /** The number of requests since the last call of this or of {@link #sent()}. */
  int requests() {
    return sent().size();
  }
}
