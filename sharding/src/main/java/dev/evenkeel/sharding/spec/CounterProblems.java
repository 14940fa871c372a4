package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.internal.spec.Problems;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/** Collects all problems of a counter spec, so that its author learns them at once. */
final class CounterProblems {
  private final SpecDraft spec;
  private final List<String> summed;
  private final Problems problems = new Problems();

  private CounterProblems(SpecDraft spec, List<String> summed) {
    this.spec = spec;
    this.summed = summed;
  }

  static List<String> of(SpecDraft spec, List<String> summed) {
    CounterProblems found = new CounterProblems(spec, summed);
    found.keys();
    found.problems.addAll(SpecProblems.ofCounts(spec.shardCounts));
    found.problems.require(
        spec.shardCounts.rules().stream()
            .allMatch(rule -> rule.bySortKey() == null || rule.bySortKey().isWhole()),
        "a key rule has pieces by sort key, and a counter is one item: give each key one count");
    found.selector();
    found.summed();
    return found.problems.list();
  }

  private void keys() {
    String partitionKey = spec.partitionKey;
    problems.require(
        spec.tableName != null && !spec.tableName.isBlank(), "the table name is empty");
    problems.require(
        partitionKey != null && !partitionKey.isEmpty(),
        "partitionKey is not set: name the attribute that holds the logical key");
    problems.require(
        spec.sortKey == null || !spec.sortKey.isEmpty(),
        "sortKey is empty: leave it out if the table has none");
    problems.require(
        spec.sortKey == null || !spec.sortKey.equals(partitionKey),
        "partitionKey and sortKey are both '" + spec.sortKey + "'");
    problems.require(
        SpecProblems.KEY_TYPES.contains(spec.partitionType)
            && SpecProblems.KEY_TYPES.contains(spec.sortType),
        "key types must be S, N or B");
  }

  private void selector() {
    ShardSelector selector = Objects.requireNonNull(spec.selector);
    problems.require(
        !selector.calculated(),
        "selector '%s' calculates the shard, so that all additions to a counter would go to one row: use random() or rotating()"
            .formatted(selector.id()));
    problems.require(
        selector.tokenAttributes().isEmpty(),
        "selector '%s' draws by a token, which an addition does not carry: use random() or rotating()"
            .formatted(selector.id()));
  }

  private void summed() {
    problems.require(!summed.isEmpty(), "summed is not set: name the attributes that are added to");
    for (String attribute : new TreeSet<>(summed)) {
      problems.require(!attribute.isEmpty(), "a summed attribute has an empty name");
      problems.require(
          Collections.frequency(summed, attribute) == 1, "summed names '" + attribute + "' twice");
      problems.require(
          !attribute.equals(spec.partitionKey) && !attribute.equals(spec.sortKey),
          "summed attribute '" + attribute + "' is a key");
      problems.require(
          attribute.indexOf('.') < 0 && attribute.indexOf('[') < 0,
          "summed attribute '"
              + attribute
              + "' reads like a path: only whole attributes are summed");
    }
  }
}
