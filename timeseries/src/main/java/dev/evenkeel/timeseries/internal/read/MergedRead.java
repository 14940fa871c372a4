package dev.evenkeel.timeseries.internal.read;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.MergeSettings;
import dev.evenkeel.core.internal.page.MergedPage;
import dev.evenkeel.core.internal.page.MergedPage.Position;
import dev.evenkeel.core.internal.page.MergedQuery;
import dev.evenkeel.core.internal.page.Resumption;
import dev.evenkeel.core.internal.page.RowSizes.RowSize;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.core.internal.page.SourceQuery;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.timeseries.internal.route.ArchiveLookup;
import dev.evenkeel.timeseries.internal.route.ArchiveLookup.Archives;
import dev.evenkeel.timeseries.internal.route.CallerNames;
import dev.evenkeel.timeseries.internal.route.MissingTables;
import dev.evenkeel.timeseries.internal.route.PeriodTable;
import dev.evenkeel.timeseries.spec.CoveredPage;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * A query whose rows are not in the order of time: all periods' tables are read side by side and
 * merged. Of rows with one sort value, those of earlier periods come first, in either direction
 * that time is read in.
 */
final class MergedRead {
  private final Call call;
  private final Target target;
  private final QueryShape shape;
  private final QueryRequest request;
  private final List<PeriodTable> tables;
  private final RowSize rowSize;
  private final CoverageLog coverage;
  private final MergedTemplate template;
  private final KeyAttribute sort;
  private final boolean forward;
  private final CallerNames names = new CallerNames();
  private final List<String> named = new ArrayList<>();

  /** The last evaluated keys as returned, which may hold more than a row does. */
  private final Map<Integer, Map<String, AttributeValue>> lastKeys = new HashMap<>();

  /** The names of restored tables in requests, by the positions of the missing ones. */
  private final Map<Integer, String> restored = new HashMap<>();

  MergedRead(
      Call call,
      Target target,
      QueryShape shape,
      QueryRequest request,
      MissingTables missingTables,
      List<PeriodTable> tables,
      RowSize rowSize) {
    this.call = call;
    this.target = target;
    this.shape = shape;
    this.request = request;
    this.tables = tables;
    this.rowSize = rowSize;
    this.coverage = new CoverageLog(missingTables, tables);
    this.template = new MergedTemplate(request, shape, target);
    this.sort = Objects.requireNonNull(shape.order());
    this.forward = !Boolean.FALSE.equals(request.scanIndexForward());
    tables.forEach(table -> named.add(names.add(call.table(), table)));
  }

  /**
   * The plan of the page.
   *
   * @param archives of the tables; they are looked up before the tables are read, for all tables
   *     are read at once
   * @param startKey where it starts; null for the beginning
   * @param startPeriod the period of the start key
   */
  Flow<CoveredPage<QueryResponse>> page(
      ArchiveLookup archives,
      @Nullable Map<String, AttributeValue> startKey,
      @Nullable TimeSpan startPeriod) {
    template.projection().requireRoom(call);
    List<@Nullable SourceQuery> sources = new ArrayList<>();
    int own = startPeriod == null ? -1 : place(startPeriod);
    AttributeValue value = startKey == null ? null : startValue(startKey);
    for (int i = 0; i < tables.size(); i++) {
      sources.add(source(i, startKey, value == null ? null : resumption(i, own, value)));
    }
    return archives.all().then(all -> merged(sources, all));
  }

  private Flow<CoveredPage<QueryResponse>> merged(
      List<@Nullable SourceQuery> sources, Archives archives) {
    return MergedQuery.of(sources, settings(), rowSize)
        .flow((place, query) -> read(place, query, archives))
        .map(this::covered)
        .step(MergedRead.class, "page");
  }

  private Flow<QueryResponse> read(int place, QueryRequest query, Archives archives) {
    String other = restored.get(place);
    return TableCall.query(other == null ? query : query.toBuilder().tableName(other).build())
        .map(answer -> answered(place, answer))
        .recover(cause -> failed(place, query, archives, cause));
  }

  private QueryResponse answered(int place, QueryResponse answer) {
    coverage.noteRead(place);
    lastKeys.put(place, answer.lastEvaluatedKey());
    return answer;
  }

  /**
   * Where a table is not there, the one that it was restored to is read, from there on and for
   * every page of the source. Without one the source has no rows, unless that is a failure.
   */
  private Flow<QueryResponse> failed(
      int place, QueryRequest query, Archives archives, Throwable cause) {
    if (!(cause instanceof ResourceNotFoundException missing)) {
      return Flow.failed(names.failure(cause));
    }
    PeriodTable other = restored.containsKey(place) ? null : archives.restored(tables.get(place));
    if (other != null) {
      restored.put(place, names.add(call.table(), other));
      return read(place, query, archives);
    }
    Throwable refused = coverage.noteAbsent(place, archives, missing);
    return refused == null
        ? Flow.of(QueryResponse.builder().count(0).scannedCount(0).build())
        : Flow.failed(refused);
  }

  /** Where in reading order; one that is past its retention by now is before all, or behind. */
  private int place(TimeSpan period) {
    for (int i = 0; i < tables.size(); i++) {
      if (tables.get(i).span().equals(period)) {
        return i;
      }
    }
    return forward ? -1 : tables.size();
  }

  private AttributeValue startValue(Map<String, AttributeValue> startKey) {
    AttributeValue value = startKey.get(sort.name());
    if (value == null || !sort.accepts(value) || !shape.range().contains(value)) {
      throw call.invalid(
          "the start key's attribute '%s' is missing, of another type, or outside of the key condition"
              .formatted(sort.name()),
          InvalidStartKeyException.REMEDY);
    }
    return value;
  }

  /**
   * The resumption of a table: earlier tables have given all rows with the start key's value, later
   * ones owe theirs.
   */
  private Resumption resumption(int place, int own, AttributeValue value) {
    if (place == own) {
      return new Resumption.AtStartKey();
    }
    return place > own
        ? Resumption.from(shape.range(), value, forward)
        : Resumption.afterTies(shape.range(), value, forward);
  }

  private @Nullable SourceQuery source(
      int place, @Nullable Map<String, AttributeValue> startKey, @Nullable Resumption resumption) {
    if (resumption instanceof Resumption.Nothing) {
      return null;
    }
    QueryRequest all = template.whole().toBuilder().tableName(named.get(place)).build();
    if (resumption instanceof Resumption.Narrowed narrowed) {
      QueryRequest less =
          template.narrowed(narrowed).toBuilder().tableName(named.get(place)).build();
      return source(place, less, narrowed.left(), narrowed.wider());
    }
    return resumption instanceof Resumption.AtStartKey
        ? source(place, all.toBuilder().exclusiveStartKey(startKey).build(), shape.range(), false)
        : source(place, all, shape.range(), false);
  }

  private SourceQuery source(int place, QueryRequest query, SortKeyRange left, boolean wider) {
    Predicate<Map<String, AttributeValue>> all = row -> true;
    return new SourceQuery(
        query,
        wider ? row -> left.contains(value(row)) : all,
        key -> left.endsBefore(value(key), forward),
        key -> startKey(place, key));
  }

  private AttributeValue value(Map<String, AttributeValue> row) {
    return Objects.requireNonNull(row.get(sort.name()), "a row comes with its sort key");
  }

  /**
   * The start key of the next query on one table: the very key that the last one ended with, or
   * that of a row.
   */
  private Map<String, AttributeValue> startKey(int place, Map<String, AttributeValue> key) {
    return key.equals(lastKeys.get(place))
        ? key
        : Objects.requireNonNull(BoundaryKeys.keyOf(key, target), "a row comes with its key");
  }

  private MergeSettings settings() {
    Comparator<Map<String, AttributeValue>> ascending =
        Comparator.comparing(this::value, KeyOrder.of(sort.type()));
    return MergeSettings.of(request, forward ? ascending : ascending.reversed(), true);
  }

  private CoveredPage<QueryResponse> covered(MergedPage page) {
    QueryResponse.Builder response =
        QueryResponse.builder()
            .count(page.rows().size())
            .scannedCount(page.evaluatedRows())
            .consumedCapacity(capacity(page));
    if (request.select() != Select.COUNT) {
      response.items(
          page.rows().stream().map(row -> template.projection().strip(row.item())).toList());
    }
    Position end = page.end();
    if (end != null) {
      response.lastEvaluatedKey(startKey(end.source(), end.key()));
    }
    ResponseMetadata.copy(page.lastAnswer(), response);
    return new CoveredPage<>(response.build(), coverage.coverage());
  }

  private @Nullable ConsumedCapacity capacity(MergedPage page) {
    ConsumedCapacity sum = CapacitySum.of(page.capacity());
    return sum == null
        ? CapacitySum.nothing(request.tableName(), request.returnConsumedCapacity())
        : sum.toBuilder().tableName(request.tableName()).build();
  }
}
