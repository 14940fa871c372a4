package dev.evenkeel.jobs.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads one YAML document. Plain values are what YAML 1.2's core schema says, so that {@code no}
 * and {@code 2026-11-01} are text. Numbers that begin with a zero are refused. Anchors may be used;
 * their expansion is limited.
 */
final class YamlReader {
  /** A limit far above real configurations, against aliases of aliases. */
  private static final int NODES_MAX = 50_000;

  private static final int DEPTH_MAX = 40;
  private static final Pattern NULL = Pattern.compile("null|Null|NULL|~|");
  private static final Pattern BOOLEAN = Pattern.compile("true|True|TRUE|false|False|FALSE");
  private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]{1,30}");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(\\.[0-9]{1,30}|[0-9]{1,30}(\\.[0-9]{0,30})?)([eE][-+]?[0-9]{1,3})?");

  /** What YAML 1.1 reads as octal, and YAML 1.2 does not. */
  private static final Pattern LEADING_ZERO = Pattern.compile("[-+]?0[0-9].*");

  private final String file;
  private final Map<JsonPointer, Position> values = new HashMap<>();
  private final Map<JsonPointer, Position> keys = new HashMap<>();
  private int nodes;

  private YamlReader(String file) {
    this.file = file;
  }

  /**
   * Reads a document.
   *
   * @param file the name of the file in positions
   * @throws ConfigurationException if it is empty, no YAML, has a key twice, or tags of its own
   */
  static PositionedYaml read(String file, String text) {
    YamlReader reader = new YamlReader(file);
    Node root = reader.compose(text);
    if (root == null) {
      throw ConfigurationException.of(
          new Position(file, 1, 1), "the file is empty. Give at least 'tables' or 'chunking'.");
    }
    JsonNode json = reader.json(root, JsonPointer.empty(), 0);
    return new PositionedYaml(json, reader.values, reader.keys);
  }

  private @Nullable Node compose(String text) {
    try {
      Iterator<Node> documents =
          new Yaml(new SafeConstructor(new LoaderOptions()))
              .composeAll(new java.io.StringReader(text))
              .iterator();
      Node first = documents.hasNext() ? documents.next() : null;
      if (documents.hasNext()) {
        throw wrong(documents.next(), "a second document begins here. Use one file for each.");
      }
      return first;
    } catch (MarkedYAMLException e) {
      throw ConfigurationException.of(
          position(e.getProblemMark()), "this is no YAML: %s.".formatted(e.getProblem()));
    } catch (YAMLException e) {
      throw ConfigurationException.of(
          new Position(file, 1, 1),
          "this YAML is not read: %s. Write it flat, short and in plain characters."
              .formatted(e.getMessage()));
    }
  }

  private JsonNode json(Node node, JsonPointer pointer, int depth) {
    if (++nodes > NODES_MAX || depth > DEPTH_MAX) {
      throw wrong(
          node,
          "this is nested too deeply, or aliases unfold to too much. Write it flat, or less of it.");
    }
    values.putIfAbsent(pointer, position(node.getStartMark()));
    if (node instanceof MappingNode mapping) {
      return object(mapping, pointer, depth);
    }
    if (node instanceof SequenceNode sequence) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      for (Node item : sequence.getValue()) {
        array.add(json(item, pointer.appendIndex(array.size()), depth + 1));
      }
      return array;
    }
    return scalar((ScalarNode) node);
  }

  private ObjectNode object(MappingNode mapping, JsonPointer pointer, int depth) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw wrong(tuple.getKeyNode(), "a key is a word here, and no list or mapping.");
      }
      String name = key.getValue();
      if (object.has(name)) {
        throw wrong(key, "'%s' occurs twice. Keep one.".formatted(name));
      }
      JsonPointer at = pointer.appendProperty(name);
      keys.putIfAbsent(at, position(key.getStartMark()));
      object.set(name, json(tuple.getValueNode(), at, depth + 1));
    }
    return object;
  }

  private JsonNode scalar(ScalarNode node) {
    String text = node.getValue();
    JsonNodeFactory json = JsonNodeFactory.instance;
    if (!node.getTag().startsWith(Tag.PREFIX)) {
      throw wrong(node, "tags such as %s have no meaning here.".formatted(node.getTag()));
    }
    if (node.getScalarStyle() != ScalarStyle.PLAIN || node.getTag().equals(Tag.STR)) {
      return json.textNode(text);
    }
    if (NULL.matcher(text).matches()) {
      return json.nullNode();
    }
    if (BOOLEAN.matcher(text).matches()) {
      return json.booleanNode(Boolean.parseBoolean(text));
    }
    boolean whole = INTEGER.matcher(text).matches();
    if (!whole && !DECIMAL.matcher(text).matches()) {
      return json.textNode(text);
    }
    if (LEADING_ZERO.matcher(text).matches()) {
      throw wrong(
          node,
          "'%s' begins with a zero, which some readers of YAML take for octal. Write the number without it, or a text in quotes."
              .formatted(text));
    }
    return whole ? json.numberNode(new BigInteger(text)) : json.numberNode(new BigDecimal(text));
  }

  private ConfigurationException wrong(Node node, String message) {
    return ConfigurationException.of(position(node.getStartMark()), message);
  }

  private Position position(@Nullable Mark mark) {
    return mark == null
        ? new Position(file, 1, 1)
        : new Position(file, mark.getLine() + 1, mark.getColumn() + 1);
  }
}
