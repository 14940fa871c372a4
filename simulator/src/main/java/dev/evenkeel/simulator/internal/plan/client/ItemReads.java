package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyOperator;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.simulator.internal.plan.cost.KeyText;
import dev.evenkeel.simulator.internal.plan.cost.SimulatedTable;
import dev.evenkeel.simulator.spec.Charge;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** GetItem, Query and Scan: read first, then decided by what was read, and dropped if throttled. */
record ItemReads(Tables tables, Decisions decisions) {
  /** A projection hides the size of the item, so then the whole item is read before. */
  Flow<GetItemResponse> get(GetItemRequest request) {
    boolean projected = request.projectionExpression() != null || request.hasAttributesToGet();
    GetItemRequest whole =
        projected
            ? request.toBuilder()
                .projectionExpression(null)
                .expressionAttributeNames(null)
                .attributesToGet((List<String>) null)
                .build()
            : request;
    return read(
        request.tableName(),
        request,
        whole,
        TableCall::get,
        (table, answer) -> get(table, request, answer.item()),
        answer -> projected ? TableCall.get(request) : Flow.of(answer));
  }

  /**
   * Reads, and continues if the partitions accept the cost.
   *
   * @param costed the request that is sent to see the cost
   * @param answer makes of what was read what was asked for
   */
  private <Q extends DynamoDbRequest, R> Flow<R> read(
      String tableName,
      Q request,
      Q costed,
      Function<Q, Flow<R>> send,
      BiFunction<SimulatedTable, R, Order> order,
      Function<R, Flow<R>> answer) {
    SimulatedTable table = tables.of(tableName);
    return table == null
        ? send.apply(request)
        : send.apply(costed)
            .then(
                read ->
                    decisions.sorted(
                        List.of(order.apply(table, read)), throttled -> answer.apply(read)));
  }

  private static Order get(
      SimulatedTable table, GetItemRequest request, Map<String, AttributeValue> item) {
    return new Order(table, table.read(request.key(), item, reads(request.consistentRead())));
  }

  Flow<QueryResponse> query(QueryRequest request) {
    boolean wantsCapacity = wantsCapacity(request.returnConsumedCapacity());
    QueryRequest metered =
        wantsCapacity
            ? request
            : request.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build();
    return read(
        request.tableName(),
        request,
        metered,
        TableCall::query,
        (table, answer) -> query(table, request, answer),
        answer -> Flow.of(wantsCapacity ? answer : unmetered(answer)));
  }

  private static Order query(SimulatedTable table, QueryRequest request, QueryResponse answer) {
    KeySchema key = table.keyOf(request.indexName());
    CapacityUnits units = units(answer.consumedCapacity(), request.consistentRead());
    String index = table.charged(request.indexName());
    return new Order(
        table, List.of(Charge.read(index, queriedKey(key, request), first(key, answer), units)));
  }

  /** Where the page begins: a page is read at one place. */
  private static @Nullable String first(KeySchema key, QueryResponse answer) {
    return answer.items().isEmpty() ? null : KeyText.of(key.sort(), answer.items().get(0));
  }

  private static QueryResponse unmetered(QueryResponse answer) {
    return answer.toBuilder().consumedCapacity((ConsumedCapacity) null).build();
  }

  Flow<ScanResponse> scan(ScanRequest request) {
    boolean wantsCapacity = wantsCapacity(request.returnConsumedCapacity());
    ScanRequest metered =
        wantsCapacity
            ? request
            : request.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build();
    return read(
        request.tableName(),
        request,
        metered,
        TableCall::scan,
        (table, answer) -> scan(table, request, answer),
        answer -> Flow.of(wantsCapacity ? answer : unmetered(answer)));
  }

  private static Order scan(SimulatedTable table, ScanRequest request, ScanResponse answer) {
    CapacityUnits units = units(answer.consumedCapacity(), request.consistentRead());
    return new Order(table, List.of(Charge.scan(table.charged(request.indexName()), units)));
  }

  private static ScanResponse unmetered(ScanResponse answer) {
    return answer.toBuilder().consumedCapacity((ConsumedCapacity) null).build();
  }

  private static boolean wantsCapacity(@Nullable ReturnConsumedCapacity wanted) {
    return wanted == ReturnConsumedCapacity.TOTAL || wanted == ReturnConsumedCapacity.INDEXES;
  }

  /** The cost of a page; an empty one costs a block, which DynamoDB Local does not count. */
  private static CapacityUnits units(
      @Nullable ConsumedCapacity consumed, @Nullable Boolean consistent) {
    if (consumed == null || consumed.capacityUnits() == null) {
      throw new DecoratorException(
          "The client behind does not report consumed capacity, by which pages are charged. Put"
              + " the simulation in front of DynamoDB Local or DynamoDB.");
    }
    CapacityUnits least = reads(consistent).page(0);
    CapacityUnits rounded = new CapacityUnits(Math.round(2 * consumed.capacityUnits()));
    return rounded.compareTo(least) < 0 ? least : rounded;
  }

  static ReadCapacity reads(@Nullable Boolean consistent) {
    return Boolean.TRUE.equals(consistent) ? ReadCapacity.STRONG : ReadCapacity.EVENTUAL;
  }

  /** The text of the partition key in a query that DynamoDB has answered. */
  private static String queriedKey(KeySchema key, QueryRequest request) {
    Map<String, AttributeValue> equal = new HashMap<>();
    for (KeyPredicate predicate :
        ExpressionParser.keyCondition(
                request.keyConditionExpression(), request.expressionAttributeNames())
            .predicates()) {
      AttributeValue value =
          request.expressionAttributeValues().get(predicate.valuePlaceholders().get(0));
      if (predicate.operator() == KeyOperator.EQ && value != null) {
        equal.put(predicate.attribute().name(), value);
      }
    }
    return Objects.requireNonNull(
        KeyText.of(key.partition(), equal), "a query has a whole partition key");
  }
}
