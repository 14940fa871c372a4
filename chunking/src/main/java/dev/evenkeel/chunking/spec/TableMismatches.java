package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.internal.mapping.VectorIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Holds a spec against its table as DynamoDB describes it to an undecorated client. */
final class TableMismatches {
  private final ChunkingSpec spec;
  private final List<String> found = new ArrayList<>();

  private TableMismatches(ChunkingSpec spec) {
    this.spec = spec;
  }

  /** Every mismatch, or nothing. */
  static List<String> of(ChunkingSpec spec, TableDescription table) {
    TableMismatches mismatches = new TableMismatches(spec);
    if (table.hasKeySchema()) {
      mismatches.found.addAll(StoreMismatches.key("table", table, spec.key()));
    }
    mismatches.keys("the table", table.keySchema());
    table
        .localSecondaryIndexes()
        .forEach(i -> mismatches.index("local", i.indexName(), i.keySchema(), i.projection()));
    table
        .globalSecondaryIndexes()
        .forEach(i -> mismatches.index("global", i.indexName(), i.keySchema(), i.projection()));
    VectorIndex.of(table).forEach(mismatches::vectorIndex);
    return mismatches.found;
  }

  /** TTL reads a number in the item; a value that is compressed or elsewhere never expires. */
  static List<String> ofTimeToLive(ChunkingSpec spec, TimeToLiveDescription ttl) {
    boolean on =
        ttl.timeToLiveStatus() == TimeToLiveStatus.ENABLED
            || ttl.timeToLiveStatus() == TimeToLiveStatus.ENABLING;
    return on && spec.attributes().containsKey(ttl.attributeName())
        ? List.of("attribute '%s' is the table's TTL attribute".formatted(ttl.attributeName()))
        : List.of();
  }

  private void index(
      String scope, String name, List<KeySchemaElement> key, @Nullable Projection projection) {
    String what = "%s index '%s'".formatted(scope, name);
    keys(what, key);
    projection(what, projection);
  }

  private void vectorIndex(VectorIndex index) {
    String what = "vector index '%s'".formatted(index.name());
    index.attributes().forEach(attribute -> key(what, attribute));
    projection(what, index.projection());
  }

  private void keys(String what, List<KeySchemaElement> key) {
    key.forEach(element -> key(what, element.attributeName()));
  }

  private void key(String what, String attribute) {
    if (spec.attributes().containsKey(attribute)) {
      found.add("attribute '%s' is a key of %s".formatted(attribute, what));
    }
  }

  /** A value that is not in the index with its marker shows as none, or in its stored form. */
  private void projection(String what, @Nullable Projection projection) {
    if (projection == null || projection.projectionType() != ProjectionType.INCLUDE) {
      return;
    }
    Set<String> included = Set.copyOf(projection.nonKeyAttributes());
    for (String attribute : spec.attributes().keySet()) {
      List<String> together = new ArrayList<>(spec.markersOf(attribute));
      together.add(0, attribute);
      List<String> missing = together.stream().filter(name -> !included.contains(name)).toList();
      if (!missing.isEmpty() && missing.size() < together.size()) {
        found.add(
            "%s includes %s and not %s, without which its rows do not tell the value of '%s'"
                .formatted(
                    what,
                    quoted(together.stream().filter(included::contains).toList()),
                    quoted(missing),
                    attribute));
      }
    }
  }

  private static String quoted(List<String> names) {
    return names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
  }
}
