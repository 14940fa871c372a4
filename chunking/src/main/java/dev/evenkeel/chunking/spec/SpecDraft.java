package dev.evenkeel.chunking.spec;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.spec.AttributePolicy.Outside;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.objects.spec.BucketSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The settings of a builder, and the problems in them. */
final class SpecDraft {
  /** AWS, "Constraints": what an INCLUDE projection, and so the marker in it, may be named. */
  private static final int NAME_CHARS_MAX = 255 - ChunkingSpec.MARKER_PREFIX.length();

  final String tableName;
  final Map<String, AttributePolicy> attributes = new LinkedHashMap<>();

  /** The index keys that an entity declares, each with its index. */
  final Map<String, String> indexKeys = new LinkedHashMap<>();

  /** The class that this was read from; null of a spec made by hand. */
  @Nullable String entity;

  final Set<String> byReference = new LinkedHashSet<>();
  @Nullable KeyAttribute partitionKey;
  @Nullable KeyAttribute sortKey;
  @Nullable ChunkTableSpec chunkTable;
  @Nullable BucketSpec bucket;
  @Nullable IntentTableSpec intentTable;
  @Nullable String seedAttribute;
  int itemBytesMax = ChunkingSpec.ITEM_BYTES_MAX_DEFAULT;
  Duration grace = ChunkingSpec.GRACE_DEFAULT;
  CommitMode commit = CommitMode.STAGED;
  ValueLimits limits = ValueLimits.DEFAULT;
  boolean hydrateReturnValues = true;

  SpecDraft(String tableName) {
    this.tableName = tableName;
  }

  SpecDraft copy() {
    SpecDraft copy = new SpecDraft(tableName);
    copy.attributes.putAll(attributes);
    copy.indexKeys.putAll(indexKeys);
    copy.byReference.addAll(byReference);
    copy.entity = entity;
    copy.partitionKey = partitionKey;
    copy.sortKey = sortKey;
    copy.chunkTable = chunkTable;
    copy.bucket = bucket;
    copy.intentTable = intentTable;
    copy.seedAttribute = seedAttribute;
    copy.itemBytesMax = itemBytesMax;
    copy.grace = grace;
    copy.commit = commit;
    copy.limits = limits;
    copy.hydrateReturnValues = hydrateReturnValues;
    return copy;
  }

  /**
   * The key.
   *
   * @throws IllegalArgumentException listing every problem of the spec at once
   */
  KeySchema soundKey() {
    List<String> problems = problems();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(subject() + ": " + String.join("; ", problems));
    }
    KeyAttribute partition = requireNonNull(partitionKey);
    return sortKey == null ? KeySchema.of(partition) : KeySchema.of(partition, sortKey);
  }

  List<String> markersOf(String attribute) {
    String marker = ChunkingSpec.markerOf(attribute);
    return attribute.equals(seedAttribute)
        ? List.of(marker, ChunkingSpec.SEED_COUNT, ChunkingSpec.SEED_VERSION)
        : List.of(marker);
  }

  /** The start of each message: the spec, and its class if there is one. */
  String subject() {
    return "ChunkingSpec for table '%s'%s"
        .formatted(tableName, entity == null ? "" : " of class " + entity);
  }

  private List<String> problems() {
    List<String> problems = attributeProblems();
    if (attributes.isEmpty()) {
      problems.add("no attribute is named: without one there is nothing to do");
    }
    attributes.forEach((name, policy) -> store(name, policy, problems));
    stores(problems);
    references(problems);
    bounds(problems);
    return problems;
  }

  /** The problems of keys and attributes, for any placement. */
  List<String> attributeProblems() {
    List<String> problems = new ArrayList<>();
    if (partitionKey == null) {
      problems.add("partitionKey is missing");
    }
    if (partitionKey != null && sortKey != null && partitionKey.name().equals(sortKey.name())) {
      problems.add("attribute '%s' is both keys".formatted(sortKey.name()));
    }
    attributes.keySet().forEach(name -> attribute(name, problems));
    return problems;
  }

  private void attribute(String name, List<String> problems) {
    if (name.isEmpty() || name.length() > NAME_CHARS_MAX) {
      problems.add(
          "attribute names have 1 to %d characters, for their markers are longer"
              .formatted(NAME_CHARS_MAX));
    }
    if (name.startsWith(ChunkingSpec.MARKER_PREFIX)) {
      problems.add(
          "attribute '%s' has a name that is kept for markers ('%s...')"
              .formatted(name, ChunkingSpec.MARKER_PREFIX));
    }
    if (isKey(name)) {
      problems.add(
          "attribute '%s' is a key attribute: keys stay as they are, whatever their size"
              .formatted(name));
    }
    if (indexKeys.containsKey(name)) {
      problems.add(
          "attribute '%s' is a key of index '%s': keys stay as they are, whatever their size"
              .formatted(name, indexKeys.get(name)));
    }
  }

  private void store(String name, AttributePolicy policy, List<String> problems) {
    if (policy.outside() == Outside.CHUNKS && chunkTable == null) {
      problems.add("attribute '%s' goes into chunks, but chunkTable is missing".formatted(name));
    }
    if (policy.outside() == Outside.OBJECT && bucket == null) {
      problems.add("attribute '%s' goes to S3, but bucket is missing".formatted(name));
    }
  }

  private boolean isKey(String name) {
    return (partitionKey != null && partitionKey.name().equals(name))
        || (sortKey != null && sortKey.name().equals(name));
  }

  private void stores(List<String> problems) {
    boolean moves = chunkTable != null || bucket != null;
    if (moves && intentTable == null) {
      problems.add(
          "intentTable is missing: without it what a crash leaves behind is found by full scans"
              + " only");
    }
    if (chunkTable != null && sameTable(chunkTable.tableName())) {
      problems.add("chunks need a table of their own");
    }
    if (intentTable != null && sameTable(intentTable.tableName())) {
      problems.add("intents need a table of their own");
    }
    if (chunkTable != null
        && intentTable != null
        && plain(chunkTable.tableName()).equals(plain(intentTable.tableName()))) {
      problems.add("chunks and intents need different tables");
    }
    if (seedAttribute != null && chunkTable != null && chunkTable.key().sortKey() != null) {
      problems.add("seedLayout needs a chunk table with a partition key alone");
    }
    KeyAttribute time = chunkTable == null ? null : chunkTable.time();
    if (time != null && !time.equals(partitionKey) && !time.equals(sortKey)) {
      problems.add(
          "chunks have the time of key attribute '%s' (%s), which is none of this table"
              .formatted(time.name(), time.type()));
    }
    if (seedAttribute != null && (isBinary(partitionKey) || isBinary(sortKey))) {
      problems.add(
          "seedLayout joins key values as text, and a key attribute is binary: leave it out, so"
              + " that chunks have keys of Evenkeel's own layout");
    }
    if (seedAttribute != null
        && chunkTable != null
        && seedAttribute.equals(chunkTable.partitionKey())) {
      problems.add(
          "seedLayout keeps attribute '%s' under its own name, which is the chunk table's key"
              .formatted(seedAttribute));
    }
    AttributePolicy seeded = seedAttribute == null ? null : attributes.get(seedAttribute);
    if (seedAttribute != null && (seeded == null || seeded.outside() != Outside.CHUNKS)) {
      problems.add(
          "seedLayout names attribute '%s', whose policy is not to go into chunks"
              .formatted(seedAttribute));
    }
  }

  /** Checks that attributes read by reference have a policy, a known length and a place outside. */
  private void references(List<String> problems) {
    for (String name : byReference) {
      if (!attributes.containsKey(name)) {
        problems.add("byReference names attribute '%s', which has no policy".formatted(name));
      }
      if (name.equals(seedAttribute)) {
        problems.add(
            "byReference names attribute '%s', which has seedLayout: made by hand, its values tell no length"
                .formatted(name));
      }
    }
    if (!byReference.isEmpty() && chunkTable == null && bucket == null) {
      problems.add("byReference needs a place outside items: a chunk table or a bucket");
    }
  }

  private static boolean isBinary(@Nullable KeyAttribute key) {
    return key != null && key.type() == ScalarAttributeType.B;
  }

  private boolean sameTable(String other) {
    return plain(other).equals(plain(tableName));
  }

  private static String plain(String nameOrArn) {
    return TableName.parse(nameOrArn).name();
  }

  private void bounds(List<String> problems) {
    if (itemBytesMax < 1 || itemBytesMax > ItemSize.ITEM_BYTES_MAX) {
      problems.add(
          "itemBytesMax is %d, but DynamoDB takes items of 1 to %d bytes"
              .formatted(itemBytesMax, ItemSize.ITEM_BYTES_MAX));
    }
    if (grace.isNegative()) {
      problems.add("grace is negative");
    }
  }
}
