package dev.evenkeel.jobs.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.ValidationMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A validation message in terms of the YAML file.
 *
 * @param message the validator's message
 * @param at where in the document
 * @param value the value at that place
 * @param schema the part of the schema that says otherwise
 */
record SchemaMessage(ValidationMessage message, JsonPointer at, JsonNode value, JsonNode schema) {
  private static final int VALUE_CHARS_SHOWN = 60;

  /** Former names of keys and their current names. */
  private static final Map<String, String> RENAMED = Map.of("leapMax", "clockJumpMax");

  /** The problem and its remedy, in sentences. */
  String text() {
    if (isOfChoice(message)) {
      return "there is nothing to work on. Give 'tables', 'chunking' or both.";
    }
    return switch (message.getType()) {
      case "additionalProperties" -> unknown(message.getProperty());
      case "required" -> "%s lacks '%s'. %s".formatted(subject(), message.getProperty(), needed());
      case "dependentRequired" -> dependent();
      case "enum" -> "%s is %s. Take one of %s.".formatted(subject(), shown(), choices());
      case "minimum", "maximum" ->
          "%s is %s. It is to be from %s to %s."
              .formatted(subject(), shown(), schema.path("minimum"), schema.path("maximum"));
      case "exclusiveMinimum" ->
          "%s is %s. It is to be above %s."
              .formatted(subject(), shown(), schema.path("exclusiveMinimum"));
      case "minItems", "minProperties" ->
          "%s is empty. Fill it, or leave it out.".formatted(subject());
      default -> "%s is %s. It is to be %s.".formatted(subject(), shown(), form());
    };
  }

  /** Whether one of several keys is needed. */
  static boolean isOfChoice(ValidationMessage message) {
    return message.getEvaluationPath().contains("anyOf");
  }

  /** The key of the value, or its place in a list. */
  private String subject() {
    JsonPointer last = at.last();
    if (last == null) {
      return "the file";
    }
    if (!last.mayMatchElement()) {
      return "'" + last.getMatchingProperty() + "'";
    }
    JsonPointer list = at.head();
    JsonPointer key = list == null ? null : list.last();
    return "entry %d of '%s'"
        .formatted(last.getMatchingIndex() + 1, key == null ? "" : key.getMatchingProperty());
  }

  private String unknown(String key) {
    String renamed = RENAMED.get(key);
    if (renamed != null && known(schema).contains(renamed)) {
      return "'%s' is now called '%s'. Write that.".formatted(key, renamed);
    }
    String near = meant(key, schema);
    String where = at.last() == null ? "at the top" : "in " + subject();
    return near.isEmpty()
        ? "there is no key '%s' %s. Known are %s."
            .formatted(key, where, String.join(", ", known(schema)))
        : "there is no key '%s' %s. Did you mean '%s'?".formatted(key, where, near);
  }

  /** The known key nearest to an unknown one; empty if none is near. */
  static String meant(String key, JsonNode schema) {
    return NearestWord.to(key, known(schema));
  }

  private static List<String> known(JsonNode schema) {
    List<String> known = new ArrayList<>();
    schema.path("properties").fieldNames().forEachRemaining(known::add);
    return known;
  }

  private String needed() {
    String description =
        schema.path("properties").path(message.getProperty()).path("description").asText();
    return description.isEmpty() ? "Add it." : "Add it: " + lowerFirst(description);
  }

  private String dependent() {
    Object[] arguments = message.getArguments();
    String missing = String.valueOf(arguments[0]);
    return "'%s' is missing, which '%s' needs. Add it."
        .formatted(missing, arguments[arguments.length - 1]);
  }

  private String choices() {
    List<String> all = new ArrayList<>();
    schema.path("enum").forEach(choice -> all.add(choice.asText()));
    return String.join(", ", all);
  }

  private String form() {
    if (schema.has("x-form")) {
      return schema.path("x-form").asText();
    }
    if (schema.has("enum")) {
      return "one of " + choices();
    }
    return switch (schema.path("type").asText()) {
      case "object" -> "a mapping: indented lines of 'key: value'";
      case "array" -> "a list: indented lines that begin with '- '";
      case "integer" -> "a whole number";
      case "number" -> "a number";
      case "boolean" -> "true or false";
      default -> "a text; put it in quotes";
    };
  }

  private String shown() {
    if (value.isNull()) {
      return "empty";
    }
    if (value.isObject()) {
      return "a mapping";
    }
    if (value.isArray()) {
      return "a list";
    }
    String text = value.asText();
    String cut =
        text.length() > VALUE_CHARS_SHOWN ? text.substring(0, VALUE_CHARS_SHOWN) + "..." : text;
    return value.isTextual() ? "'" + cut + "'" : cut;
  }

  private static String lowerFirst(String sentence) {
    return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
  }
}
