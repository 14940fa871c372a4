package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.page.Resumption;
import dev.evenkeel.core.internal.page.Resumption.Narrowed;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.core.internal.page.SourceQuery;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.query.MergedStartKeys.QueryStart;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Builds the source of each shard, from the place where a page starts.
 *
 * @param start where the page starts; null for the beginning
 */
public record QuerySources(
    QueryTarget target, QueryTemplate template, @Nullable QueryStart start, boolean forward) {

  /** The sources of a merge, stage by stage; null for one with nothing left to read. */
  List<List<@Nullable SourceQuery>> merged(List<Stage> stages) {
    return stages.stream().map(this::merged).toList();
  }

  /** The sources of one stage; null for one with nothing left to read. */
  public List<@Nullable SourceQuery> merged(Stage stage) {
    return sources(stage, true);
  }

  /** Sources that are read one after the other: those before the start key's own are done. */
  List<@Nullable SourceQuery> oneByOne(List<Stage> stages) {
    List<@Nullable SourceQuery> sources = new ArrayList<>();
    stages.forEach(stage -> sources.addAll(sources(stage, false)));
    return sources;
  }

  private List<@Nullable SourceQuery> sources(Stage stage, boolean areMerged) {
    List<Integer> shards = stage.shards();
    QueryStart at = startIn(stage);
    int own = at == null || at.shard().isEmpty() ? -1 : shards.indexOf(at.shard().getAsInt());
    boolean done = isDone(stage);
    List<@Nullable SourceQuery> sources = new ArrayList<>();
    for (int tieRank = 0; tieRank < shards.size(); tieRank++) {
      Resumption rest =
          at == null
              ? new Resumption.Unchanged()
              : tieRank == own
                  ? ownResumption(stage, at)
                  : areMerged ? resumption(stage, at, tieRank, own) : inTurn(tieRank, own);
      sources.add(done ? null : source(stage, shards.get(tieRank), rest));
    }
    return sources;
  }

  private static Resumption inTurn(int tieRank, int own) {
    return tieRank < own ? new Resumption.Nothing() : new Resumption.Unchanged();
  }

  /** Where the page starts, if that is in a stage. */
  private @Nullable QueryStart startIn(Stage stage) {
    return start != null && (stage.narrowed() == null || stage.range().contains(sortOf(start)))
        ? start
        : null;
  }

  /** Whether the page starts behind all of a stage. */
  private boolean isDone(Stage stage) {
    return start != null
        && startIn(stage) == null
        && stage.range().endsBefore(sortOf(start), forward);
  }

  /** Stages are narrowed only where rows have a sort key. */
  private AttributeValue sortOf(QueryStart at) {
    return at.value(Objects.requireNonNull(target.sort()));
  }

  /** The start key's own source continues after that row, whether it still exists or not. */
  private Resumption ownResumption(Stage stage, QueryStart at) {
    KeyAttribute sort = target.sort();
    return target.repeatable() || sort == null
        ? new Resumption.AtStartKey()
        : Resumption.after(stage.range(), at.value(sort), forward);
  }

  /**
   * The continuation of another source of a merge. Of rows that tie with the start key, sources
   * before its own in tie order have given all, and sources behind it still owe theirs.
   *
   * @param own the rank of the start key's own source, or -1 if no other row can tie with it
   */
  private Resumption resumption(Stage stage, QueryStart at, int tieRank, int own) {
    KeyAttribute sort = target.sort();
    boolean owesTies = own >= 0 && tieRank > own;
    if (sort == null) {
      return owesTies ? new Resumption.Unchanged() : new Resumption.Nothing();
    }
    if (owesTies) {
      return Resumption.from(stage.range(), at.value(sort), forward);
    }
    return target.repeatable()
        ? Resumption.afterTies(stage.range(), at.value(sort), forward)
        : Resumption.after(stage.range(), at.value(sort), forward);
  }

  private @Nullable SourceQuery source(Stage stage, int shard, Resumption resumption) {
    if (resumption instanceof Resumption.Nothing) {
      return null;
    }
    Narrowed narrowed = resumption instanceof Narrowed rest ? rest : stage.narrowed();
    QueryRequest query = template.onShard(shard, narrowed);
    if (resumption instanceof Resumption.AtStartKey && start != null) {
      Map<String, AttributeValue> startKey = template.startKey(shard, start.key());
      query = query.toBuilder().exclusiveStartKey(startKey).build();
    }
    SortKeyRange left = narrowed == null ? stage.range() : narrowed.left();
    boolean wider = narrowed != null && narrowed.wider();
    return new SourceQuery(
        query, wanted(left, wider), lastPossible(left), key -> template.startKey(shard, key));
  }

  private Predicate<Map<String, AttributeValue>> wanted(SortKeyRange left, boolean wider) {
    if (!wider || target.sort() == null) {
      return row -> true;
    }
    String sort = target.sort().name();
    return row -> left.contains(QueryTarget.valueOf(row, sort));
  }

  /** Where sort values repeat, more rows may follow at the last one. */
  private Predicate<Map<String, AttributeValue>> lastPossible(SortKeyRange left) {
    if (target.sort() == null) {
      return key -> false;
    }
    String sort = target.sort().name();
    return target.repeatable()
        ? key -> left.endsBefore(QueryTarget.valueOf(key, sort), forward)
        : key -> left.endsAt(QueryTarget.valueOf(key, sort), forward);
  }

  /**
   * One stage of a merged query: the shards of one piece, for the sort keys that are both in the
   * piece and in the key condition. Stages are read one after the other.
   *
   * @param shards in tie order
   * @param range the sort keys
   * @param narrowed says the range where it is not the key condition's own; null where it is
   */
  public record Stage(List<Integer> shards, SortKeyRange range, @Nullable Narrowed narrowed) {

    /** All shards for the whole of the key condition. */
    public static Stage whole(List<Integer> shards, QueryShape shape) {
      return new Stage(shards, shape.range(), null);
    }

    /**
     * Whether queries on this target are read piece by piece: in the order of the table's items.
     */
    static boolean areOf(QueryTarget target, ShardedTable table, QueryShape shape) {
      KeyAttribute sort = target.sort();
      return target.sharded() == null
          && sort != null
          && sort.equals(table.key().sortKey())
          && !table.keyShards().pieces(shape.logicalKey()).isWhole();
    }

    /** The pieces of a key that the key condition admits, in reading order. */
    static List<Piece> pieces(ShardedTable table, QueryShape shape, boolean forward) {
      List<Piece> admitted = new ArrayList<>();
      List<Piece> all = table.keyShards().pieces(shape.logicalKey()).list();
      for (int i = 0; i < all.size(); i++) {
        if (!range(all, i, shape).isEmpty()) {
          admitted.add(all.get(i));
        }
      }
      if (!forward) {
        Collections.reverse(admitted);
      }
      return admitted.isEmpty() ? all.subList(0, 1) : admitted; // DynamoDB refuses the condition
    }

    /** A stage for each of these pieces. */
    static List<Stage> of(
        ShardedTable table, QueryShape shape, List<Piece> pieces, boolean forward) {
      List<Piece> all = table.keyShards().pieces(shape.logicalKey()).list();
      return pieces.stream()
          .map(
              piece -> {
                SortKeyRange range = range(all, all.indexOf(piece), shape);
                Narrowed narrowed = range.equals(shape.range()) ? null : Narrowed.to(range);
                return new Stage(shards(table, shape, piece, forward), range, narrowed);
              })
          .toList();
    }

    private static List<Integer> shards(
        ShardedTable table, QueryShape shape, Piece piece, boolean forward) {
      List<Integer> shards = new ArrayList<>(table.keyShards().places(shape.logicalKey(), piece));
      if (!forward) {
        Collections.reverse(shards);
      }
      return shards;
    }

    private static SortKeyRange range(List<Piece> all, int piece, QueryShape shape) {
      AttributeValue from = all.get(piece).from();
      AttributeValue next = piece + 1 == all.size() ? null : all.get(piece + 1).from();
      return shape.range().within(from, next);
    }
  }
}
