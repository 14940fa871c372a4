package dev.evenkeel.timeseries;

import static dev.evenkeel.timeseries.Readings.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.Retention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;

/** Reads at the edges of a series. */
class SeriesEdgeTest extends SeriesEdges {
  private static QueryRequest since(String at, boolean forward) {
    return QueryRequest.builder()
        .tableName(Readings.TABLE)
        .keyConditionExpression("device = :d AND #a > :at")
        .expressionAttributeNames(Map.of("#a", "at"))
        .expressionAttributeValues(
            Map.of(":d", AttributeValue.fromS("d"), ":at", AttributeValue.fromS(at)))
        .scanIndexForward(forward)
        .build();
  }

  private static List<Integer> all(ClientUnderTest client, QueryRequest query) {
    List<Integer> values = new ArrayList<>();
    QueryRequest next = query;
    for (int pages = 0; ; pages++) {
      assertThat(pages).as("pages").isLessThan(50);
      QueryResponse page = client.call(next);
      page.items().forEach(item -> values.add(Integer.valueOf(item.get("value").n())));
      if (!page.hasLastEvaluatedKey()) {
        return values;
      }
      next = next.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_ofASeriesOlderThanItsRetention_countsTablesThatAreKept(Kind kind) {
    ClientUnderTest client =
        client(
            kind,
            Readings.spec("2025-11-15T00:00:00Z")
                .missingTables(MissingTablePolicy.SKIP)
                .retention(Retention.deleteAfter(Duration.ofDays(3)).deleteWithoutArchive())
                .build());

    assertThat(
            all(
                client,
                QueryRequest.builder()
                    .tableName(Readings.TABLE)
                    .keyConditionExpression("device = :d")
                    .expressionAttributeValues(Map.of(":d", AttributeValue.fromS("d")))
                    .limit(2)
                    .scanIndexForward(false)
                    .build()))
        .startsWith(5, 4);
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_oneTablePerPage_comesToItsEnd(Kind kind) {
    ClientUnderTest client = client(kind, spec().tablesMax(1).build());

    assertThat(all(client, since("2026", true))).containsExactly(2, 3, 4, 5);
    assertThat(all(client, since("2026", false))).containsExactly(5, 4, 3, 2);
    assertThat(
            all(
                client,
                since("2026", true).toBuilder()
                    .projectionExpression("#v")
                    .expressionAttributeNames(Map.of("#a", "at", "#v", "value"))
                    .build()))
        .containsExactly(2, 3, 4, 5);
  }

  private static TransactGetItemsRequest get(String table, String... times) {
    return TransactGetItemsRequest.builder()
        .transactItems(
            List.of(times).stream()
                .map(at -> Get.builder().tableName(table).key(key("d", at)).build())
                .map(get -> TransactGetItem.builder().get(get).build())
                .toList())
        .build();
  }

  /** The table of the 14th is there, and none of the series'. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void transactGet_ofATimeBeforeTheSeries_touchesNoTableOfThatTime(Kind kind) {
    ClientUnderTest client = client(kind, spec().build());

    assertThatThrownBy(() -> client.call(get(Readings.TABLE, NEW, "2026-11-14T10:00:00Z")))
        .isInstanceOf(DecoratorException.class);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_betweenSwappedBounds_isRefusedAsPlainly(Kind kind) {
    ClientUnderTest client = client(kind, spec().build());
    QueryRequest swapped =
        since("2026", true).toBuilder()
            .keyConditionExpression("device = :d AND #a BETWEEN :hi AND :at")
            .expressionAttributeValues(
                Map.of(
                    ":d", AttributeValue.fromS("d"),
                    ":at", AttributeValue.fromS("2026-11-16"),
                    ":hi", AttributeValue.fromS("2026-11-20")))
            .build();

    assertThatThrownBy(() -> plain.query(swapped.toBuilder().tableName("other").build()))
        .hasMessageContaining("BETWEEN");
    assertThatThrownBy(() -> client.call(swapped)).hasMessageContaining("BETWEEN");
  }
}
