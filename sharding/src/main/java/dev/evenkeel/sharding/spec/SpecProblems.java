package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.internal.spec.Problems;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Collects all problems of a spec, so that its author learns them at once. */
final class SpecProblems {
  /** Can be asked for null, which it does not hold. */
  static final Set<ScalarAttributeType> KEY_TYPES =
      Collections.unmodifiableSet(
          EnumSet.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B));

  /** The token in which start keys carry the shard where the key does not determine it. */
  static final String RESERVED = "evenkeel.shard";

  private final SpecDraft spec;
  private final Problems problems = new Problems();

  private SpecProblems(SpecDraft spec) {
    this.spec = spec;
  }

  static List<String> of(SpecDraft spec) {
    SpecProblems found = new SpecProblems(spec);
    found.keys();
    found.counts();
    found.selector();
    found.indexes();
    found.problems.addAll(ShardedIndexProblems.of(spec));
    return found.problems.list();
  }

  private void keys() {
    String partitionKey = spec.partitionKey;
    String sortKey = spec.sortKey;
    problems.require(
        spec.tableName != null && !spec.tableName.isBlank(), "the table name is empty");
    problems.require(
        partitionKey != null && !partitionKey.isEmpty(),
        "partitionKey is not set: name the attribute that holds the logical key");
    boolean storesKeysUnchanged = spec.shardCounts.max() == 1 && !spec.shardedIndexes.isEmpty();
    problems.require(
        sortKey == null ? storesKeysUnchanged : !sortKey.isEmpty(),
        "sortKey is not set: a table without a sort key holds one item per partition key value and"
            + " has nothing to spread");
    problems.require(
        sortKey == null || !sortKey.equals(partitionKey),
        "partitionKey and sortKey are both '" + sortKey + "'");
    problems.require(
        !RESERVED.equals(partitionKey) && !RESERVED.equals(sortKey),
        "attribute name '" + RESERVED + "' is reserved for start keys");
    problems.require(
        KEY_TYPES.contains(spec.partitionType) && KEY_TYPES.contains(spec.sortType),
        "key types must be S, N or B");
  }

  private void counts() {
    problems.require(
        spec.suffixFormat != null, "suffixFormat is null: leave it out for the default");
    problems.require(spec.order != null, "order is null: leave it out for the default");
    problems.addAll(ofCounts(spec.shardCounts));
    problems.addAll(PieceProblems.of(spec));
    problems.require(
        spec.heat == null || spec.layoutSource != null || spec.shardCounts.max() > 1,
        "heat() is set, and no key of the table can have shards: add layoutFrom()");
    problems.require(
        spec.heat == null || spec.selector == null || spec.selector.calculated(),
        "heat() is set, and the selector draws shards, which spreads each key already: raise its count instead");
    problems.require(
        spec.heat == null || spec.sortKey != null,
        "heat() is set, and the table has no sort key at which a piece can begin");
    problems.require(spec.maxProbe >= 1, "maxProbe must be at least 1 but was " + spec.maxProbe);
  }

  /** The problems of a spec's shard counts. */
  static List<String> ofCounts(ShardCounts counts) {
    List<String> problems = new ArrayList<>();
    for (Piece piece : counts.byDefault().list()) {
      if (!inRange(piece.shards())) {
        problems.add("shards must be 1.." + ShardingSpec.SHARDS_MAX + " but was " + piece.shards());
      }
    }
    for (KeyRule rule : counts.rules()) {
      if (!inRange(rule.shardsMax())) {
        problems.add(
            "key rule '%s' gives up to %d shards, outside 1..%d"
                .formatted(rule.id(), rule.shardsMax(), ShardingSpec.SHARDS_MAX));
      }
    }
    return problems;
  }

  private static boolean inRange(int shards) {
    return shards >= 1 && shards <= ShardingSpec.SHARDS_MAX;
  }

  private void selector() {
    ShardSelector selector = spec.selector;
    problems.require(
        !spec.upsertOnDrawnShard || (selector != null && !selector.calculated()),
        "upsertOnDrawnShard() is set, but the selector draws no shard: leave it out, UpdateItem"
            + " creates items as it does plainly");
    if (selector == null) {
      return;
    }
    problems.require(
        !selector.calculated() || selector.tokenAttributes().isEmpty(),
        "selector '%s' has determinants and token attributes: a calculated shard needs no token"
            .formatted(selector.id()));
    problems.require(
        selector.calculated() || spec.uniqueSortKeys,
        "selector '%s' cannot see an overwrite: call uniqueSortKeys() if no two items of a logical key share a sort key, or use hashOf"
            .formatted(selector.id()));
    problems.require(
        spec.partitionKey == null
            || (!selector.determinants().equals(List.of(spec.partitionKey))
                && !selector.tokenAttributes().equals(List.of(spec.partitionKey))),
        "selector '%s' gives one shard per logical key: nothing is spread"
            .formatted(selector.id()));
  }

  private void indexes() {
    Set<String> names = new HashSet<>();
    Map<String, ScalarAttributeType> types = new HashMap<>();
    if (spec.sortKey != null) {
      types.put(spec.sortKey, spec.sortType);
    }
    for (IndexSpec index : spec.indexes) {
      problems.require(!index.name().isBlank(), "the name of an index is empty");
      problems.require(names.add(index.name()), "index '" + index.name() + "' is declared twice");
      KeyAttribute sort = index.sort();
      problems.require(
          sort != null || index.scope() == IndexSpec.Scope.GLOBAL,
          "local index '" + index.name() + "' has no sort key");
      if (sort != null) {
        sortKey(index.name(), sort, types);
      }
    }
  }

  /** A table defines each attribute once, for itself and all its indexes. */
  private void sortKey(String index, KeyAttribute sort, Map<String, ScalarAttributeType> types) {
    problems.require(
        !sort.name().equals(spec.partitionKey),
        "index '%s' has '%s' as its partition key and as its sort key"
            .formatted(index, sort.name()));
    problems.require(
        !RESERVED.equals(sort.name()),
        "attribute name '" + RESERVED + "' is reserved for start keys");
    ScalarAttributeType known = types.putIfAbsent(sort.name(), sort.type());
    problems.require(
        known == null || known == sort.type(),
        "sort key '%s' of index '%s' is of type %s, but elsewhere in the spec of type %s"
            .formatted(sort.name(), index, sort.type(), known));
  }
}
