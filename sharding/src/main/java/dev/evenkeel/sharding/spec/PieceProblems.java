package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Collects the problems of the pieces in a sharding spec. */
final class PieceProblems {
  private final SpecDraft spec;
  private final List<String> problems = new ArrayList<>();

  private PieceProblems(SpecDraft spec) {
    this.spec = spec;
  }

  static List<String> of(SpecDraft spec) {
    PieceProblems found = new PieceProblems(spec);
    found.types();
    found.order();
    found.numbers();
    found.record();
    return found.problems;
  }

  private Stream<Pieces> bySortKey() {
    return Stream.concat(
        Stream.of(spec.shardCounts.byDefault()),
        spec.shardCounts.rules().stream().map(KeyRule::bySortKey).filter(Objects::nonNull));
  }

  private Stream<Pieces> byPartitionKey() {
    return spec.shardCounts.rules().stream().map(KeyRule::byPartitionKey).filter(Objects::nonNull);
  }

  private void types() {
    bySortKey().filter(pieces -> !pieces.isWhole()).forEach(this::ofSortKey);
    byPartitionKey().forEach(pieces -> type("partition", spec.partitionType, pieces));
  }

  private void ofSortKey(Pieces pieces) {
    if (spec.sortKey == null) {
      problems.add("pieces begin at sort keys, and the table has none");
    } else {
      type("sort", spec.sortType, pieces);
    }
  }

  private void type(String role, ScalarAttributeType type, Pieces pieces) {
    AttributeValue.Type actual = pieces.type();
    if (actual != null && !actual.name().equals(type.name())) {
      problems.add(
          "pieces begin at keys of type %s, but the %s key is of type %s"
              .formatted(actual, role, type));
    }
    long bytesMax =
        role.equals("sort") ? KeySchema.SORT_KEY_BYTES_MAX : KeySchema.PARTITION_KEY_BYTES_MAX;
    for (Piece piece : pieces.list()) {
      AttributeValue from = piece.from();
      if (from != null && (ItemSize.valueBytes(from) > bytesMax || isCut(from))) {
        problems.add("a piece begins at what no %s key can hold".formatted(role));
      }
    }
  }

  /** Whether a text has half a character. */
  private static boolean isCut(AttributeValue key) {
    return key.s() != null && !Utf8.isWellFormed(key.s());
  }

  private void order() {
    List<KeyRule> rules = spec.shardCounts.rules();
    for (int i = 0; i < rules.size() - 1; i++) {
      if (rules.get(i).byPartitionKey() != null) {
        problems.add(
            "key rule '%s' never applies, since the rule byPartitionKey before it takes all keys: declare that one last"
                .formatted(rules.get(i + 1).id()));
        return;
      }
    }
  }

  private void record() {
    boolean canRaise =
        !spec.shardedIndexes.isEmpty() || (spec.selector != null && !spec.selector.calculated());
    if (spec.layoutSource == null || canRaise) {
      return;
    }
    if (spec.sortKey == null) {
      problems.add("layoutFrom() is set, and the table has no sort key at which a piece can begin");
    }
    boolean isPlainNumber =
        spec.partitionType == ScalarAttributeType.N && spec.shardCounts.plainPossible();
    if (isPlainNumber && (spec.shardCounts.max() > 1 || spec.heat != null)) {
      problems.add(
          "layoutFrom() is set, and partition key '%s' is of type N with plain keys: a number cannot carry a suffix. Make all keys plain, without heat(), and move the items to a table whose partition key is of type S"
              .formatted(spec.partitionKey));
    }
  }

  /** The N key of a table that was plain stays an N key in the table, which holds no text. */
  private void numbers() {
    boolean adopts =
        Stream.concat(bySortKey(), byPartitionKey())
            .anyMatch(pieces -> !pieces.isWhole() && pieces.plainPossible());
    if (adopts && spec.partitionType == ScalarAttributeType.N) {
      problems.add(
          "partition key '%s' is of type N and pieces leave some of its items plain: a number cannot carry a suffix, so move the items to a table whose partition key is of type S"
              .formatted(spec.partitionKey));
    }
  }
}
