package dev.evenkeel.chunking.internal.read;

import static dev.evenkeel.chunking.internal.read.Docs.key;
import static dev.evenkeel.chunking.internal.read.Docs.n;
import static dev.evenkeel.chunking.internal.read.Docs.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Rows that are replaced while the page is read. */
class TornPagesTest extends PageRows {
  @AfterEach
  void removeTornRows() {
    for (int i = 1; i <= 9; i++) {
      Map<String, AttributeValue> key = key("t" + i, 1);
      docs.client.deleteItem(d -> d.tableName(docs.table).key(key));
    }
  }

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
