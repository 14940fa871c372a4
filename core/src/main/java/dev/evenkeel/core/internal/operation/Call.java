package dev.evenkeel.core.internal.operation;

import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.answer.ValidationErrors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConditionalOperator;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The operation and the table that are being planned, as refusals name them.
 *
 * @param operation the SDK's operation name
 * @param table the table as the caller named it
 * @param place where in the request: empty, or text that stands before each reason
 */
public record Call(String operation, String table, String place) {

  public Call(String operation, String table) {
    this(operation, table, "");
  }

  /** A request that plain DynamoDB would refuse, too: what the SDK would throw. */
  public DynamoDbException invalid(String reason, String remedy) {
    return ValidationErrors.of(
        "%s on '%s' refused: %s%s. %s.".formatted(operation, table, place, reason, remedy));
  }

  /**
   * As {@link #invalid(String, String)}, for an attribute that holds no number.
   *
   * @param attribute the attribute as a message names it
   * @param problem why it is none, and what to do
   */
  public DynamoDbException invalidNumber(String attribute, InvalidNumberException problem) {
    return ValidationErrors.of(
        "%s on '%s' refused: %s%s holds no number that DynamoDB stores. %s"
            .formatted(operation, table, place, attribute, problem.getMessage()));
  }

  /** A request that only a decorator refuses. */
  public RefusedOperationException refuse(String reason, String remedy) {
    return new RefusedOperationException(operation, table, place + reason, remedy);
  }

  /**
   * Refuses the parameters that expressions replaced (AWS: legacy conditional parameters). They say
   * the same in another grammar; supporting both would double what can go wrong.
   */
  public void refuseLegacy(PutItemRequest request) {
    refuseCondition(request.hasExpected(), request.conditionalOperator());
  }

  public void refuseLegacy(UpdateItemRequest request) {
    refuseUsed(request.hasAttributeUpdates(), "AttributeUpdates", "UpdateExpression");
    refuseCondition(request.hasExpected(), request.conditionalOperator());
  }

  public void refuseLegacy(DeleteItemRequest request) {
    refuseCondition(request.hasExpected(), request.conditionalOperator());
  }

  public void refuseLegacy(GetItemRequest request) {
    refuseProjection(request.hasAttributesToGet());
  }

  public void refuseLegacy(KeysAndAttributes keys) {
    refuseProjection(keys.hasAttributesToGet());
  }

  public void refuseLegacy(QueryRequest request) {
    refuseUsed(request.hasKeyConditions(), "KeyConditions", "KeyConditionExpression");
    refuseUsed(request.hasQueryFilter(), "QueryFilter", "FilterExpression");
    refuseProjection(request.hasAttributesToGet());
    refuseOperator(request.conditionalOperator(), "AND or OR in FilterExpression");
  }

  public void refuseLegacy(ScanRequest request) {
    refuseUsed(request.hasScanFilter(), "ScanFilter", "FilterExpression");
    refuseProjection(request.hasAttributesToGet());
    refuseOperator(request.conditionalOperator(), "AND or OR in FilterExpression");
  }

  private void refuseCondition(boolean expected, @Nullable ConditionalOperator operator) {
    refuseUsed(expected, "Expected", "ConditionExpression");
    refuseOperator(operator, "AND or OR in ConditionExpression");
  }

  private void refuseProjection(boolean used) {
    refuseUsed(used, "AttributesToGet", "ProjectionExpression");
  }

  private void refuseOperator(@Nullable ConditionalOperator operator, String instead) {
    refuseUsed(operator != null, "ConditionalOperator", instead);
  }

  private void refuseUsed(boolean used, String parameter, String instead) {
    if (used) {
      throw refuse("the legacy parameter " + parameter + " is used", "Use " + instead);
    }
  }
}
