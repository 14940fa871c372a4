package dev.evenkeel.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.CoveredPage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage.State;
import dev.evenkeel.timeseries.spec.MissingTableException;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** What a read tells of periods whose tables are gone. */
class ArchivedCoverageTest extends ArchivedReads {
  private List<PeriodCoverage> coverage(SeriesUnderTest client, QueryRequest query) {
    return client.covered(query).coverage();
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void covered_periodsAreGone_tellsWhichCouldBeRestored(Kind kind) {
    deleted(DAYS[0], DAYS[1], DAYS[2]);
    archived(DAYS[0], null);
    archived(DAYS[2], "readings-gone");
    for (String index : new String[] {null, "byKindAndValue"}) {
      QueryRequest query =
          query(index, index == null ? "device = :key" : "kind = :key", true, 1000);
      CoveredPage<QueryResponse> page = client(kind, SPEC).covered(query);

      assertThat(page.isWhole()).isFalse();
      assertThat(page.coverage().subList(0, 4))
          .extracting(PeriodCoverage::tableName, PeriodCoverage::state)
          .containsExactly(
              tuple(table(DAYS[0]), State.ARCHIVED),
              tuple(table(DAYS[1]), State.EXPIRED),
              tuple(table(DAYS[2]), State.ARCHIVED),
              tuple(table(DAYS[3]), State.READ));
      SeriesUnderTest without =
          SeriesUnderTest.over(kind, plain, async, b -> b.table(SPEC).clock(() -> NOW));
      assertThat(coverage(without, query).subList(0, 4))
          .extracting(PeriodCoverage::state)
          .containsExactly(State.EXPIRED, State.EXPIRED, State.EXPIRED, State.READ);
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void covered_restoredPeriod_isReadUnderItsOwnName(Kind kind) {
    restored(DAYS[1]);
    deleted(DAYS[1]);

    assertThat(coverage(client(kind, SPEC), query(null, "device = :key", true, 1000)))
        .contains(
            new PeriodCoverage(
                SPEC.period().containing(Instant.parse(DAYS[1] + "T00:00:00Z")),
                table(DAYS[1]),
                State.READ));
  }

  @ParameterizedTest
  @EnumSource
  void read_archivedPeriodThatShouldBeThere_goesByThePolicy(Kind kind) {
    TimeSeriesSpec.Builder kept =
        spec().archive(ArchivePolicy.builder(BucketSpec.builder("some-bucket").build()).build());
    archived(DAYS[1], null);
    deleted(DAYS[1]);
    for (String index : new String[] {null, "byKindAndValue"}) {
      QueryRequest query =
          query(index, index == null ? "device = :key" : "kind = :key", true, 1000);
      assertThatThrownBy(() -> client(kind, kept.build()).client().call(query))
          .isInstanceOf(MissingTableException.class)
          .hasMessageContaining(
              "table 'readings_2026-11-16' is archived, and not restored. Restore")
          .extracting(failure -> ((MissingTableException) failure).periodTables())
          .isEqualTo(List.of(table(DAYS[1])));
      TimeSeriesSpec skipping = kept.missingTables(MissingTablePolicy.SKIP).build();
      assertThat(coverage(client(kind, skipping), query))
          .extracting(PeriodCoverage::state)
          .contains(State.ARCHIVED)
          .doesNotContain(State.MISSING);
      kept.missingTables(MissingTablePolicy.REFUSE);
    }
  }
}
