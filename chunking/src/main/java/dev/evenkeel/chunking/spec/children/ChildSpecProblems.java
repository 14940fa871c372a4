package dev.evenkeel.chunking.spec.children;

import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.internal.spec.Problems;
import dev.evenkeel.core.item.KeyAttribute;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Collects all problems of a spec, so that its author learns them at once. */
final class ChildSpecProblems {
  private final ChildCollectionSpec.Builder spec;
  private final Problems problems = new Problems();

  private ChildSpecProblems(ChildCollectionSpec.Builder spec) {
    this.spec = spec;
  }

  static List<String> of(ChildCollectionSpec.Builder spec) {
    ChildSpecProblems found = new ChildSpecProblems(spec);
    found.attributes();
    if (spec.parentSet != null && !spec.tableName.isEmpty()) {
      found.set(spec.parentSet);
    }
    return found.problems.list();
  }

  private void attributes() {
    problems.require(!spec.tableName.isEmpty(), "the table name is empty");
    problems.require(spec.parentKey != null, "parentKey is missing");
    problems.require(spec.element != null, "element is missing");
    List<String> names =
        Stream.of(name(spec.parentKey), name(spec.range), name(spec.element))
            .filter(name -> !name.isEmpty())
            .toList();
    problems.require(
        names.stream().distinct().count() == names.size(),
        "parent key, range and element need attributes of their own, but are " + names);
    problems.require(
        spec.range != null || spec.rangeOf == null,
        "a range is derived, but range is missing: name the attribute that holds it");
    problems.require(
        spec.range == null
            || spec.rangeOf != Scalars.DIGEST
            || spec.range.type() == ScalarAttributeType.S,
        "a digest is text: make the range an S");
  }

  private static String name(@Nullable KeyAttribute attribute) {
    return attribute == null ? "" : attribute.name();
  }

  private void set(ParentSet set) {
    problems.require(
        !TableName.parse(set.tableName()).name().equals(TableName.parse(spec.tableName).name()),
        "children need a table of their own, not that of their parents");
    problems.require(!set.attribute().isEmpty(), "the set of the parents has an empty name");
    if (set.key().partition().size() > 1 || set.key().sort().size() > 1) {
      problems.add("the parents' table has one partition attribute and at most one sort attribute");
      return;
    }
    problems.require(
        !set.key().attributes().contains(set.attribute()),
        "attribute '%s' is a key of the parents, and no set".formatted(set.attribute()));
    if (spec.parentKey != null) {
      parentKey(set, spec.parentKey);
    }
  }

  private void parentKey(ParentSet set, KeyAttribute parentKey) {
    if (set.composes()) {
      problems.require(
          parentKey.type() == ScalarAttributeType.S,
          "the parents' key has two parts, which parent key '%s' holds as text: make it an S"
              .formatted(parentKey.name()));
      Stream.concat(set.key().partition().stream(), set.key().sort().stream())
          .filter(part -> part.type() == ScalarAttributeType.B)
          .forEach(
              part ->
                  problems.add(
                      "key attribute '%s' of the parents is a B, which cannot be a part of a text"
                          .formatted(part.name())));
    } else {
      problems.require(
          parentKey.type() == set.key().partitionKey().type(),
          "parent key '%s' is of type %s, but '%s' of the parents is of type %s"
              .formatted(
                  parentKey.name(),
                  parentKey.type(),
                  set.key().partitionKey().name(),
                  set.key().partitionKey().type()));
    }
  }
}
