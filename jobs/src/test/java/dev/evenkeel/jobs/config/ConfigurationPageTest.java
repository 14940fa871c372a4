package dev.evenkeel.jobs.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/configuration.md} is what the schema says. After a change of the schema run this with
 * {@code -Devenkeel.docs.accept=true}.
 */
class ConfigurationPageTest {
  private static final Path PAGE = Path.of("../docs/configuration.md");

  @Test
  void page_ofTheConfiguration_isTheSchemas() throws IOException {
    String page = new Page(ConfigurationSchema.root()).text();
    if (Boolean.getBoolean("evenkeel.docs.accept")) {
      Files.writeString(PAGE, page);
    }
    assertThat(page).isEqualTo(Files.readString(PAGE));
  }

  /** The example on the page is the one that tests read. */
  private static String example() throws IOException {
    return ConfigurationReaderTest.full();
  }

  /** A table for each kind of mapping, in the order in which they are met. */
  private static final class Page {
    private final JsonNode schema;
    private final StringBuilder text = new StringBuilder();
    private final Deque<Part> parts = new ArrayDeque<>();
    private final Set<String> seen = new LinkedHashSet<>();

    private record Part(String title, JsonNode node) {}

    Page(JsonNode schema) {
      this.schema = schema;
    }

    String text() throws IOException {
      text.append(
          """
          # The configuration file

          One YAML file says what the command `evenkeel` works on, with the words of the builders (`TimeSeriesSpec`,
          `TableTemplate`, `Tier`, `Retention`, `LifecycleBuilder`, `ChunkingSpec`, `SweeperBuilder`). The file is checked against
          a schema in the jar (`dev/evenkeel/jobs/config/configuration-schema.json`, JSON Schema 2020-12; editors can use it), and
          then by the builders themselves. Every error is reported with file, line and column before anything is sent. The file
          holds no credentials: they come from where the AWS SDK finds them, and a key or value that looks like a credential is
          refused.

          Lengths of time are written `90s`, `15m`, `6h`, `30d`, `2w`, or in ISO 8601 (`PT15M`). A number that begins with a zero,
          such as `010`, is refused: YAML 1.1 reads it as octal. This page is made from the schema.

          """);
      parts.add(new Part("The file", schema));
      while (!parts.isEmpty()) {
        part(parts.remove());
      }
      text.append("## All of it\n\n```yaml\n").append(example()).append("```\n");
      return text.toString();
    }

    private void part(Part part) {
      if (!seen.add(part.title())) {
        return;
      }
      text.append("## ").append(part.title()).append("\n\n");
      text.append("| key | value | |\n|---|---|---|\n");
      Set<String> required = new LinkedHashSet<>();
      part.node().path("required").forEach(name -> required.add(name.asText()));
      part.node()
          .path("properties")
          .properties()
          .forEach(
              entry ->
                  row(part, entry.getKey(), entry.getValue(), required.contains(entry.getKey())));
      text.append('\n');
    }

    private void row(Part part, String key, JsonNode property, boolean isRequired) {
      JsonNode resolved = resolved(property);
      String kind = kind(key, property, resolved, part.title());
      String note = isRequired ? "**required.** " : "";
      String usual = property.path("default").asText(resolved.path("default").asText());
      text.append(
          "| `%s` | %s | %s%s%s |\n"
              .formatted(
                  key,
                  kind,
                  note,
                  property.path("description").asText(resolved.path("description").asText()),
                  usual.isEmpty() ? "" : " Default `" + usual + "`."));
    }

    private String kind(String key, JsonNode property, JsonNode resolved, String parent) {
      if (resolved.has("enum")) {
        List<String> words = new ArrayList<>();
        resolved.path("enum").forEach(word -> words.add("`" + word.asText() + "`"));
        return String.join(", ", words);
      }
      return switch (resolved.path("type").asText()) {
        case "object" ->
            resolved.has("properties")
                ? below(key, property, resolved, parent)
                : "a mapping by " + resolved.path("x-free").asText();
        case "array" -> {
          JsonNode item = resolved(resolved.path("items"));
          yield "a list"
              + (item.has("properties")
                  ? "; " + below(key, resolved.path("items"), item, parent)
                  : " of texts");
        }
        case "integer" ->
            "a whole number from %s to %s"
                .formatted(resolved.path("minimum"), resolved.path("maximum"));
        case "number" -> "a number";
        case "boolean" -> "`true` or `false`";
        default ->
            resolved.equals(schema.at("/$defs/duration"))
                ? "a length of time"
                : resolved.path("x-form").asText("a text");
      };
    }

    private String below(String key, JsonNode property, JsonNode resolved, String parent) {
      String ref = property.path("$ref").asText();
      String title =
          ref.isEmpty()
              ? (parent.equals("The file") ? "" : parent + ": ") + key
              : ref.substring(ref.lastIndexOf('/') + 1);
      parts.add(new Part(title, resolved));
      return "see *" + title + "*";
    }

    private JsonNode resolved(JsonNode node) {
      String ref = node.path("$ref").asText();
      return ref.isEmpty() ? node : schema.at(ref.substring(1));
    }
  }
}
