package dev.evenkeel.jobs.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A mapping of a document that the schema has accepted, so types and required keys are right.
 * Problems beyond the schema are reported at their position.
 */
record Section(PositionedYaml yaml, JsonPointer pointer) {
  static Section root(PositionedYaml yaml) {
    return new Section(yaml, JsonPointer.empty());
  }

  private JsonNode node(String key) {
    return yaml.root().at(pointer.appendProperty(key));
  }

  boolean has(String key) {
    return !node(key).isMissingNode();
  }

  /** A text that the schema requires. */
  String text(String key) {
    return node(key).asText();
  }

  @Nullable String textOrNull(String key) {
    return has(key) ? text(key) : null;
  }

  boolean isTrue(String key) {
    return node(key).asBoolean();
  }

  long number(String key) {
    return node(key).asLong();
  }

  double decimal(String key) {
    return node(key).asDouble();
  }

  int numberOr(String key, int otherwise) {
    return has(key) ? node(key).asInt() : otherwise;
  }

  Duration durationOr(String key, Duration otherwise) {
    return has(key) ? duration(key) : otherwise;
  }

  Duration duration(String key) {
    return at(key, () -> Durations.parse(text(key)));
  }

  /** Passes a text on, if present. */
  void text(String key, Consumer<String> setter) {
    value(key, Function.identity(), setter);
  }

  void duration(String key, Consumer<Duration> setter) {
    value(key, Durations::parse, setter);
  }

  /** Passes a whole number on, if present; 5.0 is one. */
  void number(String key, IntConsumer setter) {
    if (has(key)) {
      setter.accept(node(key).asInt());
    }
  }

  /**
   * Passes the parsed value of a text on, if present; a parse failure is reported at its position.
   */
  <T> void value(String key, Function<String, T> reading, Consumer<T> setter) {
    if (has(key)) {
      String text = text(key);
      at(
          key,
          () -> {
            setter.accept(reading.apply(text));
            return text;
          });
    }
  }

  /** A nested section; null if absent. */
  @Nullable Section child(String key) {
    return has(key) ? new Section(yaml, pointer.appendProperty(key)) : null;
  }

  /** A section that the schema requires. */
  Section required(String key) {
    return new Section(yaml, pointer.appendProperty(key));
  }

  /** The sections of a list; none if absent. */
  List<Section> children(String key) {
    List<Section> all = new ArrayList<>();
    for (int i = 0; i < node(key).size(); i++) {
      all.add(new Section(yaml, pointer.appendProperty(key).appendIndex(i)));
    }
    return all;
  }

  /** The texts of a list; none if absent. */
  List<String> texts(String key) {
    List<String> all = new ArrayList<>();
    node(key).forEach(item -> all.add(item.asText()));
    return all;
  }

  /** The section of each key of a mapping. */
  Map<String, String> entries(String key) {
    Map<String, String> all = new LinkedHashMap<>();
    node(key).properties().forEach(entry -> all.put(entry.getKey(), entry.getValue().asText()));
    return all;
  }

  /**
   * Builds a value from this section. A builder's refusal is reported at the section's position.
   */
  <T> T build(Supplier<T> building) {
    return placed(yaml.value(pointer), building);
  }

  /** Builds a value from one key. */
  <T> T at(String key, Supplier<T> building) {
    return placed(yaml.value(pointer.appendProperty(key)), building);
  }

  private static <T> T placed(Position position, Supplier<T> building) {
    try {
      return building.get();
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      throw ConfigurationException.of(position, message.endsWith(".") ? message : message + ".");
    }
  }
}
