package dev.evenkeel.chunking.internal.read;

import static dev.evenkeel.chunking.internal.read.Docs.key;
import static dev.evenkeel.chunking.internal.read.Docs.n;
import static dev.evenkeel.chunking.internal.read.Docs.s;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.operation.Query;
import dev.evenkeel.chunking.internal.operation.Scan;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

@ExtendWith(LocalDynamoDbExtension.class)
class PagePlanTest {
  private static final int ROWS = 12;
  private static final int BODY_BYTES = 250;
  private static Docs docs;
  private static final List<Map<String, AttributeValue>> LOGICAL = new ArrayList<>();
  private final Driver driver = docs.driver();

  /** Rows 1 to 12; every third has no body; the ranks of an owner's rows are ties of three. */
  @BeforeAll
  static void fill(DynamoDbClient client) {
    docs = Docs.create(client, "pages");
    LOGICAL.clear();
    for (int at = 1; at <= ROWS; at++) {
      Map<String, AttributeValue> others =
          Map.of("owner", s("me"), "rank", n((at - 1) / 3), "even", n(at % 2));
      Map<String, AttributeValue> row = new HashMap<>(key("p", at));
      row.putAll(others);
      if (at % 3 == 0) {
        docs.putRaw(row);
      } else {
        row = docs.put(key("p", at), body(at), others);
      }
      LOGICAL.add(row);
    }
  }

  private static AttributeValue body(int at) {
    return s("%010d".formatted(at).repeat(BODY_BYTES / 10));
  }

  @BeforeEach
  void reset() {
    docs.limits(limits -> limits);
    docs.payloads.beforeRead(number -> {});
  }

  @AfterEach
  void removeTornRows() {
    for (int i = 1; i <= 9; i++) {
      Map<String, AttributeValue> key = key("t" + i, 1);
      docs.client.deleteItem(d -> d.tableName(docs.table).key(key));
    }
  }

  private static QueryRequest.Builder query() {
    return QueryRequest.builder()
        .tableName(docs.table)
        .keyConditionExpression("id = :id")
        .expressionAttributeValues(Map.of(":id", s("p")));
  }

  private static QueryRequest.Builder byOwner() {
    return QueryRequest.builder()
        .tableName(docs.table)
        .indexName("byOwner")
        .keyConditionExpression("#o = :o")
        .expressionAttributeNames(Map.of("#o", "owner"))
        .expressionAttributeValues(Map.of(":o", s("me")));
  }

  private QueryResponse run(QueryRequest.Builder request) {
    return driver.run(requireNonNull(Query.of(docs.hydrator(), request.build())));
  }

  private ScanResponse run(ScanRequest.Builder request) {
    return driver.run(requireNonNull(Scan.of(docs.hydrator(), request.build())));
  }

  /** All rows, page by page, each of which has one row at least. */
  private List<Map<String, AttributeValue>> pages(
      QueryRequest.Builder request, Consumer<QueryResponse> each) {
    List<Map<String, AttributeValue>> rows = new ArrayList<>();
    Map<String, AttributeValue> start = null;
    do {
      QueryResponse page = run(request.exclusiveStartKey(start));
      each.accept(page);
      rows.addAll(page.items());
      start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
    } while (start != null);
    return rows;
  }

  @Test
  void query_rowsWithAndWithoutValues_areAsWritten() {
    QueryResponse page = run(query());

    assertThat(page.items()).isEqualTo(LOGICAL);
    assertThat(page.count()).isEqualTo(ROWS);
    assertThat(page.scannedCount()).isEqualTo(ROWS);
    assertThat(page.hasLastEvaluatedKey()).isFalse();
  }

  @Test
  void query_limit_leavesDynamoDbsStartKey() {
    QueryResponse page = run(query().limit(4));

    assertThat(page.items()).isEqualTo(LOGICAL.subList(0, 4));
    assertThat(page.lastEvaluatedKey()).isEqualTo(key("p", 4));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2 * BODY_BYTES, 4 * BODY_BYTES, 4 * BODY_BYTES + 1, 7 * BODY_BYTES})
  void query_moreBytesThanAPageBrings_isCutAndGoesOn(int bytesMax) {
    docs.limits(limits -> limits.withHydrateBytesMax(bytesMax));
    List<Integer> bodies = new ArrayList<>();

    List<Map<String, AttributeValue>> rows =
        pages(
            query(),
            page -> {
              bodies.add(
                  (int) page.items().stream().filter(row -> row.containsKey("body")).count());
              assertThat(page.count()).isEqualTo(page.items().size()).isPositive();
              assertThat(page.scannedCount()).isEqualTo(page.count());
            });

    assertThat(rows).isEqualTo(LOGICAL);
    assertThat(bodies).allMatch(count -> count <= Math.max(1, bytesMax / (2 * BODY_BYTES)));
  }

  @Test
  void query_backwards_isCutAndGoesOn() {
    docs.limits(limits -> limits.withHydrateBytesMax(4 * BODY_BYTES));
    List<Map<String, AttributeValue>> expected = new ArrayList<>(LOGICAL);
    Collections.reverse(expected);

    assertThat(pages(query().scanIndexForward(false), page -> {})).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4 * BODY_BYTES})
  void query_filter_isCutAndGoesOn(int bytesMax) {
    docs.limits(limits -> limits.withHydrateBytesMax(bytesMax));
    QueryRequest.Builder request =
        query()
            .filterExpression("attribute_exists(body) AND even = :one")
            .expressionAttributeValues(Map.of(":id", s("p"), ":one", n(1)));

    List<Map<String, AttributeValue>> rows =
        pages(
            request, page -> assertThat(page.scannedCount()).isGreaterThanOrEqualTo(page.count()));

    assertThat(rows)
        .isEqualTo(
            LOGICAL.stream()
                .filter(row -> row.containsKey("body") && row.get("even").equals(n(1)))
                .toList());
  }

  @Test
  void query_filterNotExists_keepsRowsWithoutValue() {
    QueryResponse page = run(query().filterExpression("attribute_not_exists(body)"));

    assertThat(page.items())
        .isEqualTo(LOGICAL.stream().filter(row -> !row.containsKey("body")).toList());
    assertThat(page.scannedCount()).isEqualTo(ROWS);
  }

  @Test
  void query_filterOnTheValue_isRefused() {
    assertThatThrownBy(
            () ->
                Query.of(docs.hydrator(), query().filterExpression("contains(body, :id)").build()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'body'");
  }

  @Test
  void query_keyConditionOnTheValue_isRefused() {
    QueryRequest request =
        QueryRequest.builder()
            .tableName(docs.table)
            .indexName("x")
            .keyConditionExpression("body = :b")
            .expressionAttributeValues(Map.of(":b", s("x")))
            .build();

    assertThatThrownBy(() -> Query.of(docs.hydrator(), request))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'body'");
  }

  @Test
  void query_projection_bringsValuesAndNothingElse() {
    docs.limits(limits -> limits.withHydrateBytesMax(4 * BODY_BYTES));

    assertThat(pages(query().projectionExpression("body"), page -> {}))
        .isEqualTo(
            LOGICAL.stream()
                .map(row -> row.containsKey("body") ? Map.of("body", row.get("body")) : Map.of())
                .toList());
  }

  @Test
  void query_projectionWithoutValues_isSentAsItIs() {
    assertThat(Query.of(docs.hydrator(), query().projectionExpression("even, id").build()))
        .isNull();
  }

  @Test
  void query_count_isSentAsItIs() {
    assertThat(Query.of(docs.hydrator(), query().select(Select.COUNT).build())).isNull();
  }

  @Test
  void query_countWithFilter_readsNoMore() {
    docs.limits(limits -> limits.withHydrateBytesMax(1));

    QueryResponse page =
        run(query().select(Select.COUNT).filterExpression("attribute_exists(body)"));

    assertThat(page.count()).isEqualTo(8);
    assertThat(page.hasItems()).isFalse();
    assertThat(driver.sent()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2 * BODY_BYTES, 4 * BODY_BYTES, 6 * BODY_BYTES, 1_000_000})
  void queryIndex_ties_arePagedExactly(int bytesMax) {
    List<Map<String, AttributeValue>> expected = run(byOwner()).items();
    docs.limits(limits -> limits.withHydrateBytesMax(bytesMax));

    assertThat(pages(byOwner(), page -> {})).isEqualTo(expected);
    assertThat(expected).containsExactlyInAnyOrderElementsOf(LOGICAL);
  }

  @Test
  void queryIndex_projectionWithoutIndexKeys_isPagedExactly() {
    List<AttributeValue> expected =
        run(byOwner()).items().stream().map(row -> row.get("at")).toList();
    docs.limits(limits -> limits.withHydrateBytesMax(2 * BODY_BYTES));

    List<Map<String, AttributeValue>> rows =
        pages(
            byOwner()
                .projectionExpression("body, #at")
                .expressionAttributeNames(Map.of("#o", "owner", "#at", "at")),
            page -> {});

    assertThat(rows.stream().map(row -> row.get("at")).toList()).isEqualTo(expected);
    assertThat(rows).allMatch(row -> !row.containsKey("rank") && !row.containsKey("id"));
  }

  @Test
  void scan_isPagedExactly() {
    docs.limits(limits -> limits.withHydrateBytesMax(4 * BODY_BYTES));

    List<Map<String, AttributeValue>> rows =
        scanned(ScanRequest.builder().tableName(docs.table), ROWS);

    assertThat(rows).containsExactlyInAnyOrderElementsOf(LOGICAL);
  }

  /** Its rows lack the index's key, which only DynamoDB's own start key names. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4, 2 * ROWS})
  void queryIndex_projectionWithoutItsKey_isCutWhateverTheLimit(int limit) {
    docs.limits(limits -> limits.withHydrateBytesMax(2 * BODY_BYTES));

    List<Map<String, AttributeValue>> rows =
        pages(byOwner().projectionExpression("body").limit(limit), page -> {});

    assertThat(rows)
        .containsExactlyInAnyOrderElementsOf(
            LOGICAL.stream()
                .map(
                    row ->
                        row.containsKey("body")
                            ? Map.of("body", requireNonNull(row.get("body")))
                            : Map.<String, AttributeValue>of())
                .toList());
  }

  @Test
  void scanIndex_isPagedExactly() {
    docs.limits(limits -> limits.withHydrateBytesMax(2 * BODY_BYTES));

    List<Map<String, AttributeValue>> rows =
        scanned(ScanRequest.builder().tableName(docs.table).indexName("byOwner"), ROWS);

    assertThat(rows).containsExactlyInAnyOrderElementsOf(LOGICAL);
  }

  private List<Map<String, AttributeValue>> scanned(ScanRequest.Builder request, int pagesMax) {
    List<Map<String, AttributeValue>> rows = new ArrayList<>();
    Map<String, AttributeValue> start = null;
    int pages = 0;
    do {
      ScanResponse page = run(request.exclusiveStartKey(start));
      rows.addAll(page.items());
      start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
      assertThat(++pages).isLessThanOrEqualTo(pagesMax + 1);
    } while (start != null);
    return rows;
  }

  @Test
  void query_capacityAskedFor_countsTheChunks() {
    QueryResponse page =
        run(
            query()
                .limit(2)
                .consistentRead(true)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));

    assertThat(page.consumedCapacity().capacityUnits()).isEqualTo(1 + 2 * 3 * 0.5);
  }

  @Test
  void query_width_boundsReadsUnderWay() {
    docs.limits(limits -> limits.withWidthMax(1));

    assertThat(run(query()).items()).isEqualTo(LOGICAL);
    assertThat(driver.sent().stream().filter(BatchGetItemRequest.class::isInstance)).hasSize(8);
  }

  // Rows that are replaced while the page is read.

  private static Map<String, AttributeValue> torn(
      String id, Map<String, AttributeValue> others, Runnable replacement) {
    Map<String, AttributeValue> logical = docs.put(key(id, 1), body(1), others);
    Map<String, AttributeValue> raw = docs.raw(key(id, 1));
    docs.payloads.beforeRead(
        number -> {
          if (number == 1) {
            docs.removePayload(raw, "body");
            replacement.run();
          }
        });
    return logical;
  }

  private static QueryRequest.Builder queryOf(String id) {
    return QueryRequest.builder()
        .tableName(docs.table)
        .keyConditionExpression("id = :id")
        .filterExpression("#s = :open")
        .expressionAttributeNames(Map.of("#s", "state"))
        .expressionAttributeValues(Map.of(":id", s(id), ":open", s("open")));
  }

  @Test
  void query_rowReplaced_isTheNewOne() {
    Map<String, AttributeValue> open = Map.of("state", s("open"));
    torn("t1", open, () -> docs.put(key("t1", 1), body(2), open));

    QueryResponse page = run(queryOf("t1").projectionExpression("body"));

    assertThat(page.items()).isEqualTo(List.of(Map.of("body", body(2))));
  }

  @Test
  void query_rowReplacedByOneThatTheFilterDrops_isDropped() {
    torn(
        "t2",
        Map.of("state", s("open")),
        () -> docs.put(key("t2", 1), body(2), Map.of("state", s("closed"))));

    QueryResponse page = run(queryOf("t2"));

    assertThat(page.items()).isEmpty();
    assertThat(page.count()).isZero();
    assertThat(page.scannedCount()).isEqualTo(1);
  }

  @Test
  void query_rowGone_isDropped() {
    torn(
        "t3",
        Map.of("state", s("open")),
        () -> docs.client.deleteItem(d -> d.tableName(docs.table).key(key("t3", 1))));

    assertThat(run(queryOf("t3")).items()).isEmpty();
  }

  @Test
  void queryIndex_rowNoLongerInThePartition_isDropped() {
    torn(
        "t4",
        Map.of("owner", s("o4"), "rank", n(1)),
        () -> docs.put(key("t4", 1), body(2), Map.of("owner", s("other"), "rank", n(1))));

    QueryResponse page = run(byOwner().expressionAttributeValues(Map.of(":o", s("o4"))));

    assertThat(page.items()).isEmpty();
  }

  @Test
  void queryIndex_rowReplaced_isReadFromTheTable() {
    Map<String, AttributeValue> others = Map.of("owner", s("o5"), "rank", n(1));
    torn("t5", others, () -> docs.put(key("t5", 1), body(2), others));

    QueryResponse page = run(byOwner().expressionAttributeValues(Map.of(":o", s("o5"))));

    assertThat(page.items()).hasSize(1);
    assertThat(page.items().get(0)).containsEntry("body", body(2)).containsEntry("rank", n(1));
    QueryRequest again =
        driver.sent().stream()
            .filter(QueryRequest.class::isInstance)
            .map(QueryRequest.class::cast)
            .reduce((first, last) -> last)
            .orElseThrow();
    assertThat(again.indexName()).isNull();
    assertThat(again.consistentRead()).isTrue();
  }

  @Test
  void scan_filterOnTheKey_readsThePageAgain() {
    Map<String, AttributeValue> others = Map.of("state", s("open"));
    torn("t6", others, () -> docs.put(key("t6", 1), body(2), others));

    ScanResponse page =
        run(
            ScanRequest.builder()
                .tableName(docs.table)
                .filterExpression("id = :id AND attribute_exists(body)")
                .expressionAttributeValues(Map.of(":id", s("t6"))));

    assertThat(page.items()).hasSize(1);
    assertThat(page.items().get(0)).containsEntry("body", body(2));
    assertThat(driver.sent().stream().filter(ScanRequest.class::isInstance)).hasSize(2);
  }
}
