package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.KeyOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * The reads of segments of a table, all consistent.
 *
 * @param tableName the table
 * @param partitionKey its name
 * @param sortKey its name; null if there is none
 */
public record SegmentReads(String tableName, String partitionKey, @Nullable String sortKey) {

  /**
   * The request for a page: a query or a scan.
   *
   * @param after the key after which it begins; null for the beginning of the segment
   * @param limit how many items at most; null for as many as fit
   */
  public DynamoDbRequest page(
      Segment segment, @Nullable Map<String, AttributeValue> after, @Nullable Integer limit) {
    if (segment instanceof Segment.KeyRange range) {
      return query(range, after).limit(limit).build();
    }
    if (!(segment instanceof Segment.Scan scan)) {
      throw new IllegalArgumentException("'%s' is no part of one table".formatted(segment.id()));
    }
    return ScanRequest.builder()
        .tableName(tableName)
        .segment(scan.number())
        .totalSegments(scan.of())
        .consistentRead(true)
        .exclusiveStartKey(after)
        .limit(limit)
        .build();
  }

  private QueryRequest.Builder query(
      Segment.KeyRange range, @Nullable Map<String, AttributeValue> after) {
    Map<String, String> names = new HashMap<>(Map.of("#pk", partitionKey));
    Map<String, AttributeValue> values = new HashMap<>(Map.of(":pk", range.partition()));
    String condition = "#pk = :pk";
    AttributeValue from = range.from();
    AttributeValue to = range.to();
    AttributeValue last = to == null ? null : KeyOrder.neighbour(to, false);
    if (from != null || last != null) {
      names.put("#sk", requireSortKey());
    }
    if (from != null) {
      values.put(":from", from);
    }
    if (last != null) {
      values.put(":last", last);
    }
    condition +=
        from == null
            ? last == null ? "" : " AND #sk <= :last"
            : last == null ? " AND #sk >= :from" : " AND #sk BETWEEN :from AND :last";
    return QueryRequest.builder()
        .tableName(tableName)
        .keyConditionExpression(condition)
        .expressionAttributeNames(names)
        .expressionAttributeValues(values)
        .consistentRead(true)
        .exclusiveStartKey(after);
  }

  private String requireSortKey() {
    if (sortKey == null) {
      throw new IllegalArgumentException(
          "table '%s' has no sort key, so that its places have no ranges".formatted(tableName));
    }
    return sortKey;
  }

  /**
   * Where to split what is left of a range: between the next item and the last one. Costs two
   * queries of one item.
   *
   * @return nothing if there are not two items left, or no sort key
   */
  public Flow<Optional<Segment.Bound>> middle(
      Segment.KeyRange range, @Nullable Map<String, AttributeValue> after) {
    String sort = sortKey;
    if (sort == null) {
      return Flow.of(Optional.empty());
    }
    QueryRequest next = query(range, after).limit(1).build();
    QueryRequest last = query(range, null).limit(1).scanIndexForward(false).build();
    return TableCall.query(next)
        .then(
            first ->
                first.items().isEmpty()
                    ? Flow.of(Optional.empty())
                    : TableCall.query(last)
                        .map(
                            found ->
                                found.items().isEmpty()
                                    ? Optional.empty()
                                    : KeyMiddle.of(keyOf(first, sort), keyOf(found, sort))
                                        .map(bound -> new Segment.Bound(sort, bound))));
  }

  /** Whether a key is below the end of a range. */
  public boolean isWithin(Segment.KeyRange range, Map<String, AttributeValue> key) {
    AttributeValue to = range.to();
    return to == null || new Segment.Bound(requireSortKey(), to).isAbove(key);
  }

  private static AttributeValue keyOf(QueryResponse page, String sort) {
    return Objects.requireNonNull(page.items().get(0).get(sort), "items have their sort key");
  }
}
