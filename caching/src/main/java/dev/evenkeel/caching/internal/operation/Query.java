package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.Fetch;
import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.internal.store.PageQuestion;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.InvalidExpressionException;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyOperator;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.operation.Operation;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Query: a page of a table whose spec says {@code pages()}; never one of an index. */
final class Query extends CachedRead<QueryRequest, QueryResponse> {

  Query() {
    super(
        Operation.QUERY,
        QueryRequest.class,
        "Sent as it is, unless the spec says `pages()`: then as GetItem, for pages of the table");
  }

  @Override
  @Nullable CachedTable table(ManagedTables<CachedTable> tables, QueryRequest request) {
    CachedTable table = tables.find(request.tableName());
    return table == null || !table.spec().pages() ? null : table;
  }

  @Override
  @Nullable Lookup<QueryResponse> lookup(CachedTable table, QueryRequest request) {
    AttributeValue partition = isCacheable(request) ? partition(table, request) : null;
    ItemKey key = partition == null ? null : table.pagesOf(partition);
    return key == null ? null : new Lookup<>(table, key, PageQuestion.of(request));
  }

  private static boolean isCacheable(QueryRequest request) {
    return request.indexName() == null
        && !Boolean.TRUE.equals(request.consistentRead())
        && !hasLegacyParameters(request)
        && CallerSettings.areNone(request);
  }

  private static boolean hasLegacyParameters(QueryRequest request) {
    return request.hasKeyConditions()
        || request.hasQueryFilter()
        || request.hasAttributesToGet()
        || request.conditionalOperator() != null;
  }

  /** The value that a query asks for; null if its key condition does not tell. */
  private static @Nullable AttributeValue partition(CachedTable table, QueryRequest request) {
    if (request.keyConditionExpression() == null) {
      return null;
    }
    try {
      KeyPredicate predicate =
          ExpressionParser.keyCondition(
                  request.keyConditionExpression(), request.expressionAttributeNames())
              .predicate(table.partition().name())
              .orElse(null);
      return predicate == null || predicate.operator() != KeyOperator.EQ
          ? null
          : request.expressionAttributeValues().get(predicate.valuePlaceholders().get(0));
    } catch (InvalidExpressionException dynamoDbWillRefuse) {
      return null;
    }
  }

  @Override
  Fetch<QueryResponse> fetch(
      ItemStore store, CachedTable table, QueryRequest request, boolean ahead) {
    return Fetch.fromTable(store, sent(table, request), ahead);
  }

  /** It may be sent when its caller has its answer and writes to its arrays. */
  private static QueryRequest sent(CachedTable table, QueryRequest request) {
    return PageQuestion.owned(request).consistentRead(!table.spec().eventual()).build();
  }

  @Override
  QueryResponse shown(QueryResponse response, QueryRequest request) {
    return request.returnConsumedCapacity() == null || response.consumedCapacity() != null
        ? response
        : response.toBuilder()
            .consumedCapacity(
                CapacitySum.nothing(request.tableName(), request.returnConsumedCapacity()))
            .build();
  }

  @Override
  void bypassed(ItemStore store, CachedTable table) {
    store.bypassedPage(table);
  }
}
