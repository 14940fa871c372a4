package dev.evenkeel.chunking;

import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Tables of parents and children, and who works on them without knowing of children. */
final class ChildTables {
  /** Topics with a set of tags, and a table of the tags. */
  static final KeySchema TOPIC_KEY = KeySchema.of(KeyAttribute.ofString("Topic"));

  final DynamoDbClient client;
  final DynamoDbAsyncClient async;

  ChildTables(DynamoDbClient client, DynamoDbAsyncClient async) {
    this.client = client;
    this.async = async;
  }

  static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  static AttributeValue n(String number) {
    return AttributeValue.fromN(number);
  }

  /** Elements that are their own range. */
  static ChildCollectionSpec tags(String table, String parents, ScalarAttributeType type) {
    return ChildCollectionSpec.builder(table)
        .parentKey("Topic")
        .element("Tag", type)
        .parentSet(ParentSet.of(parents, TOPIC_KEY, "Tags"))
        .build();
  }

  /** Elements with a digest for a range. */
  static ChildCollectionSpec digests(String table, String parents, ScalarAttributeType type) {
    return tags(table, parents, type).toBuilder().range("Digest").rangeByDigest().build();
  }

  void create(ChildCollectionSpec spec) {
    create(spec.tableName(), spec.key());
  }

  void create(String table, KeySchema key) {
    List<KeyAttribute> attributes =
        key.sortKey() == null ? key.partition() : List.of(key.partitionKey(), key.sort().get(0));
    client.createTable(
        create ->
            create
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                    IntStream.range(0, attributes.size())
                        .mapToObj(
                            i ->
                                KeySchemaElement.builder()
                                    .attributeName(attributes.get(i).name())
                                    .keyType(i == 0 ? KeyType.HASH : KeyType.RANGE)
                                    .build())
                        .toList())
                .attributeDefinitions(
                    attributes.stream()
                        .map(
                            attribute ->
                                AttributeDefinition.builder()
                                    .attributeName(attribute.name())
                                    .attributeType(attribute.type())
                                    .build())
                        .toList()));
  }

  /** Puts a topic with a set of tags. */
  void putTopic(String parents, AttributeValue topic, AttributeValue tags) {
    client.putItem(
        put -> put.tableName(parents).item(Map.of("Topic", topic, "Tags", tags, "Views", n("7"))));
  }

  /** Adds as a client that knows of sets only. */
  void addToSet(String parents, AttributeValue topic, AttributeValue tags) {
    update(parents, topic, "ADD Tags :tags", tags);
  }

  /** Removes as a client that knows of sets only. */
  void deleteFromSet(String parents, AttributeValue topic, AttributeValue tags) {
    update(parents, topic, "DELETE Tags :tags", tags);
  }

  private void update(
      String parents, AttributeValue topic, String expression, AttributeValue tags) {
    client.updateItem(
        update ->
            update
                .tableName(parents)
                .key(Map.of("Topic", topic))
                .updateExpression(expression)
                .expressionAttributeValues(Map.of(":tags", tags)));
  }

  /** The item of a topic; empty if there is none. */
  Map<String, AttributeValue> topic(String parents, AttributeValue topic) {
    return client
        .getItem(get -> get.tableName(parents).key(Map.of("Topic", topic)).consistentRead(true))
        .item();
  }

  /** The set of a topic as it is stored; null if there is none. */
  @Nullable AttributeValue set(String parents, AttributeValue topic) {
    return topic(parents, topic).get("Tags");
  }

  /** All items of a table, as they are stored. */
  List<Map<String, AttributeValue>> rows(String table) {
    return client.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
        .toList();
  }
}
