package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.chunking.internal.read.BoundedParallel.Part;
import dev.evenkeel.chunking.internal.read.PagedRequest.Changes;
import dev.evenkeel.chunking.internal.read.PagedRequest.Page;
import dev.evenkeel.chunking.internal.read.TornRead.ReadResult;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.pace.Metering;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A page of a Query or a Scan, with the values of its rows. It ends before the row whose values
 * would pass what is read at a time, but has one row at least; its start key is then that row's
 * predecessor's own.
 *
 * <p>Without a filter {@code ScannedCount} is {@code Count}. With one it is what DynamoDB
 * evaluated, which is what it bills, also of a page that ends early, whose rest is evaluated again.
 */
public final class PagePlan<R extends DynamoDbResponse> {
  private final Hydrator hydrator;
  private final ChunkedTable table;
  private final PagedRequest<R> request;

  private PagePlan(Hydrator hydrator, PagedRequest<R> request) {
    this.hydrator = hydrator;
    this.table = hydrator.table();
    this.request = request;
  }

  /**
   * Plans a page.
   *
   * @param original the request that {@code request} is of
   * @return null if the request is to be sent as it is
   */
  public static <R extends DynamoDbResponse> @Nullable Flow<R> of(
      Hydrator hydrator, PagedRequest<R> request, DynamoDbRequest original) {
    PagePlan<R> plan = new PagePlan<>(hydrator, request);
    Set<String> startKey = request.indexName() == null ? Set.of() : request.startKey().keySet();
    PageExpressions expressions = PageExpressions.of(plan.table, request, startKey);
    return expressions.areAsAsked() && expressions.leaveRows()
        ? null
        : CallerSettings.of(original)
            .run(plan.attempt(expressions, startKey, 0), plan::withCapacity);
  }

  private R withCapacity(R response, List<ConsumedCapacity> used) {
    ConsumedCapacity sum = CapacitySum.of(used);
    return used.size() < 2 || sum == null ? response : Metering.with(response, sum);
  }

  /**
   * Reads the page.
   *
   * @param startKey the attributes of a start key of the index; empty if they are not known, or on
   *     a table
   */
  private Flow<R> attempt(PageExpressions expressions, Set<String> startKey, int repeats) {
    Changes changes =
        repeats > 0 && request.indexName() == null ? new Changes(true, false) : Changes.NONE;
    return request
        .send(expressions, changes)
        .then(
            response ->
                expressions.leaveRows()
                    ? Flow.of(response)
                    : answer(expressions, startKey, repeats, response));
  }

  private Flow<R> repeat(Set<String> startKey, int repeats, Throwable cause) {
    return repeats == TornRead.REREADS_MAX
        ? Flow.failed(cause)
        : Flow.ask(Retries.pause(repeats))
            .then(
                done ->
                    attempt(PageExpressions.of(table, request, startKey), startKey, repeats + 1));
  }

  private Flow<R> answer(
      PageExpressions expressions, Set<String> startKey, int repeats, R response) {
    Page page = request.page().apply(response);
    ItemRead read =
        new ItemRead(
            hydrator,
            request.call().table(),
            expressions.projection(),
            expressions.projectionText(),
            expressions.definitions().names());
    List<StoredItem> rows = page.items().stream().map(read::stored).toList();
    int end = end(rows);
    Flow<Map<String, AttributeValue>> next =
        end == rows.size()
            ? Flow.of(page.startKey())
            : Flow.defer(() -> nextKey(expressions, startKey, page, rows.get(end - 1).item()));
    return next.then(key -> shown(expressions, read, rows.subList(0, end), page, key))
        .map(shown -> request.answer().apply(response, shown))
        .recover(
            cause ->
                cause instanceof PageAgain again
                    ? repeat(again.orKeep(startKey), repeats, again.reason())
                    : Flow.failed(cause));
  }

  /** The number of rows that the page returns. */
  private int end(List<StoredItem> rows) {
    long limit = table.spec().limits().hydrateBytesMax();
    long bytes = 0;
    int end = 0;
    while (end < rows.size() && (end == 0 || bytes + rows.get(end).bytes() <= limit)) {
      bytes += rows.get(end++).bytes();
    }
    return end;
  }

  /** The start key that a row makes: on an index its key there belongs to it. */
  private Flow<Map<String, AttributeValue>> nextKey(
      PageExpressions expressions,
      Set<String> startKey,
      Page page,
      Map<String, AttributeValue> row) {
    if (request.indexName() == null) {
      return Flow.of(table.keyOf(row));
    }
    if (!startKey.isEmpty() || !page.startKey().isEmpty()) {
      return Flow.of(keyOf(row, startKey.isEmpty() ? page.startKey().keySet() : startKey));
    }
    return request
        .send(expressions, Changes.ONE_ROW)
        .map(response -> keyOf(row, request.page().apply(response).startKey().keySet()));
  }

  /** A row that lacks a part of it was projected without: the page is read again with it. */
  private static Map<String, AttributeValue> keyOf(
      Map<String, AttributeValue> row, Set<String> attributes) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    attributes.stream()
        .filter(row::containsKey)
        .forEach(name -> key.put(name, Objects.requireNonNull(row.get(name))));
    if (key.isEmpty() || key.size() < attributes.size()) {
      throw new PageAgain(new LinkedHashSet<>(attributes), unknownStart());
    }
    return key;
  }

  private static DecoratorException unknownStart() {
    return new DecoratorException(
        "A page of an index has more values than are read at a time, and could not be ended early"
            + " because its rows changed all the while. Repeat it, with a smaller Limit.");
  }

  private Flow<Page> shown(
      PageExpressions expressions,
      ItemRead read,
      List<StoredItem> rows,
      Page page,
      Map<String, AttributeValue> startKey) {
    RowReread reread = new RowReread(table, request, expressions);
    List<Part<ReadResult>> parts =
        rows.stream()
            .map(row -> read.part(row, missing -> reread.flow(row.item(), missing)))
            .toList();
    long bytes = rows.stream().mapToLong(StoredItem::bytes).sum();
    return ReadMemory.holding(
            bytes, BoundedParallel.bySide(parts, table.spec().limits().widthMax()))
        .map(
            found -> {
              List<Map<String, AttributeValue>> items = new ArrayList<>();
              found.stream().map(ReadResult::item).filter(Objects::nonNull).forEach(items::add);
              return new Page(
                  items,
                  expressions.filter() == null ? items.size() : page.scannedCount(),
                  startKey);
            });
  }

  /** Signals from within a page that the whole page has to be read again. */
  static final class PageAgain extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Set<String> startKey;
    private final Throwable reason;

    /**
     * @param startKey the attributes of the index's start keys, if they are known now
     * @param reason the failure of the call if that does not help either
     */
    PageAgain(Set<String> startKey, Throwable reason) {
      super(reason.getMessage(), reason, false, false);
      this.startKey = startKey;
      this.reason = reason;
    }

    Set<String> orKeep(Set<String> known) {
      return startKey.isEmpty() ? known : startKey;
    }

    Throwable reason() {
      return reason;
    }
  }
}
