package dev.evenkeel.chunking.internal.children;

import dev.evenkeel.chunking.internal.children.UnitedPage.ChildPages;
import dev.evenkeel.chunking.internal.store.Batches;
import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.internal.value.Slices;
import dev.evenkeel.core.item.KeyMismatchException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Looks for children, counts them and lists them. */
public final class ChildReads {
  private static final int WIDTH = 4;

  private final ChildCollectionSpec spec;
  private final @Nullable ParentSide united;

  ChildReads(ChildCollectionSpec spec, @Nullable ParentSide united) {
    this.spec = spec;
    this.united = united;
  }

  /** The given ranges that have a child, in the given order. */
  public Flow<List<AttributeValue>> containing(
      AttributeValue parent, Collection<AttributeValue> ranges) {
    Map<AttributeValue, Map<String, AttributeValue>> keys = new LinkedHashMap<>();
    for (AttributeValue range : ranges) {
      Map<String, AttributeValue> key = spec.key(parent, range);
      keys.put(rangeIn(key), key);
    }
    return inSet(parent)
        .then(
            inSet ->
                present(
                        keys.entrySet().stream()
                            .filter(key -> !inSet.contains(key.getKey()))
                            .map(Map.Entry::getValue)
                            .toList())
                    .map(
                        stored ->
                            keys.keySet().stream()
                                .filter(range -> inSet.contains(range) || stored.contains(range))
                                .toList()));
  }

  private AttributeValue rangeIn(Map<String, AttributeValue> key) {
    AttributeValue range = key.get(spec.range().name());
    if (range == null) {
      throw new IllegalStateException("a key without its sort attribute");
    }
    return range;
  }

  /** The set first: what leaves it meanwhile is found among the children. */
  private Flow<Set<AttributeValue>> inSet(AttributeValue parent) {
    return united == null
        ? Flow.of(Set.of())
        : united.read(parent).map(children -> Collections.unmodifiableSet(children.keySet()));
  }

  private Flow<Set<Object>> present(List<Map<String, AttributeValue>> keys) {
    return Flow.failFast(
            Slices.of(keys, RequestLimits.BATCH_KEYS_MAX).stream()
                .map(batch -> Batches.getKeys(spec.tableName(), batch, this::rangeIn))
                .toList(),
            WIDTH)
        .map(
            found -> {
              Set<Object> ranges = new HashSet<>();
              found.forEach(batch -> ranges.addAll(batch.keySet()));
              return ranges;
            });
  }

  /**
   * The number of children; an element that is both in the set and among the children counts once.
   */
  public Flow<Long> count(AttributeValue parent) {
    ChildPages pages = new ChildPages(spec, parent);
    return inSet(parent)
        .then(
            inSet ->
                inSet.isEmpty()
                    ? counted(pages::count, new HashSet<>(), null, 0)
                    : counted(pages::keys, new HashSet<>(inSet), null, 0));
  }

  /**
   * Counts page by page.
   *
   * @param onlyInSet the elements of the set that were not met among the children
   */
  private Flow<Long> counted(
      Function<@Nullable Map<String, AttributeValue>, QueryRequest> request,
      Set<AttributeValue> onlyInSet,
      @Nullable Map<String, AttributeValue> startKey,
      long before) {
    return TableCall.query(request.apply(startKey))
        .then(
            page -> {
              page.items().forEach(key -> onlyInSet.remove(rangeIn(key)));
              long counted = before + page.count();
              Map<String, AttributeValue> next = ChildPages.next(page);
              return next == null
                  ? Flow.of(counted + onlyInSet.size())
                  : counted(request, onlyInSet, next, counted);
            });
  }

  /** One page of the children that are asked for. */
  public Flow<ChildPage> page(AttributeValue parent, ChildQuery query) {
    ChildRange range = ChildRange.of(spec, parent, query);
    ChildPages pages = new ChildPages(spec, parent);
    AttributeValue start = start(query);
    if (start != null && range.interval().endsAt(start, query.ascending())) {
      return Flow.of(ChildPage.EMPTY);
    }
    if (united == null) {
      return TableCall.query(pages.of(query, range)).map(this::page);
    }
    // Read eventually, the children might not have what has left the set.
    ChildQuery consistent = query.consistent() ? query : consistent(query);
    UnitedPage merge =
        new UnitedPage(spec, spec.parent(parent), consistent, range.interval(), start);
    return united
        .read(parent)
        .then(
            inSet ->
                TableCall.query(pages.of(consistent, range))
                    .map(answer -> merge.of(inSet.values(), page(answer))));
  }

  private static ChildQuery consistent(ChildQuery query) {
    return new ChildQuery(
        query.from(),
        query.to(),
        query.prefix(),
        query.ascending(),
        query.limit(),
        query.startKey(),
        true);
  }

  private ChildPage page(QueryResponse answer) {
    List<Child> children = answer.items().stream().map(spec::childOf).toList();
    return new ChildPage(children, ChildPages.next(answer));
  }

  /** The range value of the start key; null if there is none. */
  private @Nullable AttributeValue start(ChildQuery query) {
    if (query.startKey() == null) {
      return null;
    }
    try {
      return rangeIn(spec.key().keyOf(query.startKey()));
    } catch (KeyMismatchException e) {
      throw new InvalidStartKeyException(
          "Query", spec.tableName(), "the start key is none of a child: " + e.attribute());
    }
  }
}
