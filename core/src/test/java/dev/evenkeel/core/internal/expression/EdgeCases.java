package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.Expression.Kind;
import dev.evenkeel.core.internal.expression.ExpressionJudge.Case;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads the listed expressions; their format is described in the file. */
final class EdgeCases {
  private EdgeCases() {}

  static List<Case> load() throws IOException {
    List<Case> cases = new ArrayList<>();
    Kind kind = Kind.KEY_CONDITION;
    for (String line : lines()) {
      if (line.contains("|")) {
        cases.add(parse(kind, line));
      } else if (line.startsWith("[")) {
        kind = Kind.valueOf(line.substring(1, line.length() - 1));
      }
    }
    return cases;
  }

  private static List<String> lines() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(EdgeCases.class.getResourceAsStream("edge-cases.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
    }
  }

  private static Case parse(Kind kind, String line) {
    String[] fields = line.split("\\|", -1);
    Map<String, String> names = definitions(fields[1]);
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    definitions(fields[2]).forEach((placeholder, value) -> values.put(placeholder, value(value)));
    return new Case(kind, fields[0].translateEscapes(), names, values);
  }

  private static Map<String, String> definitions(String field) {
    Map<String, String> definitions = new LinkedHashMap<>();
    for (String definition : field.isEmpty() ? new String[0] : field.split(",", -1)) {
      int equals = definition.indexOf('=');
      definitions.put(definition.substring(0, equals), definition.substring(equals + 1));
    }
    return definitions;
  }

  private static AttributeValue value(String typed) {
    return switch (typed.charAt(0)) {
      case 's' -> AttributeValue.fromS(typed.substring(2));
      case 'n' -> AttributeValue.fromN(typed.substring(2));
      case 'l' -> AttributeValue.fromL(List.of(AttributeValue.fromS("e")));
      case 'm' -> AttributeValue.fromM(Map.of("k", AttributeValue.fromS("v")));
      case 'S' -> AttributeValue.fromSs(List.of("a", "b"));
      case 'b' -> AttributeValue.fromBool(true);
      case '0' -> AttributeValue.fromNul(true);
      default -> throw new IllegalArgumentException("Unknown type of value: " + typed);
    };
  }
}
