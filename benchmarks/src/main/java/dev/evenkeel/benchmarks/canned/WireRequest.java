package dev.evenkeel.benchmarks.canned;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Reads a Query off the wire; values are of type S. */
final class WireRequest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Set<String> MEMBERS =
      Set.of(
          "TableName",
          "KeyConditionExpression",
          "ExpressionAttributeNames",
          "ExpressionAttributeValues",
          "ExclusiveStartKey",
          "Limit",
          "ScanIndexForward",
          "ConsistentRead",
          "ReturnConsumedCapacity");

  private WireRequest() {}

  static QueryRequest parse(byte[] body) {
    JsonNode json = json(body);
    json.fieldNames().forEachRemaining(WireRequest::requireKnown);
    QueryRequest.Builder request =
        QueryRequest.builder()
            .tableName(json.path("TableName").textValue())
            .keyConditionExpression(json.path("KeyConditionExpression").textValue())
            .expressionAttributeNames(names(json.path("ExpressionAttributeNames")))
            .expressionAttributeValues(values(json.path("ExpressionAttributeValues")))
            .scanIndexForward(json.path("ScanIndexForward").asBoolean(true))
            .consistentRead(json.path("ConsistentRead").asBoolean(false))
            .returnConsumedCapacity(json.path("ReturnConsumedCapacity").textValue());
    if (json.has("Limit")) {
      request.limit(json.path("Limit").intValue());
    }
    if (json.has("ExclusiveStartKey")) {
      request.exclusiveStartKey(values(json.path("ExclusiveStartKey")));
    }
    return request.build();
  }

  private static void requireKnown(String member) {
    if (!MEMBERS.contains(member)) {
      throw new UnsupportedOperationException("the canned table does not know " + member);
    }
  }

  private static Map<String, String> names(JsonNode node) {
    Map<String, String> names = new HashMap<>();
    node.properties().forEach(name -> names.put(name.getKey(), name.getValue().textValue()));
    return names;
  }

  private static Map<String, AttributeValue> values(JsonNode node) {
    Map<String, AttributeValue> values = new HashMap<>();
    node.properties()
        .forEach(
            value ->
                values.put(
                    value.getKey(), AttributeValue.fromS(value.getValue().path("S").textValue())));
    return values;
  }

  private static JsonNode json(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
