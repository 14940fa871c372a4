package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.KeyedProjection;
import dev.evenkeel.sharding.internal.layout.LogicalView;
import dev.evenkeel.sharding.internal.layout.Relocation;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.move.MovedItem;
import dev.evenkeel.sharding.internal.operation.MovingTables.Moving;
import dev.evenkeel.sharding.internal.query.MovedStartKeys;
import dev.evenkeel.sharding.internal.query.MovedStartKeys.StartPosition;
import dev.evenkeel.sharding.spec.IndexSpec.Scope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Scan while items are moved, in two passes: all items that are not at a new place, and then those
 * at new places. An item that moves behind the first pass is met by the second, so that none is
 * missed. One that moves between the two comes twice. Both passes go through the whole table, but
 * where the items of one key are moved the second queries their new places one after another.
 */
final class MovedScan {
  private final Call call;
  private final Moving table;
  private final ScanRequest request;
  private final MovedStartKeys startKeys;
  private final KeyedProjection projection;
  private final ScanRequest keyed;
  private final List<Part> parts;

  /**
   * The first pass, or a part of the second one.
   *
   * @param layout by which it is read
   * @param place the new place that it queries; null if it goes through the whole table
   */
  private record Part(boolean isSecond, ShardedTable layout, @Nullable AttributeValue place) {}

  /** What was read so far for a page that has no items yet. */
  private record Before(int evaluated, List<ConsumedCapacity> capacity) {
    Before and(ScanResponse read) {
      return new Before(
          evaluated + read.scannedCount(),
          Stream.concat(capacity.stream(), Stream.ofNullable(read.consumedCapacity())).toList());
    }
  }

  private MovedScan(Call call, Moving table, ScanRequest request) {
    this.call = call;
    this.table = table;
    this.request = request;
    this.startKeys = table.startKeys(call, request.indexName());
    Condition filter =
        request.filterExpression() == null
            ? null
            : ExpressionParser.filter(
                request.filterExpression(), request.expressionAttributeNames());
    this.projection = projection(filter);
    projection.requireRoom(call);
    this.keyed = keyed();
    this.parts = parts(filter);
  }

  static Plan<ScanResponse> of(Moving table, ScanRequest request) {
    Call call = new Call("Scan", request.tableName());
    call.refuseLegacy(request);
    boolean isForTheEngineToRefuse =
        (request.select() == Select.COUNT && request.projectionExpression() != null)
            || (request.limit() != null && request.limit() < 1)
            || !hasSoundSegments(request);
    if (!isForTheEngineToRefuse && request.segment() != null && request.totalSegments() > 1) {
      throw call.refuse(
          "items of the table are being moved, and one of a segment may move to another that was read before",
          "Scan without segments, or begin the whole scan anew when the move is complete");
    }
    return isForTheEngineToRefuse
        ? Relocation.to(table.from(), Scan.of(table.from(), request))
        : new MovedScan(call, table, request).plan();
  }

  private static boolean hasSoundSegments(ScanRequest request) {
    if (request.segment() == null || request.totalSegments() == null) {
      return request.segment() == null && request.totalSegments() == null;
    }
    return request.segment() >= 0 && request.segment() < request.totalSegments();
  }

  private KeyedProjection projection(@Nullable Condition filter) {
    List<String> keys = table.from().key().attributes();
    PlaceholderAllocator fresh =
        PlaceholderAllocator.of(
            request.expressionAttributeNames(),
            request.expressionAttributeValues(),
            filter == null ? List.of() : List.of(filter));
    return request.select() == Select.COUNT
        ? KeyedProjection.only(keys, fresh)
        : KeyedProjection.of(
            request.projectionExpression(), request.expressionAttributeNames(), keys, fresh);
  }

  /** The request, whose items come with their keys. */
  private ScanRequest keyed() {
    ScanRequest.Builder sent = request.toBuilder().exclusiveStartKey(null);
    if (request.select() == Select.COUNT) {
      sent.select((Select) null);
    }
    if (projection.expression() != null) {
      Map<String, String> names = new HashMap<>(request.expressionAttributeNames());
      names.putAll(projection.names());
      sent.projectionExpression(projection.expression());
      sent.expressionAttributeNames(names.isEmpty() ? null : names);
    }
    return sent.build();
  }

  /** A filter of a query cannot name the key. */
  private List<Part> parts(@Nullable Condition filter) {
    ShardedTable to = table.to();
    boolean namesKey =
        filter != null
            && filter.pathUses().stream()
                .anyMatch(use -> to.key().attributes().contains(use.path().attribute()));
    AttributeValue key = namesKey || request.indexName() != null ? null : table.key();
    Stream<Part> second =
        key == null
            ? Stream.of(new Part(true, to, null))
            : to.places(key).stream().distinct().map(place -> new Part(true, to, place));
    return Stream.concat(Stream.of(new Part(false, table.from(), null)), second).toList();
  }

  private Plan<ScanResponse> plan() {
    StartPosition start =
        request.hasExclusiveStartKey()
            ? startKeys.place(request.exclusiveStartKey())
            : new StartPosition(false, null);
    return Plan.of(
        page(firstPart(start), start.after(), new Before(0, List.of()))
            .step(MovedScan.class, "pass"),
        List.of(
            parts.get(1).place() == null
                ? "the same Scan for the items at new places, when the first has come to its end"
                : "a Query of each new place, when the Scan has come to its end"));
  }

  /** The part that a page begins in. */
  private int firstPart(StartPosition start) {
    if (!start.inSecond()) {
      return 0;
    }
    Map<String, AttributeValue> after = start.after();
    AttributeValue place = after == null ? null : after.get(table.to().partitionKey());
    return IntStream.range(1, parts.size())
        .filter(part -> Objects.equals(parts.get(part).place(), place))
        .findFirst()
        .orElse(1);
  }

  private boolean isLast(int part) {
    return part == parts.size() - 1;
  }

  /** Goes on to the next part only while the page has no items, so that it keeps to its limit. */
  private Flow<ScanResponse> page(
      int number, @Nullable Map<String, AttributeValue> after, Before before) {
    Part part = parts.get(number);
    return Relocation.to(part.layout(), Plan.of(read(part, after)))
        .flow()
        .mapFailure(part.layout().view()::failure)
        .then(
            read -> {
              Before all = before.and(read);
              List<Map<String, AttributeValue>> rows =
                  read.items().stream().filter(row -> isOf(part, row)).toList();
              boolean goesOn =
                  rows.isEmpty() && read.lastEvaluatedKey().isEmpty() && !isLast(number);
              return goesOn
                  ? page(number + 1, null, all)
                  : Flow.of(response(number, rows, read, all));
            });
  }

  private boolean isOf(Part part, Map<String, AttributeValue> row) {
    return !table.isWithinTable()
        || MovedItem.isAtNewPlace(call, table.from(), table.to(), row) == part.isSecond();
  }

  private Flow<ScanResponse> read(Part part, @Nullable Map<String, AttributeValue> after) {
    ScanRequest scan = Scan.filtered(call, part.layout(), keyed);
    if (part.place() != null) {
      return TableCall.query(query(scan, part.place(), after)).map(MovedScan::scanned);
    }
    ScanRequest.Builder sent = scan.toBuilder().exclusiveStartKey(after);
    if (part.isSecond() && mayBeConsistent()) {
      sent.consistentRead(true);
    }
    return TableCall.scan(sent.build());
  }

  /** A page of a query as one of a scan. */
  private static ScanResponse scanned(QueryResponse page) {
    ScanResponse.Builder scanned =
        ScanResponse.builder()
            .items(page.items())
            .lastEvaluatedKey(page.lastEvaluatedKey())
            .scannedCount(page.scannedCount())
            .consumedCapacity(page.consumedCapacity());
    ResponseMetadata.copy(page, scanned);
    return scanned.build();
  }

  private boolean mayBeConsistent() {
    return request.indexName() == null
        || table.to().indexes().stream()
            .anyMatch(
                index -> index.scope() == Scope.LOCAL && index.name().equals(request.indexName()));
  }

  private QueryRequest query(
      ScanRequest scan, AttributeValue place, @Nullable Map<String, AttributeValue> after) {
    PlaceholderAllocator fresh =
        PlaceholderAllocator.of(
            scan.expressionAttributeNames(), scan.expressionAttributeValues(), List.of());
    String name = fresh.token(table.to().partitionKey());
    String value = fresh.value(place);
    return QueryRequest.builder()
        .tableName(scan.tableName())
        .keyConditionExpression(name + " = " + value)
        .filterExpression(scan.filterExpression())
        .projectionExpression(scan.projectionExpression())
        .expressionAttributeNames(fresh.names())
        .expressionAttributeValues(fresh.values())
        .select(scan.selectAsString())
        .limit(scan.limit())
        .consistentRead(true)
        .exclusiveStartKey(after)
        .returnConsumedCapacity(scan.returnConsumedCapacityAsString())
        .overrideConfiguration(scan.overrideConfiguration().orElse(null))
        .build();
  }

  private ScanResponse response(
      int number, List<Map<String, AttributeValue>> rows, ScanResponse read, Before all) {
    Part part = parts.get(number);
    LogicalView view = part.layout().view();
    int evaluatedMax =
        request.limit() == null ? all.evaluated() : Math.min(all.evaluated(), request.limit());
    ScanResponse.Builder response =
        ScanResponse.builder()
            .count(rows.size())
            .scannedCount(Math.max(evaluatedMax, rows.size()))
            .consumedCapacity(CapacitySum.of(all.capacity()));
    if (request.select() != Select.COUNT) {
      response.items(rows.stream().map(view::item).map(projection::strip).toList());
    }
    if (!read.lastEvaluatedKey().isEmpty()) {
      response.lastEvaluatedKey(startKeys.after(part.isSecond(), read.lastEvaluatedKey()));
    } else if (!isLast(number)) {
      Map<String, AttributeValue> last = table.from().keyOf(rows.get(rows.size() - 1));
      response.lastEvaluatedKey(
          part.isSecond() ? startKeys.after(true, last) : startKeys.secondPass(view.item(last)));
    }
    ResponseMetadata.copy(read, response);
    return response.build();
  }
}
