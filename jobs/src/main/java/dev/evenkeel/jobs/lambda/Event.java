package dev.evenkeel.jobs.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.jobs.work.JobException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;

/** The event of a function call: an object with known members. */
final class Event {
  private Event() {}

  /**
   * Reads an event; none at all is an empty one.
   *
   * @throws JobException if it is no object, or has members that are not known: a misspelled switch
   *     must not pass for one that is off
   */
  static JsonNode read(InputStream input, Set<String> known) throws IOException {
    JsonNode event = new ObjectMapper().readTree(input);
    if (event.isMissingNode() || event.isNull()) {
      return new ObjectMapper().createObjectNode();
    }
    Set<String> unknown = new TreeSet<>();
    event.fieldNames().forEachRemaining(unknown::add);
    unknown.removeAll(known);
    if (!event.isObject() || !unknown.isEmpty()) {
      throw new JobException(
          "The event is to be an object with no other members than %s, but %s."
              .formatted(
                  new TreeSet<>(known), unknown.isEmpty() ? "it is none" : "it has " + unknown));
    }
    return event;
  }

  /** Whether a switch is on; off by default. */
  static boolean isOn(JsonNode event, String name) {
    JsonNode value = event.path(name);
    if (!value.isMissingNode() && !value.isBoolean()) {
      throw new JobException("'%s' is to be true or false.".formatted(name));
    }
    return value.asBoolean();
  }
}
