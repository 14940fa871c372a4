package dev.evenkeel.core.internal.operation;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConditionalOperator;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Refuses the parameters that expressions replaced (AWS: legacy conditional parameters). They say
 * the same in another grammar; supporting both would double what can go wrong.
 */
public final class LegacyParameters {
  private LegacyParameters() {}

  public static void refuse(Call call, PutItemRequest request) {
    refuseCondition(call, request.hasExpected(), request.conditionalOperator());
  }

  public static void refuse(Call call, UpdateItemRequest request) {
    refuse(call, request.hasAttributeUpdates(), "AttributeUpdates", "UpdateExpression");
    refuseCondition(call, request.hasExpected(), request.conditionalOperator());
  }

  public static void refuse(Call call, DeleteItemRequest request) {
    refuseCondition(call, request.hasExpected(), request.conditionalOperator());
  }

  public static void refuse(Call call, GetItemRequest request) {
    refuseProjection(call, request.hasAttributesToGet());
  }

  public static void refuse(Call call, KeysAndAttributes keys) {
    refuseProjection(call, keys.hasAttributesToGet());
  }

  public static void refuse(Call call, QueryRequest request) {
    refuse(call, request.hasKeyConditions(), "KeyConditions", "KeyConditionExpression");
    refuse(call, request.hasQueryFilter(), "QueryFilter", "FilterExpression");
    refuseProjection(call, request.hasAttributesToGet());
    refuseOperator(call, request.conditionalOperator(), "AND or OR in FilterExpression");
  }

  public static void refuse(Call call, ScanRequest request) {
    refuse(call, request.hasScanFilter(), "ScanFilter", "FilterExpression");
    refuseProjection(call, request.hasAttributesToGet());
    refuseOperator(call, request.conditionalOperator(), "AND or OR in FilterExpression");
  }

  private static void refuseCondition(
      Call call, boolean expected, @Nullable ConditionalOperator operator) {
    refuse(call, expected, "Expected", "ConditionExpression");
    refuseOperator(call, operator, "AND or OR in ConditionExpression");
  }

  private static void refuseProjection(Call call, boolean used) {
    refuse(call, used, "AttributesToGet", "ProjectionExpression");
  }

  private static void refuseOperator(
      Call call, @Nullable ConditionalOperator operator, String instead) {
    refuse(call, operator != null, "ConditionalOperator", instead);
  }

  private static void refuse(Call call, boolean used, String parameter, String instead) {
    if (used) {
      throw call.refuse("the legacy parameter " + parameter + " is used", "Use " + instead);
    }
  }
}
