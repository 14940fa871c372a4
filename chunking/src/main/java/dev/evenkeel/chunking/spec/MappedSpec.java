package dev.evenkeel.chunking.spec;

import static java.util.stream.Collectors.joining;
import static software.amazon.awssdk.enhanced.dynamodb.TableMetadata.primaryIndexName;

import dev.evenkeel.chunking.spec.ChunkingTags.Tag;
import dev.evenkeel.core.internal.mapping.IndexKeys;
import dev.evenkeel.core.internal.mapping.SchemaTags;
import dev.evenkeel.core.internal.mapping.VectorIndex;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverter;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.IndexMetadata;
import software.amazon.awssdk.enhanced.dynamodb.KeyAttributeMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;

/** Reads what a schema says of large values, and everything that is wrong with it. */
final class MappedSpec {
  /** The types whose values may be large; a TTL attribute, a version and a counter are an N. */
  private static final Set<AttributeValueType> LARGE =
      EnumSet.of(
          AttributeValueType.S,
          AttributeValueType.B,
          AttributeValueType.L,
          AttributeValueType.M,
          AttributeValueType.SS,
          AttributeValueType.NS,
          AttributeValueType.BS);

  private final TableMetadata metadata;
  private final Map<String, Map<String, Tag>> tags = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();

  private MappedSpec(TableMetadata metadata) {
    this.metadata = metadata;
    for (String annotation : ChunkingTags.ALL) {
      ChunkingTags.tagged(metadata, annotation)
          .forEach(
              (attribute, tag) ->
                  tags.computeIfAbsent(attribute, name -> new LinkedHashMap<>())
                      .put(annotation, tag));
    }
  }

  /**
   * The draft that a schema makes, without the stores.
   *
   * @throws IllegalArgumentException listing what is wrong with the schema
   */
  static SpecDraft of(String tableName, TableSchema<?> schema) {
    SpecDraft draft = new SpecDraft(tableName);
    draft.entity = schema.itemType().rawClass().getName();
    MappedSpec mapped = new MappedSpec(schema.tableMetadata());
    mapped.keys(draft);
    mapped.tags.forEach((attribute, tags) -> mapped.attribute(draft, attribute, tags));
    schema.attributeNames().stream()
        .filter(attribute -> isReference(schema, attribute))
        .forEach(attribute -> mapped.reference(draft, attribute));
    mapped.problems.addAll(draft.attributeProblems());
    mapped.problems.addAll(ChunkingTags.misplaced(schema));
    if (!mapped.problems.isEmpty()) {
      throw new IllegalArgumentException(
          "Class %s: %s".formatted(draft.entity, String.join("; ", mapped.problems)));
    }
    return draft;
  }

  /** Schemas of documents know no converters. */
  private static boolean isReference(TableSchema<?> schema, String attribute) {
    try {
      AttributeConverter<?> converter = schema.converterForAttribute(attribute);
      return converter != null && converter.type().rawClass() == LargeReference.class;
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  private void reference(SpecDraft draft, String attribute) {
    draft.byReference.add(attribute);
    if (!tags.containsKey(attribute)) {
      problems.add(
          "attribute '%s' is a LargeReference and carries neither @Chunked nor @Offloaded"
              .formatted(attribute));
    }
  }

  private void keys(SpecDraft draft) {
    for (IndexMetadata index : metadata.indices()) {
      if (index.name().equals(primaryIndexName())) {
        IndexKeys.partition(index).forEach(key -> draft.partitionKey = SchemaTags.key(key));
        IndexKeys.sort(index).forEach(key -> draft.sortKey = SchemaTags.key(key));
      } else {
        Stream.concat(IndexKeys.partition(index).stream(), IndexKeys.sort(index).stream())
            .map(KeyAttributeMetadata::name)
            .forEach(name -> draft.indexKeys.put(name, index.name()));
      }
    }
    for (VectorIndex index : VectorIndex.of(metadata)) {
      index.attributes().forEach(name -> draft.indexKeys.put(name, index.name()));
    }
  }

  private void attribute(SpecDraft draft, String attribute, Map<String, Tag> tags) {
    Tag any = tags.values().iterator().next();
    String carries =
        "attribute '%s' carries %s"
            .formatted(
                attribute, tags.keySet().stream().map("@"::concat).collect(joining(" and ")));
    if (tags.containsKey(ChunkingTags.CHUNKED) && tags.containsKey(ChunkingTags.OFFLOADED)) {
      problems.add(carries + ", but a value goes to one place: leave one out");
    }
    if (!LARGE.contains(any.type())) {
      problems.add(
          "%s but is of type %s: values of type %s can be large"
              .formatted(
                  carries, any.type(), LARGE.stream().map(Enum::name).collect(joining(", "))));
    }
    if (SchemaTags.isWrittenOnce(metadata, attribute)) {
      problems.add(
          "%s and @DynamoDbUpdateBehavior(WRITE_IF_NOT_EXISTS), which asks DynamoDB for a value that may be outside its item: put such an item on condition that it is new"
              .formatted(carries));
    }
    tags.forEach((annotation, tag) -> apply(draft, attribute, annotation, tag));
  }

  private void apply(SpecDraft draft, String attribute, String annotation, Tag tag) {
    AttributePolicy policy = draft.attributes.getOrDefault(attribute, AttributePolicy.asTheyAre());
    try {
      draft.attributes.put(attribute, tag.settings().apply(policy));
    } catch (IllegalArgumentException | LargeValueException e) {
      problems.add("attribute '%s', @%s: %s".formatted(attribute, annotation, e.getMessage()));
    }
    if (tag.seedLayout() && draft.seedAttribute != null) {
      problems.add(
          "the attributes '%s' and '%s' have seedLayout, whose ChunkCount tells of one"
              .formatted(draft.seedAttribute, attribute));
    }
    if (tag.seedLayout()) {
      draft.seedAttribute = attribute;
    }
  }
}
