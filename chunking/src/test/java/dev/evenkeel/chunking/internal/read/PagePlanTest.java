package dev.evenkeel.chunking.internal.read;

import static dev.evenkeel.chunking.internal.read.Docs.key;
import static dev.evenkeel.chunking.internal.read.Docs.n;
import static dev.evenkeel.chunking.internal.read.Docs.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.operation.Query;
import dev.evenkeel.core.RefusedOperationException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Pages of queries of a table, and where they are cut. */
class PagePlanTest extends PageRows {
  private static QueryRequest.Builder query() {
    return QueryRequest.builder()
        .tableName(docs.table)
        .keyConditionExpression("id = :id")
        .expressionAttributeValues(Map.of(":id", s("p")));
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

  /** What is evaluated behind the end of a page is evaluated and counted again. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4 * BODY_BYTES})
  void query_filter_isCutAndGoesOn(int bytesMax) {
    docs.limits(limits -> limits.withHydrateBytesMax(bytesMax));
    QueryRequest.Builder request =
        query()
            .filterExpression("attribute_exists(body) AND even = :one")
            .expressionAttributeValues(Map.of(":id", s("p"), ":one", n(1)));

    List<Integer> scanned = new ArrayList<>();

    List<Map<String, AttributeValue>> rows =
        pages(
            request,
            page -> {
              assertThat(page.scannedCount()).isGreaterThanOrEqualTo(page.count());
              scanned.add(page.scannedCount());
            });

    assertThat(scanned.stream().mapToInt(Integer::intValue).sum()).isGreaterThan(ROWS);

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
}
