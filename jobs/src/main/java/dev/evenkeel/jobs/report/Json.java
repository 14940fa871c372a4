package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.function.Function;

/** JSON documents as this program writes them. */
public final class Json {
  private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");
  private static final ObjectWriter WRITER =
      new ObjectMapper()
          .writer(
              new DefaultPrettyPrinter().withObjectIndenter(INDENTER).withArrayIndenter(INDENTER));
  private static final ObjectMapper READER = new ObjectMapper();

  private Json() {}

  /** An empty object. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** The document of a command, with its format and nothing else yet. */
  public static ObjectNode document(String command) {
    return object().put("format", Report.FORMAT).put("command", command);
  }

  /** A list of what each item becomes. */
  public static <T> ArrayNode array(Collection<T> items, Function<T, JsonNode> each) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    items.forEach(item -> array.add(each.apply(item)));
    return array;
  }

  /** A list of texts. */
  public static ArrayNode texts(Collection<String> texts) {
    return array(texts, JsonNodeFactory.instance::textNode);
  }

  /** The document as a parser reads its text, with the same number types. */
  static JsonNode reread(JsonNode document) {
    try {
      return READER.readTree(text(document));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The document as text, indented, the same on every machine; a line feed ends it. */
  public static String text(JsonNode document) {
    try {
      return WRITER.writeValueAsString(document) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
