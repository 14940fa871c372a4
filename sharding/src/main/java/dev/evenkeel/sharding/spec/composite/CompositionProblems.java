package dev.evenkeel.sharding.spec.composite;

import dev.evenkeel.core.internal.mapping.IndexKeys;
import dev.evenkeel.core.internal.mapping.SchemaTags;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.KeyAttributeMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;

/** Collects all problems of the composite keys of a schema. */
final class CompositionProblems {
  /** Under which the SDK keeps the atomic counters, by attribute. */
  private static final String COUNTERS = "AtomicCounter:Counters";

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
    checkUpdates(composition);
  }

  /** A key of an index is composed of what an update sends, so that has to be what is stored. */
  private void checkUpdates(Composition composition) {
    Set<String> fixed = fixed();
    if (!fixed.contains(composition.attribute())) {
      Stream.concat(Stream.of(composition.attribute()), composition.parts().stream())
          .filter(attribute -> !fixed.contains(attribute))
          .forEach(attribute -> checkUpdate(composition, attribute));
    }
  }

  private void checkUpdate(Composition composition, String attribute) {
    TableMetadata metadata = schema.tableMetadata();
    Map<?, ?> counters = metadata.customMetadataObject(COUNTERS, Map.class).orElse(Map.of());
    if (SchemaTags.isWrittenOnce(metadata, attribute)) {
      addOfUpdate(composition, attribute, "@DynamoDbUpdateBehavior(WRITE_IF_NOT_EXISTS)");
    } else if (counters.containsKey(attribute)) {
      addOfUpdate(composition, attribute, "@DynamoDbAtomicCounter");
    }
  }

  /** The attributes that no update changes: the primary key, and what it is composed of. */
  private Set<String> fixed() {
    Set<String> fixed = new HashSet<>();
    schema.tableMetadata().indices().stream()
        .filter(index -> index.name().equals(TableMetadata.primaryIndexName()))
        .flatMap(i -> Stream.concat(IndexKeys.partition(i).stream(), IndexKeys.sort(i).stream()))
        .map(KeyAttributeMetadata::name)
        .forEach(fixed::add);
    compositions.values().stream()
        .filter(composition -> fixed.contains(composition.attribute()))
        .forEach(composition -> fixed.addAll(composition.parts()));
    return fixed;
  }

  private void addOfUpdate(Composition composition, String attribute, String annotation) {
    add(
        composition,
        "needs '%s', which carries %s, so an update may store another value than it sends: leave that annotation out, or compose the key of other attributes"
            .formatted(attribute, annotation));
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
