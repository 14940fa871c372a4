package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.KeyCondition;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyOperator;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The parts of a merged query.
 *
 * @param value the partition key value, canonical; null if the condition gives none
 * @param partition the predicate that gives it, or null
 * @param sort the predicate on the sort key, if there is one
 * @param range the range of {@code sort} that the condition admits
 * @param shard the only shard that can hold matches; empty if the condition does not tell it
 */
public record QueryShape(
    @Nullable AttributeValue value,
    @Nullable KeyPredicate partition,
    @Nullable KeyPredicate sort,
    SortKeyRange range,
    OptionalInt shard) {

  /** The partition key value, where the condition gives one. */
  public AttributeValue logicalKey() {
    if (value == null) {
      throw new IllegalStateException("the key condition gives no partition key value");
    }
    return value;
  }

  /** The parts of a query on a target in the table. */
  public static QueryShape of(
      Call call, ManagedTable table, QueryRequest request, QueryTarget target) {
    if (request.keyConditionExpression() == null) {
      throw call.invalid("there is no KeyConditionExpression", "Give the logical key in one");
    }
    KeyCondition condition =
        ExpressionParser.keyCondition(
            request.keyConditionExpression(), request.expressionAttributeNames());
    KeyPredicate partition = partition(call, condition, target);
    KeyAttribute sortKey = target.sort();
    KeyPredicate sort = sortKey == null ? null : predicate(condition, sortKey.name());
    if (partition == null && sort == null) {
      throw call.invalid(
          "the key condition does not name the partition key of the index", "Name it");
    }
    if (condition.predicates().size() != (partition == null ? 0 : 1) + (sort == null ? 0 : 1)) {
      throw call.invalid(
          "the key condition names attributes other than " + named(target),
          "Put conditions on other attributes into FilterExpression");
    }
    return of(call, table, request.expressionAttributeValues(), target, partition, sort);
  }

  /** The predicate on the partition key, where the target has one that callers see. */
  private static @Nullable KeyPredicate partition(
      Call call, KeyCondition condition, QueryTarget target) {
    if (target.partition() == null) {
      return null;
    }
    String partitionKey = target.partition().name();
    KeyPredicate partition = predicate(condition, partitionKey);
    if (partition == null || partition.operator() != KeyOperator.EQ) {
      throw call.invalid(
          "the key condition does not say what '" + partitionKey + "' equals",
          "Query one logical key at a time");
    }
    return partition;
  }

  private static String named(QueryTarget target) {
    return Stream.of(target.partition(), target.sort())
        .filter(key -> key != null)
        .map(key -> "'" + key.name() + "'")
        .collect(Collectors.joining(" and "));
  }

  private static QueryShape of(
      Call call,
      ManagedTable table,
      Map<String, AttributeValue> values,
      QueryTarget target,
      @Nullable KeyPredicate partition,
      @Nullable KeyPredicate sort) {
    KeyAttribute sortKey = target.sort();
    SortKeyRange range = SortKeyRange.ALL;
    if (sortKey != null && sort != null) {
      String role = target.partition() == null ? "partition key" : "sort key";
      range = range(call, role, sortKey, sort, values);
    }
    if (target.sharded() != null) {
      AttributeValue value =
          partition == null || target.partition() == null
              ? null
              : ofIndex(call, target.partition(), values, partition.valuePlaceholders().get(0));
      return new QueryShape(value, partition, sort, range, OptionalInt.empty());
    }
    String placeholder = Objects.requireNonNull(partition).valuePlaceholders().get(0);
    AttributeValue logicalKey = table.codec().canonical(call, required(call, values, placeholder));
    Map<String, AttributeValue> known = new HashMap<>();
    known.put(table.partitionKey(), logicalKey);
    if (sortKey != null && sort != null && sort.operator() == KeyOperator.EQ) {
      known.put(sortKey.name(), required(call, values, sort.valuePlaceholders().get(0)));
    }
    OptionalInt shard = table.shardOf(call, logicalKey, known);
    return new QueryShape(logicalKey, partition, sort, range, shard);
  }

  private static AttributeValue ofIndex(
      Call call, KeyAttribute key, Map<String, AttributeValue> values, String placeholder) {
    requireType(call, "partition key", key, values, placeholder);
    return CanonicalNumber.orSame(required(call, values, placeholder));
  }

  /**
   * @param role what callers take the attribute for that rows are ordered by
   */
  private static SortKeyRange range(
      Call call,
      String role,
      KeyAttribute sortKey,
      KeyPredicate sort,
      Map<String, AttributeValue> values) {
    sort.valuePlaceholders().forEach(operand -> requireType(call, role, sortKey, values, operand));
    if (sort.operator() == KeyOperator.BEGINS_WITH) {
      requirePrefix(call, role, sortKey, required(call, values, sort.valuePlaceholders().get(0)));
    }
    return SortKeyRange.of(sort, values);
  }

  private static @Nullable KeyPredicate predicate(KeyCondition condition, String attribute) {
    return condition.predicate(attribute).orElse(null);
  }

  private static AttributeValue required(
      Call call, Map<String, AttributeValue> values, String placeholder) {
    AttributeValue value = values.get(placeholder);
    if (value == null) {
      throw call.invalid(
          "the key condition uses " + placeholder + ", which is not defined",
          "Define it in ExpressionAttributeValues");
    }
    return value;
  }

  private static void requireType(
      Call call,
      String role,
      KeyAttribute key,
      Map<String, AttributeValue> values,
      String placeholder) {
    AttributeValue value = required(call, values, placeholder);
    if (!key.accepts(value)) {
      throw call.invalid(
          "%s attribute '%s' is compared with a value of type %s, but the spec says %s"
              .formatted(role, key.name(), value.type(), key.type()),
          "Compare it with a value of its type, or name its type in the spec");
    }
  }

  private static void requirePrefix(
      Call call, String role, KeyAttribute sortKey, AttributeValue prefix) {
    if (prefix.n() != null) {
      throw call.invalid(
          "begins_with is asked of %s attribute '%s', which is a number"
              .formatted(role, sortKey.name()),
          "Use BETWEEN or a comparison");
    }
    if (prefix.s() != null && !Utf8.isWellFormed(prefix.s())) {
      throw call.refuse(
          "the prefix that begins_with gives for %s attribute '%s' holds half a surrogate pair"
              .formatted(role, sortKey.name()),
          "Cut text between code points, not between chars");
    }
  }
}
