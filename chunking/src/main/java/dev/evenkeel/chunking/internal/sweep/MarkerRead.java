package dev.evenkeel.chunking.internal.sweep;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Reads the markers of one item, with a Query whose filter names them. That costs what GetItem
 * does; but a client that hides markers refuses such a filter, while it would answer a GetItem
 * without them, and every value would look as if nobody had it.
 */
final class MarkerRead {
  private final QueryRequest request;
  private final List<String> keyAttributes;

  MarkerRead(SweptTable table, Collection<SweepTarget> targets, boolean consistent) {
    List<String> markers = Liveness.markers(table, targets);
    Map<String, String> names = new LinkedHashMap<>();
    markers.forEach(marker -> names.put("#m" + names.size(), marker));
    String projection = String.join(", ", names.keySet());
    String filter =
        names.keySet().stream()
            .map("attribute_exists(%s)"::formatted)
            .collect(Collectors.joining(" OR "));
    this.keyAttributes = table.schema().attributes();
    keyAttributes.forEach(name -> names.put("#k" + keyAttributes.indexOf(name), name));
    this.request =
        QueryRequest.builder()
            .tableName(table.spec().tableName())
            .consistentRead(consistent)
            .keyConditionExpression(
                keyAttributes.stream()
                    .map(keyAttributes::indexOf)
                    .map(place -> "#k%d = :k%d".formatted(place, place))
                    .collect(Collectors.joining(" AND ")))
            .filterExpression(filter)
            .projectionExpression(projection)
            .expressionAttributeNames(names)
            .build();
  }

  /** The markers of the item with this key; none if there is no item, or it has none. */
  Flow<Map<String, AttributeValue>> of(Map<String, AttributeValue> key) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    keyAttributes.forEach(name -> values.put(":k" + values.size(), requireNonNull(key.get(name))));
    return from(request.toBuilder().expressionAttributeValues(values).build());
  }

  /** A page may be empty and not the last. */
  private static Flow<Map<String, AttributeValue>> from(QueryRequest request) {
    return TableCall.query(request)
        .then(
            response -> {
              if (!response.items().isEmpty()) {
                return Flow.of(response.items().get(0));
              }
              return isLast(response)
                  ? Flow.of(Map.of())
                  : from(
                      request.toBuilder().exclusiveStartKey(response.lastEvaluatedKey()).build());
            });
  }

  private static boolean isLast(QueryResponse response) {
    return !response.hasLastEvaluatedKey() || response.lastEvaluatedKey().isEmpty();
  }
}
