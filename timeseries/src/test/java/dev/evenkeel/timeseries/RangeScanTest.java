package dev.evenkeel.timeseries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.CoveredPage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Scans and queries of an index, which are not in the order of time. */
class RangeScanTest extends RangeReads {
  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_ofAnIndexInAnotherOrder_isMerged(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);
    QueryRequest byValue =
        of("").toBuilder().indexName("byValue").scanIndexForward(false).limit(4).build();

    QueryResponse first = client.client().call(byValue);
    QueryResponse second =
        client
            .client()
            .call(byValue.toBuilder().exclusiveStartKey(first.lastEvaluatedKey()).build());

    assertThat(values(first)).containsExactly(6, 5, 4, 3);
    assertThat(first.lastEvaluatedKey()).containsOnlyKeys("device", "at", "value");
    assertThat(values(second)).containsExactly(2, 1);
    assertThat(second.hasLastEvaluatedKey()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_ofAnIndexWithATimeInItsFilter_asksNoOtherTables(Kind kind) {
    SeriesUnderTest client = client(kind, spec().tablesMax(2).build());
    QueryRequest filtered =
        of("", "2026-11-20", "2026-11-22").toBuilder()
            .indexName("byValue")
            .filterExpression("#a >= :t0 AND :t1 > #a")
            .expressionAttributeNames(Map.of("#a", "at"))
            .build();

    CoveredPage<QueryResponse> page = client.covered(filtered);

    assertThat(values(page.page())).containsExactly(5, 6);
    assertThat(page.coverage())
        .extracting(PeriodCoverage::tableName)
        .containsExactly("readings_2026-11-20", "readings_2026-11-21");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void scan_inPages_readsTableAfterTable(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);
    List<Integer> found = new ArrayList<>();
    ScanRequest next = ScanRequest.builder().tableName(Readings.TABLE).limit(2).build();
    ScanResponse page;
    do {
      page = client.client().call(next);
      assertThat(page.count()).isLessThanOrEqualTo(2);
      page.items().forEach(item -> found.add(Integer.valueOf(item.get("value").n())));
      next = next.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    } while (page.hasLastEvaluatedKey());

    assertThat(found).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void scan_inSegments_readsEachItemOnce(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);
    List<Integer> found = new ArrayList<>();
    for (int segment = 0; segment < 3; segment++) {
      ScanResponse page =
          client
              .client()
              .call(
                  ScanRequest.builder()
                      .tableName(Readings.TABLE)
                      .segment(segment)
                      .totalSegments(3)
                      .build());
      page.items().forEach(item -> found.add(Integer.valueOf(item.get("value").n())));
    }

    assertThat(found).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
  }
}
