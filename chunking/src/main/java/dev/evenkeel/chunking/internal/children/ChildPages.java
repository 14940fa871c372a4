package dev.evenkeel.chunking.internal.children;

import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** The queries for the children of one parent. */
final class ChildPages {
  private static final String OF_PARENT = "#parent = :parent";

  private final ChildCollectionSpec spec;
  private final AttributeValue parent;

  ChildPages(ChildCollectionSpec spec, AttributeValue parent) {
    this.spec = spec;
    this.parent = spec.parent(parent);
  }

  /** The keys of all children. */
  QueryRequest keys(@Nullable Map<String, AttributeValue> startKey) {
    return all(startKey, Map.of("#range", spec.range().name()))
        .projectionExpression("#parent, #range")
        .build();
  }

  /** How many children there are. */
  QueryRequest count(@Nullable Map<String, AttributeValue> startKey) {
    return all(startKey, Map.of()).select(Select.COUNT).build();
  }

  private QueryRequest.Builder all(
      @Nullable Map<String, AttributeValue> startKey, Map<String, String> moreNames) {
    Map<String, String> names = new HashMap<>(moreNames);
    names.put("#parent", spec.parentKey().name());
    return QueryRequest.builder()
        .tableName(spec.tableName())
        .keyConditionExpression(OF_PARENT)
        .expressionAttributeNames(names)
        .expressionAttributeValues(Map.of(":parent", parent))
        .exclusiveStartKey(startKey)
        .consistentRead(true);
  }

  /** What a caller asked for. */
  QueryRequest of(ChildQuery query, ChildRange range) {
    Map<String, String> names = new HashMap<>();
    names.put("#parent", spec.parentKey().name());
    Map<String, AttributeValue> values = new HashMap<>(range.values());
    values.put(":parent", parent);
    if (!range.isAll()) {
      names.put("#range", spec.range().name());
    }
    return QueryRequest.builder()
        .tableName(spec.tableName())
        .keyConditionExpression(
            range.isAll() ? OF_PARENT : OF_PARENT + " AND " + range.condition("#range"))
        .expressionAttributeNames(names)
        .expressionAttributeValues(values)
        .scanIndexForward(query.ascending())
        .limit(query.limit() == 0 ? null : query.limit())
        .exclusiveStartKey(query.startKey())
        .consistentRead(query.consistent())
        .build();
  }

  /** Where the next page begins; null after the last. */
  static @Nullable Map<String, AttributeValue> next(QueryResponse page) {
    return page.lastEvaluatedKey().isEmpty() ? null : page.lastEvaluatedKey();
  }
}
