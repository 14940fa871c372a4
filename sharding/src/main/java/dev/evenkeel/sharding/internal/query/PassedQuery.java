package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyOperator;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.expression.FilterExpression;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Query that nothing is merged for: one request, with items and start keys in logical terms. It is
 * on an index with another partition key, which holds a logical key's items from all shards
 * together, or on a table whose keys are plain.
 */
public final class PassedQuery {
  private PassedQuery() {}

  public static Plan<QueryResponse> of(Call call, ShardedTable table, QueryRequest request) {
    if (!table.plain()) {
      refuseShardedAttribute(call, table, request);
    }
    boolean areStored = table.plain() && (request.indexName() == null || table.layout().era() == 0);
    StartKeys startKeys = new StartKeys(call, table, request.indexName(), areStored);
    QueryRequest physical = filtered(call, table, request);
    if (request.hasExclusiveStartKey()) {
      physical =
          physical.toBuilder()
              .exclusiveStartKey(startKeys.physical(request.exclusiveStartKey()))
              .build();
    }
    return Plan.of(
        TableCall.query(physical)
            .mapFailure(table.view()::failure)
            .map(response -> table.view().page(response, startKeys::logical))
            .step(PassedQuery.class, "query"));
  }

  /** The query with its filter in stored terms. */
  public static QueryRequest filtered(Call call, ShardedTable table, QueryRequest request) {
    FilterExpression filter =
        FilterExpression.of(
            call,
            table,
            request.filterExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues());
    return filter.changed()
        ? request.toBuilder()
            .filterExpression(filter.expression())
            .expressionAttributeNames(filter.names())
            .expressionAttributeValues(filter.values())
            .build()
        : request;
  }

  /** The index holds physical keys: as a partition key it is merged, as a sort key not ordered. */
  private static void refuseShardedAttribute(Call call, ShardedTable table, QueryRequest request) {
    if (request.keyConditionExpression() == null) {
      return; // DynamoDB's to refuse
    }
    String partitionKey = table.spec().partitionKey();
    KeyPredicate predicate =
        ExpressionParser.keyCondition(
                request.keyConditionExpression(), request.expressionAttributeNames())
            .predicate(partitionKey)
            .orElse(null);
    if (predicate == null) {
      return;
    }
    if (predicate.operator() == KeyOperator.EQ) {
      throw call.refuse(
          "the key condition gives '%s', which the index holds in physical form, and the spec does not declare index '%s'"
              .formatted(partitionKey, request.indexName()),
          "If it is the index's partition key, declare the index with localIndex or globalIndex; as"
              + " a sort key it can only be left out of the condition");
    }
    throw call.refuse(
        "the key condition compares '%s', the sort key of index '%s', whose stored values are physical ones"
            .formatted(partitionKey, request.indexName()),
        "Leave it out of the condition");
  }
}
