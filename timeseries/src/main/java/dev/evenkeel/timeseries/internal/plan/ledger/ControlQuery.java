package dev.evenkeel.timeseries.internal.plan.ledger;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
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
    return TableCall.queryAll(
        QueryRequest.builder()
            .tableName(controlTable)
            .consistentRead(true)
            .keyConditionExpression("#pk = :pk")
            .expressionAttributeNames(Map.of("#pk", LedgerFormat.PARTITION))
            .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(partition)))
            .build());
  }
}
