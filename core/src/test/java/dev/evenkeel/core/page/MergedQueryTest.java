package dev.evenkeel.core.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Scripts: what the machine asks, what it is told, what it asks next. */
class MergedQueryTest {
  private static final Comparator<Map<String, AttributeValue>> ASCENDING =
      Comparator.comparing(row -> row.get("sk").s());

  private static MergedQuery merge(int sources, MergeSettings settings) {
    List<SourceQuery> queries = new ArrayList<>();
    for (int i = 0; i < sources; i++) {
      queries.add(source("s" + i));
    }
    return MergedQuery.of(queries, settings, RowSize.assumed());
  }

  private static SourceQuery source(String table) {
    QueryRequest request =
        QueryRequest.builder()
            .tableName(table)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    return new SourceQuery(request, row -> true, key -> false, key -> key);
  }

  private static MergeSettings limit(int limit) {
    return MergeSettings.page(ASCENDING, limit, false, false);
  }

  private static MergeSettings filtered(int limit, int evaluatedRowsMax) {
    return new MergeSettings(
        ASCENDING, limit, true, false, 1 << 20, evaluatedRowsMax, 0, false, false);
  }

  /** Everything the machine asks before it parks, as "source@start key x limit". */
  private static List<String> asked(MergedQuery machine) {
    List<String> asked = new ArrayList<>();
    while (machine.next() instanceof Step.Ask<QueryRequest, MergedPage> ask) {
      String start =
          ask.request().hasExclusiveStartKey()
              ? ask.request().exclusiveStartKey().get("sk").s()
              : "start";
      asked.add(ask.ticket() + "@" + start + "x" + ask.request().limit());
    }
    return asked;
  }

  private static QueryResponse page(String lastKey, String... rows) {
    QueryResponse.Builder page =
        QueryResponse.builder()
            .items(Arrays.stream(rows).map(MergedQueryTest::row).toList())
            .scannedCount(rows.length)
            .consumedCapacity(ConsumedCapacity.builder().capacityUnits(0.5).build());
    return lastKey.isEmpty() ? page.build() : page.lastEvaluatedKey(row(lastKey)).build();
  }

  private static Map<String, AttributeValue> row(String sortKey) {
    return Map.of("sk", AttributeValue.fromS(sortKey));
  }

  private static String[] rows(String prefix, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> prefix + (char) ('a' + i))
        .toArray(String[]::new);
  }

  private static MergedPage finished(MergedQuery machine) {
    Step<QueryRequest, MergedPage> step = machine.next();
    assertThat(step).isInstanceOf(Step.Finish.class);
    return ((Step.Finish<QueryRequest, MergedPage>) step).result();
  }

  private static List<String> rows(MergedPage page) {
    return page.rows().stream().map(row -> row.item().get("sk").s() + "/" + row.source()).toList();
  }

  private static String end(MergedPage page) {
    Position end = page.end();
    return end == null ? "none" : end.key().get("sk").s() + "/" + end.source();
  }

  @Test
  void next_allSourcesExhausted_mergesWithoutStartKey() {
    MergedQuery machine = merge(3, limit(10));
    assertThat(asked(machine)).containsExactly("0@startx8", "1@startx8", "2@startx8");
    machine.onAnswer(0, page("", "a", "d"));
    machine.onAnswer(2, page("", "c"));
    machine.onAnswer(1, page("", "b", "e"));
    MergedPage page = finished(machine);
    assertThat(rows(page)).containsExactly("a/0", "b/1", "c/2", "d/0", "e/1");
    assertThat(end(page)).isEqualTo("none");
    assertThat(page.subRequests()).isEqualTo(3);
    assertThat(page.capacity()).hasSize(3);
  }

  @Test
  void next_limitReachedExactly_stillGivesAStartKey() {
    MergedQuery machine = merge(2, limit(2));
    asked(machine);
    machine.onAnswer(0, page("", "a"));
    machine.onAnswer(1, page("", "b"));
    MergedPage page = finished(machine);
    assertThat(rows(page)).containsExactly("a/0", "b/1");
    assertThat(end(page)).isEqualTo("b/1");
    assertThat(page.tied()).isFalse();
  }

  @Test
  void next_oneSourceBehindTheCut_refillsOnlyThatOne() {
    MergedQuery machine = merge(3, limit(4));
    assertThat(asked(machine)).containsExactly("0@startx4", "1@startx4", "2@startx4");
    machine.onAnswer(0, page("b", "a", "b"));
    machine.onAnswer(1, page("y", "x", "y"));
    machine.onAnswer(2, page("", "z"));
    assertThat(asked(machine))
        .as("x is fourth at best: only 0 may hold rows before it")
        .containsExactly("0@bx2");
    machine.onAnswer(0, page("d", "c", "d"));
    MergedPage page = finished(machine);
    assertThat(rows(page)).containsExactly("a/0", "b/0", "c/0", "d/0");
    assertThat(end(page)).isEqualTo("d/0");
  }

  @Test
  void next_severalSourcesBehind_refillsThemInOneRound() {
    MergedQuery machine = merge(3, limit(6));
    asked(machine);
    machine.onAnswer(0, page("b", "a", "b"));
    machine.onAnswer(1, page("d", "c", "d"));
    machine.onAnswer(2, page("", "x", "y", "z"));
    assertThat(asked(machine))
        .hasSize(2)
        .allMatch(ask -> ask.startsWith("0@b") || ask.startsWith("1@d"));
  }

  @Test
  void next_oneOfManySourcesBehind_isAskedForItsShareFirstAndForMoreEachRound() {
    MergedQuery machine = merge(64, limit(640));
    assertThat(asked(machine)).hasSize(64).contains("0@startx18");
    machine.onAnswer(0, page("a", "a"));
    for (int source = 1; source < 64; source++) {
      machine.onAnswer(source, page("zr", rows("z", 18)));
    }
    assertThat(asked(machine)).as("639 over 32 sources").containsExactly("0@ax30");
    machine.onAnswer(0, page("b", "b"));
    assertThat(asked(machine)).as("638 over 16").containsExactly("0@bx54");
    machine.onAnswer(0, page("c", "c"));
    assertThat(asked(machine)).as("637 over 8").containsExactly("0@cx99");
  }

  @Test
  void next_emptyPageWithStartKey_isNotTakenForExhausted() {
    MergedQuery machine = merge(2, filtered(5, 1000));
    asked(machine);
    machine.onAnswer(0, page("m"));
    machine.onAnswer(1, page("", "k"));
    assertThat(asked(machine)).containsExactly("0@mx4");
    machine.onAnswer(0, page("", "n"));
    assertThat(rows(finished(machine))).containsExactly("k/1", "n/0");
  }

  @Test
  void next_filteredAndBudgetSpent_endsAtTheLeastFrontier() {
    MergedQuery machine = merge(3, filtered(100, 3));
    asked(machine);
    machine.onAnswer(0, page("d", "a", "d"));
    machine.onAnswer(1, page("f", "e"));
    machine.onAnswer(2, page("", "b", "z"));
    MergedPage page = finished(machine);
    assertThat(rows(page))
        .as("rows up to d, the least frontier")
        .containsExactly("a/0", "b/2", "d/0");
    assertThat(end(page)).isEqualTo("d/0");
    assertThat(page.evaluatedRows()).as("e and z are counted where they show").isEqualTo(3);
  }

  @Test
  void next_filteredAndNothingMatched_stillMovesOn() {
    MergedQuery machine = merge(2, filtered(1, 1));
    asked(machine);
    machine.onAnswer(0, page("h"));
    machine.onAnswer(1, page("g"));
    assertThat(asked(machine)).as("nothing evaluated counts as a row here").isNotEmpty();
  }

  @Test
  void next_tieBehindTheCut_isReported() {
    MergedQuery machine = merge(2, limit(1));
    asked(machine);
    machine.onAnswer(0, page("a", "a"));
    machine.onAnswer(1, page("a", "a"));
    MergedPage page = finished(machine);
    assertThat(rows(page)).containsExactly("a/0");
    assertThat(page.tied()).isTrue();
  }

  @Test
  void next_repeatableTiesUnread_areReadBeforeALaterSource() {
    MergedQuery machine = merge(2, MergeSettings.page(ASCENDING, 2, false, true));
    asked(machine);
    machine.onAnswer(0, page("a", "a"));
    machine.onAnswer(1, page("", "a"));
    assertThat(asked(machine)).as("source 0 may hold another a").containsExactly("0@ax1");
    machine.onAnswer(0, page("", "a"));
    assertThat(rows(finished(machine))).containsExactly("a/0", "a/0");
  }

  @Test
  void next_nothingLeftInAnySource_asksNothing() {
    MergedQuery machine = MergedQuery.of(Arrays.asList(null, null), limit(5), RowSize.assumed());
    MergedPage page = finished(machine);
    assertThat(page.rows()).isEmpty();
    assertThat(page.subRequests()).isZero();
  }

  @Test
  void next_exhaustedSource_keepsItsPlaceInTieOrder() {
    MergedQuery machine =
        MergedQuery.of(
            Arrays.asList(null, source("s1"), source("s2")), limit(5), RowSize.assumed());
    asked(machine);
    machine.onAnswer(1, page("", "a"));
    machine.onAnswer(2, page("", "a"));
    assertThat(rows(finished(machine))).containsExactly("a/1", "a/2");
  }

  @Test
  void next_pageBytesReached_endsAtTheRowThatCrossesTheLine() {
    MergeSettings settings =
        new MergeSettings(ASCENDING, 100, false, false, 7, 1000, 0, true, false);
    MergedQuery machine = merge(1, settings);
    asked(machine);
    machine.onAnswer(0, page("", "a", "b", "c", "d"));
    MergedPage page = finished(machine);
    assertThat(rows(page)).as("three bytes a row").containsExactly("a/0", "b/0", "c/0");
    assertThat(end(page)).isEqualTo("c/0");
  }

  @Test
  void next_startKeyWithNothingBehindIt_isNotSent() {
    SourceQuery closed =
        new SourceQuery(
            QueryRequest.builder().build(),
            row -> true,
            key -> key.get("sk").s().equals("b"),
            key -> key);
    MergedQuery machine = MergedQuery.of(List.of(closed), limit(10), RowSize.assumed());
    asked(machine);
    machine.onAnswer(0, page("b", "a", "b"));
    assertThat(end(finished(machine))).isEqualTo("none");
  }

  @Test
  void onFailure_oneSource_failsThePageWithItsOwnCause() {
    MergedQuery machine = merge(3, limit(10));
    asked(machine);
    RuntimeException cause = new RuntimeException("throttled");
    machine.onFailure(1, cause);
    assertThat(machine.next()).isEqualTo(Step.fail(cause));
  }

  @Test
  void mergeSettings_limitBelowOne_isRefused() {
    assertThatThrownBy(() -> limit(0)).hasMessage("limit must be at least 1 but was 0");
  }
}
