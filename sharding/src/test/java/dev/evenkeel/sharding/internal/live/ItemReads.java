package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.sharding.internal.live.ItemStore.Contents;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

/** What {@link ItemStore} answers to reads, each at one moment. */
final class ItemReads {
  private ItemReads() {}

  /** Null if it has to wait. */
  static @Nullable Object read(Contents there, DynamoDbRequest request) {
    if (request instanceof GetItemRequest get) {
      Map<String, AttributeValue> item =
          there.items().get(ItemStore.place(get.tableName(), get.key()));
      return GetItemResponse.builder().item(item).build();
    }
    if (request instanceof BatchGetItemRequest batch) {
      Map<String, List<Map<String, AttributeValue>>> found = new LinkedHashMap<>();
      batch
          .requestItems()
          .forEach(
              (table, asked) ->
                  found.put(
                      table,
                      asked.keys().stream()
                          .map(key -> there.items().get(ItemStore.place(table, key)))
                          .filter(item -> item != null)
                          .toList()));
      return BatchGetItemResponse.builder().responses(found).unprocessedKeys(Map.of()).build();
    }
    if (request instanceof TransactGetItemsRequest transaction) {
      List<String> places =
          transaction.transactItems().stream()
              .map(each -> ItemStore.place(each.get().tableName(), each.get().key()))
              .toList();
      return places.stream().anyMatch(there::isLocked)
          ? null
          : TransactGetItemsResponse.builder()
              .responses(
                  places.stream()
                      .map(place -> ItemResponse.builder().item(there.items().get(place)).build())
                      .toList())
              .build();
    }
    return request instanceof QueryRequest query
        ? queried(there, query)
        : scanned(there, (ScanRequest) request);
  }

  private static QueryResponse queried(Contents there, QueryRequest query) {
    SortKeyRange range = asked(query, "sk").orElse(SortKeyRange.ALL);
    String prefix = query.tableName() + "/" + partition(query).s() + "/";
    Page page =
        Page.of(
            there.items().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .filter(entry -> range.contains(entry.getValue().get("sk"))),
            query.hasExclusiveStartKey()
                ? ItemStore.place(query.tableName(), query.exclusiveStartKey())
                : "",
            query.limit());
    return QueryResponse.builder()
        .items(page.kept(query.filterExpression()))
        .count(page.kept(query.filterExpression()).size())
        .scannedCount(page.rows().size())
        .lastEvaluatedKey(page.last())
        .build();
  }

  private static Optional<SortKeyRange> asked(QueryRequest query, String attribute) {
    return ExpressionParser.keyCondition(
            query.keyConditionExpression(), query.expressionAttributeNames())
        .predicate(attribute)
        .map(predicate -> SortKeyRange.of(predicate, query.expressionAttributeValues()));
  }

  /** The partition key that a query asks for. */
  static AttributeValue partition(QueryRequest query) {
    return asked(query, "pk").orElseThrow().lower().value();
  }

  private static ScanResponse scanned(Contents there, ScanRequest scan) {
    Page page =
        Page.of(
            there.items().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(scan.tableName() + "/")),
            scan.hasExclusiveStartKey()
                ? ItemStore.place(scan.tableName(), scan.exclusiveStartKey())
                : "",
            scan.limit());
    return ScanResponse.builder()
        .items(page.kept(scan.filterExpression()))
        .count(page.kept(scan.filterExpression()).size())
        .scannedCount(page.rows().size())
        .lastEvaluatedKey(page.last())
        .build();
  }

  /**
   * What a page evaluates.
   *
   * @param last the key where it was cut; null if it was not
   */
  private record Page(
      List<Map<String, AttributeValue>> rows, @Nullable Map<String, AttributeValue> last) {
    static Page of(
        Stream<Map.Entry<String, Map<String, AttributeValue>>> all,
        String after,
        @Nullable Integer limit) {
      List<Map<String, AttributeValue>> rest =
          all.filter(entry -> entry.getKey().compareTo(after) > 0)
              .map(Map.Entry::getValue)
              .toList();
      if (limit == null || rest.size() < limit) {
        return new Page(rest, null);
      }
      Map<String, AttributeValue> last = new HashMap<>(rest.get(limit - 1));
      last.keySet().retainAll(List.of("pk", "sk"));
      return new Page(rest.subList(0, limit), last);
    }

    /** Filters ask for {@link ItemCalls#KEPT} only, if not for more that all items have. */
    List<Map<String, AttributeValue>> kept(@Nullable String filter) {
      return filter == null
          ? rows
          : rows.stream().filter(row -> row.containsKey(ItemCalls.KEPT)).toList();
    }
  }
}
