package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.page.Resumption;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.core.internal.page.SourceQuery;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.query.MergedStartKeys.QueryStart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * How each shard is read from where a page starts.
 *
 * @param start where the page starts; null for the beginning
 */
public record QuerySources(
    QueryTarget target,
    QueryShape shape,
    QueryTemplate template,
    @Nullable QueryStart start,
    boolean forward) {

  /** The sources of a merge, in tie order; null for one with nothing left to read. */
  public List<@Nullable SourceQuery> merged(List<Integer> shards) {
    int own = start == null || start.shard().isEmpty() ? -1 : ownRank(shards, start);
    List<@Nullable SourceQuery> sources = new ArrayList<>();
    for (int tieRank = 0; tieRank < shards.size(); tieRank++) {
      Resumption resumption =
          start == null ? new Resumption.Unchanged() : resumption(start, tieRank, own);
      sources.add(source(shards.get(tieRank), resumption));
    }
    return sources;
  }

  private static int ownRank(List<Integer> shards, QueryStart at) {
    return shards.indexOf(at.shard().getAsInt());
  }

  /** Sources that are read one after the other: those before the start key's own are done. */
  public List<@Nullable SourceQuery> oneByOne(List<Integer> shards) {
    int own = start == null ? -1 : ownRank(shards, start);
    List<@Nullable SourceQuery> sources = new ArrayList<>();
    for (int tieRank = 0; tieRank < shards.size(); tieRank++) {
      Resumption resumption =
          start != null && tieRank == own
              ? ownResumption(start)
              : tieRank < own ? new Resumption.Nothing() : new Resumption.Unchanged();
      sources.add(source(shards.get(tieRank), resumption));
    }
    return sources;
  }

  /** The start key's own source goes on after that very row, be it still there or not. */
  private Resumption ownResumption(QueryStart at) {
    KeyAttribute sort = target.sort();
    return target.repeatable() || sort == null
        ? new Resumption.AtStartKey()
        : Resumption.after(shape.range(), at.value(sort), forward);
  }

  /**
   * How a source goes on. Of rows that tie with the start key, sources before its own in tie order
   * have given all, and sources behind it still owe theirs.
   *
   * @param own the rank of the start key's own source, or -1 if no other row can tie with it
   */
  private Resumption resumption(QueryStart at, int tieRank, int own) {
    KeyAttribute sort = target.sort();
    if (tieRank == own) {
      return ownResumption(at);
    }
    boolean owesTies = own >= 0 && tieRank > own;
    if (sort == null) {
      return owesTies ? new Resumption.Unchanged() : new Resumption.Nothing();
    }
    if (owesTies) {
      return Resumption.from(shape.range(), at.value(sort), forward);
    }
    return target.repeatable()
        ? Resumption.afterTies(shape.range(), at.value(sort), forward)
        : Resumption.after(shape.range(), at.value(sort), forward);
  }

  private @Nullable SourceQuery source(int shard, Resumption resumption) {
    if (resumption instanceof Resumption.Nothing) {
      return null;
    }
    if (resumption instanceof Resumption.Narrowed narrowed) {
      return source(shard, template.onShard(shard, narrowed), narrowed.left(), narrowed.wider());
    }
    QueryRequest query = template.onShard(shard);
    if (resumption instanceof Resumption.AtStartKey && start != null) {
      Map<String, AttributeValue> startKey = template.startKey(shard, start.key());
      query = query.toBuilder().exclusiveStartKey(startKey).build();
    }
    return source(shard, query, shape.range(), false);
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
