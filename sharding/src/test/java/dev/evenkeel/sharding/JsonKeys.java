package dev.evenkeel.sharding;

import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.protocols.jsoncore.JsonWriter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Start keys through JSON and back, as a web API would send them. */
final class JsonKeys {
  private JsonKeys() {}

  static Map<String, AttributeValue> roundTrip(Map<String, AttributeValue> key) {
    JsonWriter json = JsonWriter.create().writeStartObject();
    key.forEach(
        (name, value) -> {
          json.writeFieldName(name).writeStartObject().writeFieldName(value.type().name());
          json.writeValue(text(value)).writeEndObject();
        });
    byte[] bytes = json.writeEndObject().getBytes();
    Map<String, AttributeValue> back = new HashMap<>();
    JsonNode.parser()
        .parse(bytes)
        .asObject()
        .forEach((name, node) -> back.put(name, value(node.asObject())));
    return back;
  }

  private static String text(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case N -> value.n();
      case B -> Base64.getEncoder().encodeToString(value.b().asByteArray());
      default -> throw new IllegalArgumentException("no key has type " + value.type());
    };
  }

  private static AttributeValue value(Map<String, JsonNode> typed) {
    String type = typed.keySet().iterator().next();
    String text = typed.get(type).asString();
    return switch (type) {
      case "S" -> AttributeValue.fromS(text);
      case "N" -> AttributeValue.fromN(text);
      default -> AttributeValue.fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode(text)));
    };
  }
}
