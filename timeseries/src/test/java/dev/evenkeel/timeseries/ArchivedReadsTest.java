package dev.evenkeel.timeseries;

import static dev.evenkeel.timeseries.Readings.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import dev.evenkeel.timeseries.spec.MissingTableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;

/** Reads of periods whose tables are gone, and were restored or not. */
class ArchivedReadsTest extends ArchivedReads {
  private static List<QueryRequest> queries() {
    List<QueryRequest> queries = new ArrayList<>();
    for (boolean forward : new boolean[] {true, false}) {
      for (int limit : forward ? new int[] {1, 7, 1000} : new int[] {7, 1000}) {
        queries.add(query(null, "device = :key", forward, limit));
        queries.add(query("byKindAndTime", "kind = :key", forward, limit));
        // Each page of it asks all tables.
        queries.add(query("byKindAndValue", "kind = :key", forward, Math.max(limit, 4)));
      }
    }
    return queries;
  }

  private record Shown(
      List<Map<String, AttributeValue>> items,
      int count,
      int scannedCount,
      Map<String, AttributeValue> lastKey) {}

  /** All pages of all queries and of a scan; capacity is counted under the series' name alone. */
  private static List<List<Shown>> answers(SeriesUnderTest client) {
    List<List<Shown>> answers = new ArrayList<>();
    for (QueryRequest query : queries()) {
      List<Shown> pages = new ArrayList<>();
      Map<String, AttributeValue> start = Map.of();
      do {
        QueryRequest next =
            start.isEmpty() ? query : query.toBuilder().exclusiveStartKey(start).build();
        QueryResponse page = client.client().call(next);
        assertThat(page.consumedCapacity().tableName()).isEqualTo(Readings.TABLE);
        pages.add(
            new Shown(page.items(), page.count(), page.scannedCount(), page.lastEvaluatedKey()));
        start = page.lastEvaluatedKey();
      } while (!start.isEmpty());
      answers.add(pages);
    }
    return answers;
  }

  private static List<Map<String, AttributeValue>> scanned(SeriesUnderTest client) {
    ScanResponse page =
        client
            .client()
            .call(
                ScanRequest.builder()
                    .tableName(Readings.TABLE)
                    .filterExpression("#at >= :since")
                    .expressionAttributeNames(Map.of("#at", "at"))
                    .expressionAttributeValues(Map.of(":since", AttributeValue.fromS("2026-11-15")))
                    .build());
    return page.items();
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void read_tablesAreRestored_answersAsBefore(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);
    List<List<Shown>> before = answers(client);
    List<Map<String, AttributeValue>> all = scanned(client);
    assertThat(all).hasSize(ITEMS);
    assertThat(before.get(6).get(0).items()).hasSize(ITEMS);
    restored(DAYS[0]);
    restored(DAYS[2]);
    assertThat(answers(client)).as("tables that are there are read themselves").isEqualTo(before);

    deleted(DAYS[0], DAYS[2]);

    assertThat(answers(client)).as("from the start keys of before too").isEqualTo(before);
    assertThat(scanned(client)).isEqualTo(all);
    SeriesUnderTest without =
        SeriesUnderTest.over(kind, plain, async, b -> b.table(SPEC).clock(() -> NOW));
    assertThat(scanned(without)).hasSize(ITEMS - 24);
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void getItem_restoredPeriod_isServed_andWritesAreNot(Kind kind) {
    restored(DAYS[0]);
    deleted(DAYS[0], DAYS[1]);
    archived(DAYS[1], null);
    SeriesUnderTest client = client(kind, SPEC);

    GetItemResponse got = client.client().call(get(at(3)));
    assertThat(got.item()).isEqualTo(item(3));
    assertThat(got.consumedCapacity().tableName()).isEqualTo(Readings.TABLE);
    GetItemResponse archived = client.client().call(get(at(13)));
    assertThat(archived.hasItem()).isFalse();
    BatchGetItemResponse batch =
        client
            .client()
            .call(
                BatchGetItemRequest.builder()
                    .requestItems(
                        Map.of(
                            Readings.TABLE,
                            KeysAndAttributes.builder()
                                .keys(List.of(key("d", at(3)), key("d", at(13)), key("d", at(50))))
                                .build()))
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                    .build());
    assertThat(batch.responses().get(Readings.TABLE)).containsExactlyInAnyOrder(item(3), item(50));
    assertThat(batch.unprocessedKeys()).isEmpty();
    assertThat(batch.consumedCapacity().toString())
        .doesNotContain("restored")
        .doesNotContain("2026");
    assertThatThrownBy(
            () ->
                client
                    .client()
                    .call(PutItemRequest.builder().tableName(Readings.TABLE).item(item(3)).build()))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.LATE);
    TransactGetItem one =
        TransactGetItem.builder()
            .get(g -> g.tableName(Readings.TABLE).key(key("d", at(3))))
            .build();
    assertThatThrownBy(
            () ->
                client.client().call(TransactGetItemsRequest.builder().transactItems(one).build()))
        .isInstanceOf(MissingTableException.class);
  }

  private static GetItemRequest get(String at) {
    return GetItemRequest.builder()
        .tableName(Readings.TABLE)
        .key(key("d", at))
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void read_withoutControlTable_asksForItOnlyWhereATableIsGone(Kind kind) {
    plain.deleteTable(r -> r.tableName(CONTROL));
    SeriesUnderTest client = client(kind, SPEC);
    assertThat(scanned(client)).hasSize(ITEMS);

    deleted(DAYS[0]);

    assertThatThrownBy(() -> scanned(client))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("the control table 'control', which tells of archives, is not there");
    assertThatThrownBy(() -> client.client().call(get(at(3))))
        .isInstanceOf(RefusedOperationException.class);
  }
}
