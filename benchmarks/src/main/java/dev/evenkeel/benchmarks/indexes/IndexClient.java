package dev.evenkeel.benchmarks.indexes;

import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.KeyCondition;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * The index of {@link Invoices} in memory: answers the first and the following pages of its shards,
 * ascending, and counts what it gives. Due dates differ.
 */
final class IndexClient implements DynamoDbClient {
  private static final String NUMBER = "evenkeel." + Invoices.INDEX;

  private final Map<String, NavigableMap<String, Map<String, AttributeValue>>> entries =
      new HashMap<>();
  private final AtomicLong rowsRead = new AtomicLong();

  void add(Map<String, AttributeValue> physical) {
    entries
        .computeIfAbsent(value(physical, NUMBER).n(), n -> new TreeMap<>(Comparator.naturalOrder()))
        .put(value(physical, "due").s(), physical);
  }

  long rowsRead() {
    return rowsRead.get();
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    KeyCondition condition =
        ExpressionParser.keyCondition(
            request.keyConditionExpression(), request.expressionAttributeNames());
    String placeholder = condition.predicate(NUMBER).orElseThrow().valuePlaceholders().get(0);
    NavigableMap<String, Map<String, AttributeValue>> shard =
        entries.getOrDefault(
            value(request.expressionAttributeValues(), placeholder).n(), new TreeMap<>());
    List<Map<String, AttributeValue>> page =
        after(shard, request).values().stream().limit(request.limit()).toList();
    rowsRead.addAndGet(page.size());
    QueryResponse.Builder response =
        QueryResponse.builder().items(page).count(page.size()).scannedCount(page.size());
    if (page.size() == request.limit()) {
      Map<String, AttributeValue> key = new HashMap<>(page.get(page.size() - 1));
      key.remove("body");
      response.lastEvaluatedKey(key);
    }
    return response.build();
  }

  private static NavigableMap<String, Map<String, AttributeValue>> after(
      NavigableMap<String, Map<String, AttributeValue>> shard, QueryRequest request) {
    return request.hasExclusiveStartKey()
        ? shard.tailMap(value(request.exclusiveStartKey(), "due").s(), false)
        : shard;
  }

  private static AttributeValue value(Map<String, AttributeValue> attributes, String name) {
    AttributeValue value = attributes.get(name);
    if (value == null) {
      throw new IllegalArgumentException("there is no '" + name + "' in " + attributes.keySet());
    }
    return value;
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}
