package dev.evenkeel.jobs.config;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * A document and where each part of it was written.
 *
 * @param root the document
 * @param values where each value begins, by its pointer
 * @param keys where the key of each value begins; items of lists have none
 */
record PlacedYaml(
    JsonNode root, Map<JsonPointer, Position> values, Map<JsonPointer, Position> keys) {

  /** Where a value is; of one that is not there, where it is missing. */
  Position value(JsonPointer pointer) {
    Position found = values.get(pointer);
    return found != null ? found : value(requireNonNull(pointer.head()));
  }

  /** Where the key of a value is, or the value itself if it has none. */
  Position key(JsonPointer pointer) {
    Position found = keys.get(pointer);
    return found != null ? found : value(pointer);
  }
}
