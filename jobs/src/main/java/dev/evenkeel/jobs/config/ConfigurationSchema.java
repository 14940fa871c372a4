package dev.evenkeel.jobs.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonMetaSchema;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.NonValidationKeyword;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Validates a document against the schema in the jar. */
public final class ConfigurationSchema {
  private static final String RESOURCE = "configuration-schema.json";
  private static final JsonNode ROOT = load();
  private static final JsonSchema SCHEMA = compiled();

  private ConfigurationSchema() {}

  /** Two keywords of our own describe values and keys of mappings for readers. */
  private static JsonSchema compiled() {
    JsonMetaSchema usual = JsonMetaSchema.getV202012();
    JsonMetaSchema ours =
        JsonMetaSchema.builder(usual)
            .keyword(new NonValidationKeyword("x-form"))
            .keyword(new NonValidationKeyword("x-free"))
            .build();
    return JsonSchemaFactory.builder(JsonSchemaFactory.getInstance(VersionFlag.V202012))
        .metaSchema(ours)
        .build()
        .getSchema(ROOT);
  }

  /** The schema, in JSON Schema 2020-12. */
  public static JsonNode root() {
    return ROOT.deepCopy();
  }

  private static JsonNode load() {
    try (InputStream resource = ConfigurationSchema.class.getResourceAsStream(RESOURCE)) {
      return new ObjectMapper().readTree(Objects.requireNonNull(resource, RESOURCE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The problems in the order of the file. Credentials are reported first, and alone. */
  static List<Problem> problems(PositionedYaml yaml) {
    List<Problem> credentials = Credentials.in(yaml);
    if (!credentials.isEmpty()) {
      return credentials;
    }
    List<ValidationMessage> found = List.copyOf(SCHEMA.validate(yaml.root()));
    Comparator<Problem> byLine = Comparator.comparingInt(problem -> problem.position().line());
    return found.stream()
        .filter(message -> !follows(message, found))
        .map(message -> problem(yaml, message))
        .distinct()
        .sorted(byLine.thenComparingInt(problem -> problem.position().column()))
        .toList();
  }

  /** Whether a problem follows from another reported one. */
  private static boolean follows(ValidationMessage message, List<ValidationMessage> found) {
    return found.stream()
        .filter(other -> other.getInstanceLocation().equals(message.getInstanceLocation()))
        .anyMatch(other -> follows(message, other));
  }

  /**
   * A value of the wrong type also violates enum and pattern; a mistyped key also counts as
   * missing.
   */
  private static boolean follows(ValidationMessage message, ValidationMessage other) {
    if (other.getType().equals("type")) {
      return !message.getType().equals("type");
    }
    if (!message.getType().equals("required") || !other.getType().equals("additionalProperties")) {
      return false;
    }
    String meant = SchemaMessage.meant(other.getProperty(), parent(other));
    return meant.equals(message.getProperty())
        || (SchemaMessage.isOfChoice(message) && !meant.isEmpty());
  }

  private static Problem problem(PositionedYaml yaml, ValidationMessage message) {
    JsonPointer at = pointer(message.getInstanceLocation());
    SchemaMessage wording = new SchemaMessage(message, at, yaml.root().at(at), parent(message));
    boolean isUnknownKey = message.getType().equals("additionalProperties");
    Position position =
        isUnknownKey ? yaml.key(at.appendProperty(message.getProperty())) : yaml.value(at);
    return new Problem(position, wording.text());
  }

  /** The part of the schema whose keyword failed. */
  private static JsonNode parent(ValidationMessage message) {
    JsonNodePath keyword = message.getSchemaLocation().getFragment();
    JsonNode node = ROOT;
    for (int i = 0; i < keyword.getNameCount() - 1; i++) {
      Object element = keyword.getElement(i);
      node = element instanceof Integer index ? node.path(index) : node.path(element.toString());
    }
    return node;
  }

  private static JsonPointer pointer(JsonNodePath path) {
    JsonPointer pointer = JsonPointer.empty();
    for (int i = 0; i < path.getNameCount(); i++) {
      Object element = path.getElement(i);
      pointer =
          element instanceof Integer index
              ? pointer.appendIndex(index)
              : pointer.appendProperty(element.toString());
    }
    return pointer;
  }
}
