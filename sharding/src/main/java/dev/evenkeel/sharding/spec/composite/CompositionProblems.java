package dev.evenkeel.sharding.spec.composite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;

/** Collects all problems of the composite keys of a schema. */
final class CompositionProblems {
  private final TableSchema<?> schema;
  private final Map<String, Composition> compositions;
  private final List<String> problems = new ArrayList<>();

  private CompositionProblems(TableSchema<?> schema, Map<String, Composition> compositions) {
    this.schema = schema;
    this.compositions = compositions;
  }

  static List<String> of(TableSchema<?> schema, Map<String, Composition> compositions) {
    CompositionProblems found = new CompositionProblems(schema, compositions);
    CompositeKeyTags.repeated(schema.tableMetadata())
        .forEach(
            attribute ->
                found.add(
                    attribute, "stands there twice: leave one out, of the getter or the setter"));
    compositions.values().forEach(found::check);
    return found.problems;
  }

  private void check(Composition composition) {
    List<String> parts = composition.parts();
    if (composition.type() != AttributeValueType.S) {
      add(composition, "is of type " + composition.type() + ": make it an S, which can hold text");
    }
    if (parts.size() < 2) {
      add(composition, "names fewer than two parts: a key of one attribute needs no composing");
    }
    if (new HashSet<>(parts).size() != parts.size()) {
      add(composition, "names a part twice: " + parts);
    }
    if (Character.isSurrogate(composition.separator())) {
      add(composition, "has half a character as its separator");
    }
    parts.forEach(part -> checkPart(composition, part));
  }

  private void checkPart(Composition composition, String part) {
    if (compositions.containsKey(part)) {
      add(composition, "names '" + part + "', which is composed itself: name the parts of that");
    } else if (!schema.attributeNames().contains(part)) {
      add(composition, "names '" + part + "', which is no attribute of the class");
    } else {
      AttributeValueType type = schema.converterForAttribute(part).attributeValueType();
      if (type != AttributeValueType.S && type != AttributeValueType.N) {
        add(composition, "names '" + part + "', which is of type " + type + ", not S or N");
      }
    }
  }

  private void add(Composition composition, String problem) {
    add(composition.attribute(), problem);
  }

  private void add(String attribute, String problem) {
    problems.add("@CompositeKey on attribute '" + attribute + "' " + problem);
  }
}
