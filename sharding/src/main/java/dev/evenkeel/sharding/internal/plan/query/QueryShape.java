package dev.evenkeel.sharding.internal.plan.query;

import dev.evenkeel.core.expression.ExpressionParser;
import dev.evenkeel.core.expression.KeyCondition;
import dev.evenkeel.core.expression.KeyOperator;
import dev.evenkeel.core.expression.KeyPredicate;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.page.SortKeyRange;
import dev.evenkeel.sharding.internal.plan.layout.Call;
import dev.evenkeel.sharding.internal.plan.layout.ManagedTable;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * What a query that is merged asks for.
 *
 * @param logicalKey the partition key value, canonical
 * @param partition the predicate that gives it
 * @param sort the predicate on the sort key, if there is one
 * @param range what {@code sort} admits
 * @param shard the only shard that can hold matches, if the condition tells
 */
public record QueryShape(
    AttributeValue logicalKey,
    KeyPredicate partition,
    @Nullable KeyPredicate sort,
    SortKeyRange range,
    OptionalInt shard) {

  /** What a query asks of a target in the table. */
  public static QueryShape of(
      Call call, ManagedTable table, QueryRequest request, QueryTarget target) {
    if (request.keyConditionExpression() == null) {
      throw call.refuse("there is no KeyConditionExpression", "Give the logical key in one");
    }
    String partitionKey = target.partition();
    KeyCondition condition =
        ExpressionParser.keyCondition(
            request.keyConditionExpression(), request.expressionAttributeNames());
    KeyPredicate partition = predicate(condition, partitionKey);
    if (partition == null || partition.operator() != KeyOperator.EQ) {
      throw call.refuse(
          "the key condition does not say what '" + partitionKey + "' equals",
          "Query one logical key at a time");
    }
    KeyAttribute sortKey = target.sort();
    KeyPredicate sort = sortKey == null ? null : predicate(condition, sortKey.name());
    if (condition.predicates().size() != (sort == null ? 1 : 2)) {
      throw call.refuse(
          "the key condition names attributes other than '%s'%s"
              .formatted(partitionKey, sortKey == null ? "" : " and '" + sortKey.name() + "'"),
          "Put conditions on other attributes into FilterExpression");
    }
    return of(call, table, request.expressionAttributeValues(), partition, sortKey, sort);
  }

  private static QueryShape of(
      Call call,
      ManagedTable table,
      Map<String, AttributeValue> values,
      KeyPredicate partition,
      @Nullable KeyAttribute sortKey,
      @Nullable KeyPredicate sort) {
    String placeholder = partition.valuePlaceholders().get(0);
    AttributeValue logicalKey = table.codec().canonical(call, required(call, values, placeholder));
    Map<String, AttributeValue> known = new HashMap<>();
    known.put(table.partitionKey(), logicalKey);
    SortKeyRange range = SortKeyRange.ALL;
    if (sortKey != null && sort != null) {
      sort.valuePlaceholders().forEach(operand -> requireSortType(call, sortKey, values, operand));
      if (sort.operator() == KeyOperator.BEGINS_WITH) {
        requirePrefix(call, sortKey, required(call, values, sort.valuePlaceholders().get(0)));
      }
      range = SortKeyRange.of(sort, values);
      if (sort.operator() == KeyOperator.EQ) {
        String operand = sort.valuePlaceholders().get(0);
        known.put(sortKey.name(), required(call, values, operand));
      }
    }
    OptionalInt shard = table.shardOf(call, logicalKey, known);
    return new QueryShape(logicalKey, partition, sort, range, shard);
  }

  private static @Nullable KeyPredicate predicate(KeyCondition condition, String attribute) {
    return condition.predicate(attribute).orElse(null);
  }

  private static AttributeValue required(
      Call call, Map<String, AttributeValue> values, String placeholder) {
    AttributeValue value = values.get(placeholder);
    if (value == null) {
      throw call.refuse(
          "the key condition uses " + placeholder + ", which is not defined",
          "Define it in ExpressionAttributeValues");
    }
    return value;
  }

  private static void requireSortType(
      Call call, KeyAttribute sortKey, Map<String, AttributeValue> values, String placeholder) {
    String expected = sortKey.type().name();
    String actual = required(call, values, placeholder).type().name();
    if (!actual.equals(expected)) {
      throw call.refuse(
          "sort key attribute '%s' is compared with a value of type %s, but the spec says %s"
              .formatted(sortKey.name(), actual, expected),
          "Compare it with a value of its type, or name its type in the spec");
    }
  }

  private static void requirePrefix(Call call, KeyAttribute sortKey, AttributeValue prefix) {
    if (prefix.n() != null) {
      throw call.refuse(
          "begins_with is asked of sort key attribute '%s', which is a number"
              .formatted(sortKey.name()),
          "Use BETWEEN or a comparison");
    }
    if (prefix.s() != null && prefix.s().codePoints().anyMatch(QueryShape::isSurrogate)) {
      throw call.refuse(
          "the prefix that begins_with gives for sort key attribute '%s' holds half a surrogate pair"
              .formatted(sortKey.name()),
          "Cut text between code points, not between chars");
    }
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}
