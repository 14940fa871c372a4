package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.InvalidExpressionException;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** The partition key values in the key condition of a query that goes to DynamoDB. */
final class AskedPartition {
  private AskedPartition() {}

  /**
   * The values; none if the condition names the attribute nowhere, or makes no sense: then it was
   * sent for DynamoDB to refuse, and that refusal must come through.
   *
   * @param attribute the physical partition key of the table or index
   */
  static List<AttributeValue> of(String attribute, QueryRequest query) {
    if (query.keyConditionExpression() == null) {
      return List.of();
    }
    Map<String, AttributeValue> values = query.expressionAttributeValues();
    try {
      return ExpressionParser.keyCondition(
              query.keyConditionExpression(), query.expressionAttributeNames())
          .predicate(attribute)
          .map(KeyPredicate::valuePlaceholders)
          .orElse(List.of())
          .stream()
          .map(values::get)
          .filter(Objects::nonNull)
          .toList();
    } catch (InvalidExpressionException e) {
      return List.of();
    }
  }
}
