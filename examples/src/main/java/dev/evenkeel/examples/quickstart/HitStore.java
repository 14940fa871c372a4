package dev.evenkeel.examples.quickstart;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Hits in a DynamoDB table, as an application that never heard of shards would write it. Whether
 * the table is sharded depends on the client alone.
 */
final class HitStore {
  private final DynamoDbClient client;
  private final String table;

  HitStore(DynamoDbClient client, String table) {
    this.client = client;
    this.table = table;
  }

  void createTable() {
    client.createTable(
        create ->
            create
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(textAttribute(HitItem.DAY), textAttribute(HitItem.AT))
                .keySchema(key(HitItem.DAY, KeyType.HASH), key(HitItem.AT, KeyType.RANGE)));
  }

  void put(Hit hit) {
    client.putItem(PutItemRequest.builder().tableName(table).item(HitItem.of(hit)).build());
  }

  /** All hits of a day, oldest first, page by page as the iterator advances. */
  Iterator<Hit> ofDay(String day) {
    return client.queryPaginator(day(day).build()).items().stream().map(HitItem::toHit).iterator();
  }

  /** The hits of a day within a window, oldest first; reads all pages. */
  Answer within(String day, TimeWindow window) {
    // A sort key is its time and more: it sorts after the bare time of the start, and that of
    // the end sorts before all keys of that second.
    QueryRequest request =
        day(day)
            .keyConditionExpression("#day = :day AND #at BETWEEN :from AND :to")
            .expressionAttributeNames(Map.of("#day", HitItem.DAY, "#at", HitItem.AT))
            .expressionAttributeValues(
                Map.of(
                    ":day", HitItem.text(day),
                    ":from", HitItem.text(window.from().toString()),
                    ":to", HitItem.text(window.to().toString())))
            .build();
    return Answer.of(client.queryPaginator(request));
  }

  /** The newest hits of a day, newest first, in one request. */
  Answer newest(String day, int count) {
    return Answer.of(List.of(client.query(day(day).scanIndexForward(false).limit(count).build())));
  }

  private QueryRequest.Builder day(String day) {
    return QueryRequest.builder()
        .tableName(table)
        .keyConditionExpression("#day = :day")
        .expressionAttributeNames(Map.of("#day", HitItem.DAY))
        .expressionAttributeValues(Map.of(":day", HitItem.text(day)))
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
  }

  private static AttributeDefinition textAttribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  /**
   * The answer to a query.
   *
   * @param readUnits the capacity that DynamoDB says it cost, over all pages
   * @param pageCount the responses it took, as the caller of the client saw them
   */
  record Answer(List<Hit> hits, double readUnits, int pageCount) {
    Answer {
      hits = List.copyOf(hits);
    }

    private static Answer of(Iterable<QueryResponse> pages) {
      List<Hit> hits = new ArrayList<>();
      double readUnits = 0;
      int pageCount = 0;
      for (QueryResponse page : pages) {
        for (Map<String, AttributeValue> item : page.items()) {
          hits.add(HitItem.toHit(item));
        }
        readUnits += page.consumedCapacity().capacityUnits();
        pageCount++;
      }
      return new Answer(hits, readUnits, pageCount);
    }
  }
}
