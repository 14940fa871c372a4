package dev.evenkeel.chunking.spec.children;

import dev.evenkeel.core.internal.mapping.IndexKeys;
import dev.evenkeel.core.internal.mapping.SchemaTags;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.IndexMetadata;
import software.amazon.awssdk.enhanced.dynamodb.KeyAttributeMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Reads a spec from an annotation, and everything that is wrong with it. */
final class MappedChildren {
  private final TableSchema<?> schema;
  private final AnnotatedProperty property;
  private final List<String> problems = new ArrayList<>();

  private MappedChildren(TableSchema<?> schema, AnnotatedProperty property) {
    this.schema = schema;
    this.property = property;
  }

  static ChildCollectionSpec of(String parentTable, TableSchema<?> schema, String property) {
    AnnotatedProperty annotated = AnnotatedProperty.of(schema.itemType().rawClass(), property);
    return new MappedChildren(schema, annotated).spec(parentTable);
  }

  private ChildCollectionSpec spec(String parentTable) {
    problems.addAll(property.problems());
    OneToMany annotation = property.annotation();
    KeySchema key = key();
    ScalarAttributeType elementType = property.elementType();
    if (annotation != null
        && !annotation.set().isEmpty()
        && schema.attributeNames().contains(annotation.set())) {
      problems.add(
          "attribute '%s', from which elements are moved, is still written by the class: leave it out"
              .formatted(annotation.set()));
    }
    if (annotation == null || key == null || elementType == null || !problems.isEmpty()) {
      throw property.refusal(String.join("; ", problems), null);
    }
    try {
      return spec(annotation, ParentSet.of(parentTable, key, annotation.set()), elementType);
    } catch (IllegalArgumentException e) {
      throw property.refusal(String.valueOf(e.getMessage()), e);
    }
  }

  private ChildCollectionSpec spec(
      OneToMany annotation, ParentSet set, ScalarAttributeType elementType) {
    ChildCollectionSpec.Builder spec =
        ChildCollectionSpec.builder(annotation.table())
            .parentKey(
                annotation.parentKey(),
                set.composes() ? ScalarAttributeType.S : set.key().partitionKey().type())
            .element(annotation.element(), elementType);
    if (!annotation.range().isEmpty()) {
      spec.range(annotation.range(), annotation.rangeType());
    }
    if (!annotation.set().isEmpty()) {
      spec.parentSet(set.withSeparator(annotation.separator()));
    }
    return spec.build();
  }

  /** The key of the class's items; null, with a problem noted, if children cannot name it. */
  private @Nullable KeySchema key() {
    List<KeyAttribute> partition = key(IndexKeys::partition);
    List<KeyAttribute> sort = key(IndexKeys::sort);
    if (partition.size() != 1 || sort.size() > 1) {
      problems.add("the class has no partition key, so that children cannot say whose they are");
      return null;
    }
    return new KeySchema(partition, sort);
  }

  private List<KeyAttribute> key(Function<IndexMetadata, List<KeyAttributeMetadata>> part) {
    return schema.tableMetadata().indices().stream()
        .filter(index -> index.name().equals(TableMetadata.primaryIndexName()))
        .flatMap(index -> part.apply(index).stream())
        .map(SchemaTags::key)
        .toList();
  }
}
