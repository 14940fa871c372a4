package dev.evenkeel.jobs.config;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * A document with the position of each part.
 *
 * @param root the document
 * @param values where each value begins, by its pointer
 * @param keys where the key of each value begins; items of lists have none
 */
record PositionedYaml(
    JsonNode root, Map<JsonPointer, Position> values, Map<JsonPointer, Position> keys) {

  /** The position of a value, or of the place where it is missing. */
  Position value(JsonPointer pointer) {
    Position found = values.get(pointer);
    return found != null ? found : value(requireNonNull(pointer.head()));
  }

  /** The position of a value's key, or of the value if it has none. */
  Position key(JsonPointer pointer) {
    Position found = keys.get(pointer);
    return found != null ? found : value(pointer);
  }
}
