package dev.evenkeel.sharding.internal.plan;

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
final class LegacyParameters {
  private LegacyParameters() {}

  static void refuse(Call call, PutItemRequest request) {
    refuse(call, request.hasExpected(), "Expected", "ConditionExpression");
    refuse(
        call,
        request.conditionalOperator() != null,
        "ConditionalOperator",
        "AND or OR in ConditionExpression");
  }

  static void refuse(Call call, UpdateItemRequest request) {
    refuse(call, request.hasAttributeUpdates(), "AttributeUpdates", "UpdateExpression");
    refuse(call, request.hasExpected(), "Expected", "ConditionExpression");
    refuse(
        call,
        request.conditionalOperator() != null,
        "ConditionalOperator",
        "AND or OR in ConditionExpression");
  }

  static void refuse(Call call, DeleteItemRequest request) {
    refuse(call, request.hasExpected(), "Expected", "ConditionExpression");
    refuse(
        call,
        request.conditionalOperator() != null,
        "ConditionalOperator",
        "AND or OR in ConditionExpression");
  }

  static void refuse(Call call, GetItemRequest request) {
    refuse(call, request.hasAttributesToGet(), "AttributesToGet", "ProjectionExpression");
  }

  static void refuse(Call call, KeysAndAttributes keys) {
    refuse(call, keys.hasAttributesToGet(), "AttributesToGet", "ProjectionExpression");
  }

  static void refuse(Call call, QueryRequest request) {
    refuse(call, request.hasKeyConditions(), "KeyConditions", "KeyConditionExpression");
    refuse(call, request.hasQueryFilter(), "QueryFilter", "FilterExpression");
    refuse(call, request.hasAttributesToGet(), "AttributesToGet", "ProjectionExpression");
    refuse(
        call,
        request.conditionalOperator() != null,
        "ConditionalOperator",
        "AND or OR in FilterExpression");
  }

  static void refuse(Call call, ScanRequest request) {
    refuse(call, request.hasScanFilter(), "ScanFilter", "FilterExpression");
    refuse(call, request.hasAttributesToGet(), "AttributesToGet", "ProjectionExpression");
    refuse(
        call,
        request.conditionalOperator() != null,
        "ConditionalOperator",
        "AND or OR in FilterExpression");
  }

  private static void refuse(Call call, boolean used, String parameter, String instead) {
    if (used) {
      throw call.refuse("the legacy parameter " + parameter + " is used", "Use " + instead);
    }
  }
}
