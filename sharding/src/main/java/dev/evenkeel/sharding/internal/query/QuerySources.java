package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.page.Resumption;
import dev.evenkeel.core.internal.page.Resumption.Narrowed;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.core.internal.page.SourceQuery;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.query.MergedStartKeys.QueryStart;
import java.util.ArrayList;
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
record QuerySources(
    QueryTarget target, QueryTemplate template, @Nullable QueryStart start, boolean forward) {

  /** The sources of a merge, stage by stage; null for one with nothing left to read. */
  List<List<@Nullable SourceQuery>> merged(List<QueryStage> stages) {
    List<List<@Nullable SourceQuery>> sources = new ArrayList<>();
    for (QueryStage stage : stages) {
      sources.add(merged(stage));
    }
    return sources;
  }

  private List<@Nullable SourceQuery> merged(QueryStage stage) {
    List<Integer> shards = stage.shards();
    QueryStart at = startIn(stage);
    int own = at == null || at.shard().isEmpty() ? -1 : ownRank(shards, at);
    boolean done = isDone(stage);
    List<@Nullable SourceQuery> sources = new ArrayList<>();
    for (int tieRank = 0; tieRank < shards.size(); tieRank++) {
      Resumption rest =
          at == null ? new Resumption.Unchanged() : resumption(stage, at, tieRank, own);
      sources.add(done ? null : source(stage, shards.get(tieRank), rest));
    }
    return sources;
  }

  /** Sources that are read one after the other: those before the start key's own are done. */
  List<@Nullable SourceQuery> oneByOne(List<QueryStage> stages) {
    List<@Nullable SourceQuery> sources = new ArrayList<>();
    for (QueryStage stage : stages) {
      QueryStart at = startIn(stage);
      int own = at == null ? -1 : ownRank(stage.shards(), at);
      boolean done = isDone(stage);
      for (int tieRank = 0; tieRank < stage.shards().size(); tieRank++) {
        Resumption rest =
            at != null && tieRank == own ? ownResumption(stage, at) : new Resumption.Unchanged();
        boolean read = !done && tieRank >= own;
        sources.add(read ? source(stage, stage.shards().get(tieRank), rest) : null);
      }
    }
    return sources;
  }

  /** Where the page starts, if that is in a stage. */
  private @Nullable QueryStart startIn(QueryStage stage) {
    return start != null && (stage.narrowed() == null || stage.range().contains(sortOf(start)))
        ? start
        : null;
  }

  /** Whether the page starts behind all of a stage. */
  private boolean isDone(QueryStage stage) {
    return start != null
        && startIn(stage) == null
        && stage.range().endsBefore(sortOf(start), forward);
  }

  /** Stages are narrowed only where rows have a sort key. */
  private AttributeValue sortOf(QueryStart at) {
    return at.value(Objects.requireNonNull(target.sort()));
  }

  private static int ownRank(List<Integer> shards, QueryStart at) {
    return shards.indexOf(at.shard().getAsInt());
  }

  /** The start key's own source continues after that row, whether it still exists or not. */
  private Resumption ownResumption(QueryStage stage, QueryStart at) {
    KeyAttribute sort = target.sort();
    return target.repeatable() || sort == null
        ? new Resumption.AtStartKey()
        : Resumption.after(stage.range(), at.value(sort), forward);
  }

  /**
   * The continuation of a source. Of rows that tie with the start key, sources before its own in
   * tie order have given all, and sources behind it still owe theirs.
   *
   * @param own the rank of the start key's own source, or -1 if no other row can tie with it
   */
  private Resumption resumption(QueryStage stage, QueryStart at, int tieRank, int own) {
    KeyAttribute sort = target.sort();
    if (tieRank == own) {
      return ownResumption(stage, at);
    }
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

  private @Nullable SourceQuery source(QueryStage stage, int shard, Resumption resumption) {
    if (resumption instanceof Resumption.Nothing) {
      return null;
    }
    if (resumption instanceof Resumption.Narrowed narrowed) {
      return source(shard, template.onShard(shard, narrowed), narrowed.left(), narrowed.wider());
    }
    Narrowed piece = stage.narrowed();
    QueryRequest query = piece == null ? template.onShard(shard) : template.onShard(shard, piece);
    if (resumption instanceof Resumption.AtStartKey && start != null) {
      Map<String, AttributeValue> startKey = template.startKey(shard, start.key());
      query = query.toBuilder().exclusiveStartKey(startKey).build();
    }
    return source(shard, query, stage.range(), piece != null && piece.wider());
  }

  private SourceQuery source(int shard, QueryRequest query, SortKeyRange left, boolean wider) {
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
}
