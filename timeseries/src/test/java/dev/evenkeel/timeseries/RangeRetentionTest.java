package dev.evenkeel.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.CoveredPage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage.State;
import dev.evenkeel.timeseries.spec.MissingTableException;
import dev.evenkeel.timeseries.spec.Retention;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Reads where tables are missing, or past their retention. */
class RangeRetentionTest extends RangeReads {
  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_whereATableIsMissing_failsUnlessItIsPastItsRetention(Kind kind) {
    SeriesUnderTest strict = client(kind, Readings.spec("2026-11-15T00:00:00Z").build());
    SeriesUnderTest keepingFew =
        client(
            kind,
            Readings.spec("2026-11-15T00:00:00Z")
                .retention(Retention.deleteAfter(Duration.ofDays(3)))
                .build());

    assertThatThrownBy(() -> strict.client().call(of("")))
        .isInstanceOf(MissingTableException.class)
        .hasMessageContaining("readings_2026-11-17");
    QueryRequest since =
        of(" AND #a > :t0", "2026-11-15").toBuilder()
            .expressionAttributeNames(Map.of("#a", "at"))
            .build();
    CoveredPage<QueryResponse> page = keepingFew.covered(since);
    assertThat(values(page.page())).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(covered(page, State.EXPIRED)).containsExactly("17");
    assertThat(page.isWhole()).isTrue();
    CoveredPage<QueryResponse> kept = keepingFew.covered(of(""));
    assertThat(values(kept.page())).containsExactly(4, 5, 6);
    assertThat(kept.coverage().get(0).tableName()).isEqualTo("readings_2026-11-18");
  }

  /** A page before midnight ended in a table that is past its retention now. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_fromAKeyThatIsPastItsRetention_goesOnWithWhatIsKept(Kind kind) {
    SeriesUnderTest client =
        client(kind, spec().retention(Retention.deleteAfter(Duration.ofDays(3))).build());
    Map<String, AttributeValue> table = Readings.key("d", "2026-11-16T10:00:00Z");
    Map<String, AttributeValue> index = new HashMap<>(table);
    index.put("value", AttributeValue.fromN("2"));
    QueryRequest byTime = of("").toBuilder().exclusiveStartKey(table).build();
    QueryRequest byValue = of("").toBuilder().indexName("byValue").exclusiveStartKey(index).build();

    assertThat(values(client.client().call(byTime))).containsExactly(4, 5, 6);
    assertThat(values(client.client().call(byTime.toBuilder().scanIndexForward(false).build())))
        .isEmpty();
    assertThat(values(client.client().call(byValue))).containsExactly(4, 5, 6);
    assertThat(values(client.client().call(byValue.toBuilder().scanIndexForward(false).build())))
        .isEmpty();
  }
}
