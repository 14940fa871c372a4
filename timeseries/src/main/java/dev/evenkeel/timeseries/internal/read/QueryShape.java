package dev.evenkeel.timeseries.internal.read;

import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.KeyCondition;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyOperator;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.core.item.KeyAttribute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The parts of a query that decide how its target is read.
 *
 * @param condition the key condition
 * @param order the attribute that orders the rows: the first of the sort key that the condition
 *     leaves open; null if it leaves none
 * @param isOrderWhole whether no further attribute orders rows after it
 * @param range the range of {@code order} that the condition admits
 */
public record QueryShape(
    KeyCondition condition,
    @Nullable KeyAttribute order,
    boolean isOrderWhole,
    SortKeyRange range) {

  public static QueryShape of(Call call, Target target, QueryRequest request) {
    if (request.keyConditionExpression() == null) {
      throw call.invalid("there is no KeyConditionExpression", "Give the partition key in one");
    }
    KeyCondition condition =
        ExpressionParser.keyCondition(
            request.keyConditionExpression(), request.expressionAttributeNames());
    List<KeyAttribute> open = new ArrayList<>();
    for (KeyAttribute sort : target.key().sort()) {
      KeyPredicate predicate = condition.predicate(sort.name()).orElse(null);
      if (!open.isEmpty() || predicate == null || predicate.operator() != KeyOperator.EQ) {
        open.add(sort);
      }
    }
    KeyAttribute order = open.isEmpty() ? null : open.get(0);
    return new QueryShape(
        condition,
        order,
        open.size() < 2,
        order == null
            ? SortKeyRange.ALL
            : range(call, order, condition, request.expressionAttributeValues()));
  }

  /** The range of an attribute that the condition admits. */
  public static SortKeyRange range(
      Call call,
      KeyAttribute attribute,
      KeyCondition condition,
      Map<String, AttributeValue> values) {
    KeyPredicate predicate = condition.predicate(attribute.name()).orElse(null);
    if (predicate == null) {
      return SortKeyRange.ALL;
    }
    for (String placeholder : predicate.valuePlaceholders()) {
      AttributeValue value = values.get(placeholder);
      if (value == null || !attribute.accepts(value)) {
        throw call.invalid(
            "the value '%s' is missing, or is not of type %s as '%s' is"
                .formatted(placeholder, attribute.type(), attribute.name()),
            "Give it in ExpressionAttributeValues");
      }
    }
    return SortKeyRange.of(predicate, values);
  }

  /** The values that the condition fixes, by attribute. */
  public Map<String, AttributeValue> fixed(Map<String, AttributeValue> values) {
    Map<String, AttributeValue> fixed = new HashMap<>();
    for (KeyPredicate predicate : condition.predicates()) {
      AttributeValue value = values.get(predicate.valuePlaceholders().get(0));
      if (predicate.operator() == KeyOperator.EQ && value != null) {
        fixed.put(predicate.attribute().name(), value);
      }
    }
    return fixed;
  }
}
