package dev.evenkeel.simulator.internal.plan.cost;

import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyOperator;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import dev.evenkeel.core.item.KeySchema;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** The partition key value that a Query names. */
public final class QueriedKey {
  private QueriedKey() {}

  /** The text of the partition key in a query that DynamoDB has answered. */
  public static String of(KeySchema key, QueryRequest request) {
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
