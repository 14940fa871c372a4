package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Bodies of the AWS JSON protocol as trees. */
final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  /** The object that {@code bytes} hold; an empty one if they hold anything else. */
  static ObjectNode parse(byte[] bytes) {
    try {
      JsonNode node = MAPPER.readTree(bytes);
      return node instanceof ObjectNode object ? object : object();
    } catch (IOException e) {
      return object();
    }
  }

  static byte[] bytes(ObjectNode object) {
    try {
      return MAPPER.writeValueAsBytes(object);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
