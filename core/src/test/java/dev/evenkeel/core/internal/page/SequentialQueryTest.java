package dev.evenkeel.core.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.page.MergedPage.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

class SequentialQueryTest {
  private static SequentialQuery reading(int limit, String... sources) {
    List<SourceQuery> queries = new ArrayList<>();
    for (String source : sources) {
      QueryRequest request = QueryRequest.builder().tableName(source).build();
      queries.add(
          source.isEmpty()
              ? null
              : new SourceQuery(
                  request, row -> true, key -> key.get("sk").s().equals("z"), key -> key));
    }
    return new SequentialQuery(
        queries, MergeSettings.page(Comparator.comparing(Map::size), limit, true, false));
  }

  private static String asked(PageScript script) {
    PageScript.Read read = Objects.requireNonNull(script.next());
    assertThat(script.next()).isNull();
    assertThat(script.isOver()).isFalse();
    return read.request().tableName() + "x" + read.request().limit();
  }

  private static QueryResponse page(int evaluated, String lastKey, String... rows) {
    QueryResponse.Builder page =
        QueryResponse.builder()
            .items(Arrays.stream(rows).map(SequentialQueryTest::row).toList())
            .scannedCount(evaluated);
    return lastKey.isEmpty() ? page.build() : page.lastEvaluatedKey(row(lastKey)).build();
  }

  private static Map<String, AttributeValue> row(String sortKey) {
    return Map.of("sk", AttributeValue.fromS(sortKey));
  }

  private static String finished(PageScript script) {
    MergedPage page = script.finished();
    List<String> rows = page.rows().stream().map(row -> row.item().get("sk").s()).toList();
    Position end = page.end();
    return rows + (end == null ? " all" : " to " + end.key().get("sk").s() + "/" + end.source());
  }

  @Test
  void next_sourceExhausted_goesOnWithTheNext() {
    PageScript script = PageScript.of(reading(5, "s0", "", "s2"));
    assertThat(asked(script)).isEqualTo("s0x5");
    script.answer(0, page(2, "", "b", "c"));
    assertThat(asked(script)).isEqualTo("s2x3");
    script.answer(0, page(1, "", "a"));
    assertThat(finished(script)).isEqualTo("[b, c, a] all");
  }

  @Test
  void next_sourceEndsItsPage_endsThisOne() {
    PageScript script = PageScript.of(reading(5, "s0", "s1"));
    asked(script);
    script.answer(0, page(3, "d", "b"));
    assertThat(finished(script)).isEqualTo("[b] to d/0");
  }

  @Test
  void next_limitSpentOnTheLastRowOfASource_resumesAfterIt() {
    PageScript script = PageScript.of(reading(2, "s0", "s1"));
    asked(script);
    script.answer(0, page(2, "z"));
    assertThat(finished(script)).as("z is the last of s0, and none matched").isEqualTo("[] to z/0");
  }

  @Test
  void next_limitSpentOnHiddenRowsAtASourcesEnd_goesOnToAKnownRow() {
    PageScript script = PageScript.of(reading(3, "s0", "s1", "s2", "s3", "s4"));
    asked(script);
    script.answer(0, page(3, ""));
    assertThat(asked(script)).as("no row is known to resume after").isEqualTo("s1x1");
    script.answer(0, page(1, ""));
    assertThat(asked(script)).isEqualTo("s2x1");
    script.answer(0, page(0, ""));
    assertThat(asked(script)).as("an empty source changes nothing").isEqualTo("s3x1");
    script.answer(0, page(1, "c"));
    assertThat(finished(script)).isEqualTo("[] to c/3");
  }

  @Test
  void next_hiddenRowsBehindTheLastOneReturned_areNotEvaluatedAgain() {
    PageScript script = PageScript.of(reading(3, "s0", "s1", "s2"));
    asked(script);
    script.answer(0, page(3, "", "a", "b"));
    assertThat(asked(script)).isEqualTo("s1x1");
    script.answer(0, page(1, "", "c"));
    assertThat(finished(script)).as("the page is at its limit").isEqualTo("[a, b, c] to c/1");
  }

  @Test
  void next_limitSpentOnHiddenRowsAtTheLastSourcesEnd_isTheLastPage() {
    PageScript script = PageScript.of(reading(3, "s0", ""));
    asked(script);
    script.answer(0, page(3, "", "a"));
    assertThat(finished(script)).isEqualTo("[a] all");
  }

  @Test
  void next_limitSpentAtTheEndOfAll_isTheLastPage() {
    PageScript script = PageScript.of(reading(1, "s0", ""));
    asked(script);
    script.answer(0, page(1, "", "a"));
    assertThat(finished(script)).isEqualTo("[a] all");
  }

  @Test
  void next_nothingLeft_asksNothing() {
    assertThat(finished(PageScript.of(reading(2, "", "")))).isEqualTo("[] all");
  }

  @Test
  void onFailure_anySource_failsThePage() {
    PageScript script = PageScript.of(reading(2, "s0"));
    asked(script);
    RuntimeException cause = new RuntimeException("throttled");
    script.fail(0, cause);
    assertThat(script.failure()).isSameAs(cause);
  }
}
