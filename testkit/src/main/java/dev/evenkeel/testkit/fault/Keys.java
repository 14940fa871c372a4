package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the attributes that a request addresses items by: the item of a put, the key of everything
 * else, the equalities of a query's key condition.
 */
final class Keys {
  private static final Pattern EQUALITY =
      Pattern.compile("(?<name>#?[\\w.-]+)\\s*=\\s*(?<value>:\\w+)");

  private Keys() {}

  static List<JsonNode> of(DynamoDbCall call) {
    List<JsonNode> keys = new ArrayList<>();
    JsonNode body = call.body();
    body.path("RequestItems").forEach(table -> entries(table).forEach(e -> keys.add(ofEntry(e))));
    call.actions().forEach(action -> keys.add(ofAction(action)));
    if (call.operation().equals("Query")) {
      keys.add(ofQuery(body));
    } else if (keys.isEmpty()) {
      keys.add(ofAction(body));
    }
    return keys;
  }

  /** The entries of one table in a batch: write requests, or keys to get. */
  static Iterable<JsonNode> entries(JsonNode table) {
    return table.isArray() ? table : table.path("Keys");
  }

  /** The attributes of one entry of a batch: an item to put, or a key. */
  static JsonNode ofEntry(JsonNode entry) {
    return Stream.of(entry.path("PutRequest").path("Item"), entry.path("DeleteRequest").path("Key"))
        .filter(JsonNode::isObject)
        .findFirst()
        .orElse(entry);
  }

  /** The attributes of one action: an item to put, or a key. */
  static JsonNode ofAction(JsonNode action) {
    return action.has("Item") ? action.path("Item") : action.path("Key");
  }

  private static JsonNode ofQuery(JsonNode body) {
    ObjectNode key = Json.object();
    JsonNode names = body.path("ExpressionAttributeNames");
    JsonNode values = body.path("ExpressionAttributeValues");
    Matcher matcher = EQUALITY.matcher(body.path("KeyConditionExpression").asText());
    while (matcher.find()) {
      String name = matcher.group("name");
      key.set(names.path(name).asText(name), values.path(matcher.group("value")));
    }
    for (Map.Entry<String, JsonNode> condition : body.path("KeyConditions").properties()) {
      if (condition.getValue().path("ComparisonOperator").asText().equals("EQ")) {
        key.set(condition.getKey(), condition.getValue().path("AttributeValueList").path(0));
      }
    }
    return key;
  }
}
