package dev.evenkeel.caching;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A table of products, and a caching client over it. */
final class Products extends CacheUnderTest {
  static final String TABLE = "Products";

  Products(LocalDynamoDb local, ClientUnderTest.Kind kind, CachingSpec spec) {
    super(local, kind, spec);
  }

  static void create(DynamoDbClient plain) {
    plain.createTable(
        create ->
            create
                .tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.N)
                        .build())
                .keySchema(
                    KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build()));
  }

  /** Everything that is read is cached. */
  static CachingSpec.Builder spec() {
    return CachingSpec.builder(TABLE)
        .partitionKey("id", ScalarAttributeType.N)
        .popular(1, Duration.ofMinutes(1));
  }

  static Map<String, AttributeValue> key(int id) {
    return Map.of("id", AttributeValue.fromN(Integer.toString(id)));
  }

  static Map<String, AttributeValue> product(int id, String name) {
    return Map.of(
        "id", AttributeValue.fromN(Integer.toString(id)), "name", AttributeValue.fromS(name));
  }

  void put(int id, String name) {
    client.call(PutItemRequest.builder().tableName(TABLE).item(product(id, name)).build());
  }

  void delete(int id) {
    client.call(DeleteItemRequest.builder().tableName(TABLE).key(key(id)).build());
  }

  static GetItemRequest.Builder get(int id) {
    return GetItemRequest.builder().tableName(TABLE).key(key(id));
  }

  GetItemResponse read(GetItemRequest.Builder request) {
    return client.call(request.build());
  }

  /** The name of a product; null if there is none. */
  String name(int id) {
    AttributeValue name = read(get(id)).item().get("name");
    return name == null ? null : name.s();
  }
}
