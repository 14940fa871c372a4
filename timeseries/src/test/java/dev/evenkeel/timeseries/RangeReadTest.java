package dev.evenkeel.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.CoveredPage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Queries over the tables of a series, in the order of time. */
class RangeReadTest extends RangeReads {
  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_ofAll_isInOrderOfTimeEitherWay(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);

    CoveredPage<QueryResponse> upwards = client.covered(of(""));
    CoveredPage<QueryResponse> downwards =
        client.covered(of("").toBuilder().scanIndexForward(false).build());

    assertThat(values(upwards.page())).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(upwards.page().count()).isEqualTo(6);
    assertThat(upwards.page().hasLastEvaluatedKey()).isFalse();
    assertThat(values(downwards.page())).containsExactly(6, 5, 4, 3, 2, 1);
    assertThat(covered(upwards, State.MISSING)).containsExactly("17");
    assertThat(covered(upwards, State.READ)).hasSize(6);
    assertThat(upwards.isWhole()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_ofATime_asksNoOtherTables(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);

    CoveredPage<QueryResponse> day =
        client.covered(
            of(" AND #a BETWEEN :t0 AND :t1", "2026-11-16T10:30", "2026-11-19T00:00:00Z")
                .toBuilder()
                .expressionAttributeNames(Map.of("#a", "at"))
                .build());
    CoveredPage<QueryResponse> prefix =
        client.covered(
            of(" AND begins_with(#a, :t0)", "2026-11-2").toBuilder()
                .expressionAttributeNames(Map.of("#a", "at"))
                .build());
    CoveredPage<QueryResponse> before =
        client.covered(
            of(" AND #a < :t0", "2026-11-16").toBuilder()
                .expressionAttributeNames(Map.of("#a", "at"))
                .build());

    assertThat(values(day.page())).containsExactly(3, 4);
    assertThat(day.coverage()).extracting(PeriodCoverage::tableName).hasSize(4);
    assertThat(values(prefix.page())).containsExactly(5, 6);
    assertThat(prefix.coverage()).hasSize(2);
    assertThat(values(before.page())).containsExactly(1);
    assertThat(before.coverage()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_newestFew_readsNoFurther(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);

    CoveredPage<QueryResponse> page =
        client.covered(
            of("").toBuilder()
                .scanIndexForward(false)
                .limit(2)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());

    assertThat(values(page.page())).containsExactly(6, 5);
    assertThat(page.page().lastEvaluatedKey()).isEqualTo(Readings.key("d", "2026-11-21T09:00:00Z"));
    assertThat(covered(page, State.READ)).containsExactly("21");
    assertThat(page.page().consumedCapacity().tableName()).isEqualTo(Readings.TABLE);
    assertThat(page.page().consumedCapacity().capacityUnits()).isEqualTo(0.5);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_fromAKeyMadeByHand_goesOnThere(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);
    QueryRequest from =
        of("").toBuilder()
            .exclusiveStartKey(Readings.key("d", "2026-11-17T05:00:00Z"))
            .limit(2)
            .build();

    CoveredPage<QueryResponse> page = client.covered(from);

    assertThat(values(page.page())).containsExactly(4, 5);
    assertThat(page.coverage().get(0).tableName()).isEqualTo("readings_2026-11-17");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_overMoreTablesThanAllowed_isRefusedWithoutABoundAndGoesOnByPagesWithOne(Kind kind) {
    SeriesUnderTest client = client(kind, spec().tablesMax(2).build());
    QueryRequest bounded =
        of(" AND #a > :t0", "2026-11-15").toBuilder()
            .expressionAttributeNames(Map.of("#a", "at"))
            .build();

    assertThatThrownBy(() -> client.client().call(of("")))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("more than 2 period tables")
        .hasMessageContaining("'at'");
    for (boolean forward : new boolean[] {true, false}) {
      List<Integer> found = new ArrayList<>();
      QueryRequest next = bounded.toBuilder().scanIndexForward(forward).build();
      int pages = 0;
      while (true) {
        CoveredPage<QueryResponse> page = client.covered(next);
        pages++;
        assertThat(page.coverage()).hasSizeLessThanOrEqualTo(2);
        found.addAll(values(page.page()));
        if (!page.page().hasLastEvaluatedKey()) {
          break;
        }
        next = next.toBuilder().exclusiveStartKey(page.page().lastEvaluatedKey()).build();
      }
      assertThat(found)
          .containsExactlyElementsOf(
              forward ? List.of(1, 2, 3, 4, 5, 6) : List.of(6, 5, 4, 3, 2, 1));
      assertThat(pages).isBetween(4, 7);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_withAStartKeyFromElsewhere_isRefused(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);
    QueryRequest query =
        of(" AND #a > :t0", "2026-11-18").toBuilder()
            .expressionAttributeNames(Map.of("#a", "at"))
            .build();

    assertThatThrownBy(
            () ->
                client
                    .client()
                    .call(
                        query.toBuilder()
                            .exclusiveStartKey(Readings.key("d", "2026-11-16T10:00:00Z"))
                            .build()))
        .isInstanceOf(DynamoDbException.class);
    assertThatThrownBy(
            () ->
                client
                    .client()
                    .call(
                        query.toBuilder()
                            .exclusiveStartKey(Map.of("device", AttributeValue.fromS("d")))
                            .build()))
        .isInstanceOf(DynamoDbException.class);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void listener_isToldOfTheCallAndItsRequests(Kind kind) {
    List<CallEnd> ends = new ArrayList<>();
    SeriesUnderTest client =
        SeriesUnderTest.over(
            kind,
            plain,
            async,
            builder ->
                builder
                    .table(SPEC)
                    .clock(() -> NOW)
                    .listener(
                        new DecoratorListener() {
                          @Override
                          public void callEnded(CallEnd end) {
                            ends.add(end);
                          }
                        }));

    client.client().call(of(""));

    assertThat(ends)
        .singleElement()
        .satisfies(end -> assertThat(end.work().subRequests()).isEqualTo(7));
  }
}
