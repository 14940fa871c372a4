package dev.evenkeel.timeseries.archive;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** DynamoDB JSON as Jackson's trees have it, as items. Shares no code with Evenkeel. */
public final class TypedJson {
  private TypedJson() {}

  /** The attributes of an item or a map. */
  public static Map<String, AttributeValue> attributes(JsonNode json) {
    require(json.isObject(), "an object");
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    json.properties().forEach(entry -> attributes.put(entry.getKey(), value(entry.getValue())));
    return attributes;
  }

  private static AttributeValue value(JsonNode json) {
    require(json.isObject() && json.size() == 1, "an object of one type");
    Map.Entry<String, JsonNode> typed = json.properties().iterator().next();
    JsonNode content = typed.getValue();
    return switch (typed.getKey()) {
      case "S" -> AttributeValue.fromS(text(content));
      case "N" -> AttributeValue.fromN(text(content));
      case "B" -> AttributeValue.fromB(binary(content));
      case "BOOL" -> AttributeValue.fromBool(bool(content));
      case "NULL" -> AttributeValue.fromNul(bool(content));
      case "SS" -> AttributeValue.fromSs(elements(content).stream().map(TypedJson::text).toList());
      case "NS" -> AttributeValue.fromNs(elements(content).stream().map(TypedJson::text).toList());
      case "BS" ->
          AttributeValue.fromBs(elements(content).stream().map(TypedJson::binary).toList());
      case "L" -> AttributeValue.fromL(elements(content).stream().map(TypedJson::value).toList());
      case "M" -> AttributeValue.fromM(attributes(content));
      default -> throw new AssertionError("no type of DynamoDB: " + typed.getKey());
    };
  }

  private static List<JsonNode> elements(JsonNode json) {
    require(json.isArray(), "an array");
    List<JsonNode> elements = new ArrayList<>();
    json.forEach(elements::add);
    return elements;
  }

  private static String text(JsonNode json) {
    require(json.isTextual(), "a text");
    return json.textValue();
  }

  private static boolean bool(JsonNode json) {
    require(json.isBoolean(), "true or false");
    return json.booleanValue();
  }

  private static SdkBytes binary(JsonNode json) {
    return SdkBytes.fromByteArray(Base64.getDecoder().decode(text(json)));
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError("DynamoDB JSON has here " + what);
    }
  }
}
