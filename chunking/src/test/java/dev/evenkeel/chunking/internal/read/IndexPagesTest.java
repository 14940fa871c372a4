package dev.evenkeel.chunking.internal.read;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Pages of indexes and of scans. */
class IndexPagesTest extends PageRows {
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
}
