package dev.evenkeel.timeseries.internal.plan.ledger;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Queries of the control table. */
public final class ControlQuery {
  private ControlQuery() {}

  /** All items of a partition, with their keys; consistent. */
  public static Flow<List<Map<String, AttributeValue>>> partition(
      String controlTable, String partition) {
    return all(
        QueryRequest.builder()
            .tableName(controlTable)
            .consistentRead(true)
            .keyConditionExpression("#pk = :pk")
            .expressionAttributeNames(Map.of("#pk", LedgerFormat.PARTITION))
            .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(partition)))
            .build());
  }

  /** All items that a query finds, page after page. */
  public static Flow<List<Map<String, AttributeValue>>> all(QueryRequest query) {
    return Flow.defer(() -> page(query, new ArrayList<>()));
  }

  private static Flow<List<Map<String, AttributeValue>>> page(
      QueryRequest query, List<Map<String, AttributeValue>> items) {
    return TableCall.query(query)
        .then(
            answer -> {
              items.addAll(answer.items());
              return answer.lastEvaluatedKey().isEmpty()
                  ? Flow.of(items)
                  : page(
                      query.toBuilder().exclusiveStartKey(answer.lastEvaluatedKey()).build(),
                      items);
            });
  }
}
