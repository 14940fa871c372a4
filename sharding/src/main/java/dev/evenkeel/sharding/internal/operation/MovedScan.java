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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
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

  /** The new places that are queried; empty where the second pass goes through the whole table. */
  private final List<AttributeValue> places;

  /** What was read so far for a page that has no items yet. */
  private record Before(int evaluated, List<ConsumedCapacity> capacity) {
    Before and(Read read) {
      return new Before(
          evaluated + read.evaluated(),
          Stream.concat(capacity.stream(), Stream.ofNullable(read.capacity())).toList());
    }
  }

  /** What was read with one request. */
  private record Read(
      List<Map<String, AttributeValue>> rows,
      Map<String, AttributeValue> last,
      int evaluated,
      @Nullable ConsumedCapacity capacity,
      DynamoDbResponse answer) {}

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
    this.places = places(filter);
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
  private List<AttributeValue> places(@Nullable Condition filter) {
    AttributeValue key = table.key();
    ShardedTable to = table.to();
    boolean namesKey =
        filter != null
            && filter.pathUses().stream()
                .anyMatch(use -> to.key().attributes().contains(use.path().attribute()));
    return key == null || namesKey || request.indexName() != null
        ? List.of()
        : to.places(key).stream().distinct().toList();
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
            places.isEmpty()
                ? "the same Scan for the items at new places, when the first has come to its end"
                : "a Query of each new place, when the Scan has come to its end"));
  }

  /** 0 for the first pass, and from 1 on the parts of the second one. */
  private int firstPart(StartPosition start) {
    if (!start.inSecond()) {
      return 0;
    }
    Map<String, AttributeValue> after = start.after();
    return after == null || places.isEmpty()
        ? 1
        : 1 + Math.max(0, places.indexOf(after.get(table.to().partitionKey())));
  }

  private int lastPart() {
    return Math.max(1, places.size());
  }

  /** Goes on to the next part only while the page has no items, so that it keeps to its limit. */
  private Flow<ScanResponse> page(
      int part, @Nullable Map<String, AttributeValue> after, Before before) {
    return read(part, after)
        .mapFailure(view(part)::failure)
        .then(
            read -> {
              Before all = before.and(read);
              List<Map<String, AttributeValue>> rows =
                  read.rows().stream().filter(row -> isOf(part, row)).toList();
              boolean goesOn = rows.isEmpty() && read.last().isEmpty() && part < lastPart();
              return goesOn ? page(part + 1, null, all) : Flow.of(response(part, rows, read, all));
            });
  }

  private LogicalView view(int part) {
    return part == 0 ? table.from().view() : table.to().view();
  }

  private boolean isOf(int part, Map<String, AttributeValue> row) {
    return !table.isWithinTable()
        || MovedItem.isAtNewPlace(call, table.from(), table.to(), row) == part > 0;
  }

  private Flow<Read> read(int part, @Nullable Map<String, AttributeValue> after) {
    ShardedTable layout = part == 0 ? table.from() : table.to();
    return Relocation.to(layout, Plan.of(read(part, layout, after))).flow();
  }

  private Flow<Read> read(
      int part, ShardedTable layout, @Nullable Map<String, AttributeValue> after) {
    ScanRequest scan = Scan.filtered(call, layout, keyed);
    if (part > 0 && !places.isEmpty()) {
      return TableCall.query(query(scan, places.get(part - 1), after))
          .map(
              page ->
                  new Read(
                      page.items(),
                      page.lastEvaluatedKey(),
                      page.scannedCount(),
                      page.consumedCapacity(),
                      page));
    }
    ScanRequest.Builder sent = scan.toBuilder().exclusiveStartKey(after);
    if (part > 0 && mayBeConsistent()) {
      sent.consistentRead(true);
    }
    return TableCall.scan(sent.build())
        .map(
            page ->
                new Read(
                    page.items(),
                    page.lastEvaluatedKey(),
                    page.scannedCount(),
                    page.consumedCapacity(),
                    page));
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
      int part, List<Map<String, AttributeValue>> rows, Read read, Before all) {
    LogicalView view = view(part);
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
    if (!read.last().isEmpty()) {
      response.lastEvaluatedKey(startKeys.after(part > 0, read.last()));
    } else if (part < lastPart()) {
      Map<String, AttributeValue> last = table.from().keyOf(rows.get(rows.size() - 1));
      response.lastEvaluatedKey(
          part == 0 ? startKeys.secondPass(view.item(last)) : startKeys.after(true, last));
    }
    ResponseMetadata.copy(read.answer(), response);
    return response.build();
  }
}
