package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.CallEnd.CallWork;
import dev.evenkeel.core.listen.Outcome;
import dev.evenkeel.core.listen.SubRequestEnd;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** The events of reads, and the rows that they tell of; the same on both clients. */
class ListenerReadTest extends ListenedCalls {
  @ParameterizedTest
  @EnumSource
  void get_foundAndNot_tellsRowsAndNoUnitsUnlessAsked(Kind kind) {
    client(kind).call(put("seen", key("a", "found")));
    recorder.forget();
    for (String sortKey : List.of("found", "missing")) {
      client(kind).call(GetItemRequest.builder().tableName("seen").key(key("a", sortKey)).build());
    }
    assertThat(recorder.calls())
        .extracting(CallEnd::work)
        .containsExactly(
            new CallWork(1, 1, 1, 1, 0, false, null), new CallWork(1, 1, 0, 0, 0, false, null));
  }

  @ParameterizedTest
  @EnumSource
  void query_rowsOnOneShard_tellsEveryRound(Kind kind) {
    String key = "rounds" + kind;
    IntStream.range(0, 60).forEach(i -> client(kind).call(put("skewed", skewed(key, i))));
    recorder.forget();
    client(kind).call(query("skewed", key, 50));
    CallWork work = recorder.call().work();
    assertThat(work.fanOutWidth()).isEqualTo(4);
    assertThat(work.subRequests()).as("a second round").isGreaterThan(4);
    assertThat(work.rowsReturned()).isEqualTo(50);
    assertThat(work.rowsRead())
        .isGreaterThanOrEqualTo(50)
        .isEqualTo(recorder.subRequests().stream().mapToLong(SubRequestEnd::rowsRead).sum());
    assertThat(recorder.story()).hasSize(2 + 2 * work.subRequests());
  }

  private static Map<String, AttributeValue> skewed(String key, int number) {
    return Map.of("pk", s(key), "sk", s("%03d".formatted(number)), "kind", s("same"));
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void query_pageByPage_tellsWhichPagesRowsReadAheadServed(Kind kind) {
    String key = "pages" + kind;
    IntStream.range(0, 80)
        .forEach(i -> client(kind).call(put("seen", key(key, "%03d".formatted(i)))));
    recorder.forget();
    QueryRequest next = query("seen", key, 10);
    while (next != null) {
      QueryResponse page = client(kind).call(next);
      next =
          page.lastEvaluatedKey().isEmpty()
              ? null
              : next.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    }
    List<CallWork> pages = recorder.calls().stream().map(CallEnd::work).toList();
    assertThat(pages.get(0).servedAhead()).isFalse();
    assertThat(pages.subList(1, 8)).allMatch(CallWork::servedAhead);
    assertThat(pages).anyMatch(page -> page.subRequests() == 0 && page.rowsReturned() == 10);
    assertThat(pages.stream().mapToLong(CallWork::rowsReturned).sum()).isEqualTo(80);
    assertThat(pages.stream().mapToLong(CallWork::rowsRead).sum()).isBetween(80L, 110L);
  }

  @ParameterizedTest
  @EnumSource
  void query_oneShardFails_tellsTheFailureAndAnEndOfEverySubRequest(Kind kind) {
    Throwable failure = catchThrowable(() -> client(kind).call(query("seen", "broken", 5)));
    assertThat(failure).isInstanceOf(ProvisionedThroughputExceededException.class);
    assertThat(recorder.call().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(recorder.call().failure()).isEqualTo(failure.getClass());
    assertThat(recorder.subRequests()).hasSize(recorder.call().work().subRequests());
    assertThat(recorder.subRequests())
        .filteredOn(end -> end.outcome() == Outcome.FAILED)
        .singleElement()
        .extracting(SubRequestEnd::failure)
        .isEqualTo(failure.getClass());
    assertThat(recorder.story()).last().isEqualTo("end FAILED");
  }

  @ParameterizedTest
  @EnumSource
  void scan_ofASharedTable_tellsRowsEvaluatedAndReturned(Kind kind) {
    client(kind).call(put("drawn", key("scan" + kind, "1")));
    recorder.forget();
    int returned =
        client(kind)
            .call(
                ScanRequest.builder()
                    .tableName("drawn")
                    .filterExpression("sk = :none")
                    .expressionAttributeValues(Map.of(":none", s("none")))
                    .build())
            .count();
    assertThat(returned).isZero();
    assertThat(recorder.call().work().rowsRead()).isPositive();
    assertThat(recorder.call().work().rowsReturned()).isZero();
  }
}
