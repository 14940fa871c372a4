package dev.evenkeel.core.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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

  private static String asked(SequentialQuery machine) {
    Step<QueryRequest, MergedPage> step = machine.next();
    assertThat(step).isInstanceOf(Step.Ask.class);
    QueryRequest request = ((Step.Ask<QueryRequest, MergedPage>) step).request();
    assertThat(machine.next()).isEqualTo(Step.park());
    return request.tableName() + "x" + request.limit();
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

  private static String finished(SequentialQuery machine) {
    Step<QueryRequest, MergedPage> step = machine.next();
    assertThat(step).isInstanceOf(Step.Finish.class);
    MergedPage page = ((Step.Finish<QueryRequest, MergedPage>) step).result();
    List<String> rows = page.rows().stream().map(row -> row.item().get("sk").s()).toList();
    Position end = page.end();
    return rows + (end == null ? " all" : " to " + end.key().get("sk").s() + "/" + end.source());
  }

  @Test
  void next_sourceExhausted_goesOnWithTheNext() {
    SequentialQuery machine = reading(5, "s0", "", "s2");
    assertThat(asked(machine)).isEqualTo("s0x5");
    machine.onAnswer(0, page(2, "", "b", "c"));
    assertThat(asked(machine)).isEqualTo("s2x3");
    machine.onAnswer(2, page(1, "", "a"));
    assertThat(finished(machine)).isEqualTo("[b, c, a] all");
  }

  @Test
  void next_sourceEndsItsPage_endsThisOne() {
    SequentialQuery machine = reading(5, "s0", "s1");
    asked(machine);
    machine.onAnswer(0, page(3, "d", "b"));
    assertThat(finished(machine)).isEqualTo("[b] to d/0");
  }

  @Test
  void next_limitSpentOnTheLastRowOfASource_resumesAfterIt() {
    SequentialQuery machine = reading(2, "s0", "s1");
    asked(machine);
    machine.onAnswer(0, page(2, "z"));
    assertThat(finished(machine))
        .as("z is the last of s0, and none matched")
        .isEqualTo("[] to z/0");
  }

  @Test
  void next_limitSpentOnHiddenRowsAtASourcesEnd_goesOnToAKnownRow() {
    SequentialQuery machine = reading(3, "s0", "s1", "s2", "s3", "s4");
    asked(machine);
    machine.onAnswer(0, page(3, ""));
    assertThat(asked(machine)).as("no row is known to resume after").isEqualTo("s1x1");
    machine.onAnswer(1, page(1, ""));
    assertThat(asked(machine)).isEqualTo("s2x1");
    machine.onAnswer(2, page(0, ""));
    assertThat(asked(machine)).as("an empty source changes nothing").isEqualTo("s3x1");
    machine.onAnswer(3, page(1, "c"));
    assertThat(finished(machine)).isEqualTo("[] to c/3");
  }

  @Test
  void next_hiddenRowsBehindTheLastOneReturned_areNotEvaluatedAgain() {
    SequentialQuery machine = reading(3, "s0", "s1", "s2");
    asked(machine);
    machine.onAnswer(0, page(3, "", "a", "b"));
    assertThat(asked(machine)).isEqualTo("s1x1");
    machine.onAnswer(1, page(1, "", "c"));
    assertThat(finished(machine)).as("the page is at its limit").isEqualTo("[a, b, c] to c/1");
  }

  @Test
  void next_limitSpentOnHiddenRowsAtTheLastSourcesEnd_isTheLastPage() {
    SequentialQuery machine = reading(3, "s0", "");
    asked(machine);
    machine.onAnswer(0, page(3, "", "a"));
    assertThat(finished(machine)).isEqualTo("[a] all");
  }

  @Test
  void next_limitSpentAtTheEndOfAll_isTheLastPage() {
    SequentialQuery machine = reading(1, "s0", "");
    asked(machine);
    machine.onAnswer(0, page(1, "", "a"));
    assertThat(finished(machine)).isEqualTo("[a] all");
  }

  @Test
  void next_nothingLeft_asksNothing() {
    assertThat(finished(reading(2, "", ""))).isEqualTo("[] all");
  }

  @Test
  void onFailure_anySource_failsThePage() {
    SequentialQuery machine = reading(2, "s0");
    asked(machine);
    RuntimeException cause = new RuntimeException("throttled");
    machine.onFailure(0, cause);
    assertThat(machine.next()).isEqualTo(Step.fail(cause));
  }
}
