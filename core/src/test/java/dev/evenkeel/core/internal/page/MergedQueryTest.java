package dev.evenkeel.core.internal.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.page.MergedPage.Position;
import dev.evenkeel.core.internal.page.RowSizes.RowSize;
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

/** Scripts of the page's requests and answers. */
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

  /** Everything the page asks before it waits, as "source@start key x limit". */
  private static List<String> asked(PageScript script) {
    List<String> asked = new ArrayList<>();
    for (PageScript.Read ask : script.asks()) {
      String start =
          ask.request().hasExclusiveStartKey()
              ? ask.request().exclusiveStartKey().get("sk").s()
              : "start";
      asked.add(ask.source() + "@" + start + "x" + ask.request().limit());
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

  private static List<String> rows(MergedPage page) {
    return page.rows().stream().map(row -> row.item().get("sk").s() + "/" + row.source()).toList();
  }

  private static String end(MergedPage page) {
    Position end = page.end();
    return end == null ? "none" : end.key().get("sk").s() + "/" + end.source();
  }

  @Test
  void next_allSourcesExhausted_mergesWithoutStartKey() {
    PageScript script = PageScript.of(merge(3, limit(10)));
    assertThat(asked(script)).containsExactly("0@startx8", "1@startx8", "2@startx8");
    script.answer(0, page("", "a", "d"));
    script.answer(2, page("", "c"));
    script.answer(1, page("", "b", "e"));
    MergedPage page = script.finished();
    assertThat(rows(page)).containsExactly("a/0", "b/1", "c/2", "d/0", "e/1");
    assertThat(end(page)).isEqualTo("none");
    assertThat(page.subRequests()).isEqualTo(3);
    assertThat(page.capacity()).hasSize(3);
  }

  @Test
  void next_limitReachedExactly_stillGivesAStartKey() {
    PageScript script = PageScript.of(merge(2, limit(2)));
    asked(script);
    script.answer(0, page("", "a"));
    script.answer(1, page("", "b"));
    MergedPage page = script.finished();
    assertThat(rows(page)).containsExactly("a/0", "b/1");
    assertThat(end(page)).isEqualTo("b/1");
    assertThat(page.tied()).isFalse();
  }

  @Test
  void next_oneSourceBehindTheCut_refillsOnlyThatOne() {
    PageScript script = PageScript.of(merge(3, limit(4)));
    assertThat(asked(script)).containsExactly("0@startx4", "1@startx4", "2@startx4");
    script.answer(0, page("b", "a", "b"));
    script.answer(1, page("y", "x", "y"));
    script.answer(2, page("", "z"));
    assertThat(asked(script))
        .as("x is fourth at best: only 0 may hold rows before it")
        .containsExactly("0@bx2");
    script.answer(0, page("d", "c", "d"));
    MergedPage page = script.finished();
    assertThat(rows(page)).containsExactly("a/0", "b/0", "c/0", "d/0");
    assertThat(end(page)).isEqualTo("d/0");
  }

  @Test
  void next_severalSourcesBehind_refillsThemInOneRound() {
    PageScript script = PageScript.of(merge(3, limit(6)));
    asked(script);
    script.answer(0, page("b", "a", "b"));
    script.answer(1, page("d", "c", "d"));
    script.answer(2, page("", "x", "y", "z"));
    assertThat(asked(script))
        .hasSize(2)
        .allMatch(ask -> ask.startsWith("0@b") || ask.startsWith("1@d"));
  }

  @Test
  void next_oneOfManySourcesBehind_isAskedForItsShareFirstAndForMoreEachRound() {
    PageScript script = PageScript.of(merge(64, limit(640)));
    assertThat(asked(script)).hasSize(64).contains("0@startx18");
    script.answer(0, page("a", "a"));
    for (int source = 1; source < 64; source++) {
      script.answer(source, page("zr", rows("z", 18)));
    }
    assertThat(asked(script)).as("639 over 32 sources").containsExactly("0@ax30");
    script.answer(0, page("b", "b"));
    assertThat(asked(script)).as("638 over 16").containsExactly("0@bx54");
    script.answer(0, page("c", "c"));
    assertThat(asked(script)).as("637 over 8").containsExactly("0@cx99");
  }

  @Test
  void next_emptyPageWithStartKey_isNotTakenForExhausted() {
    PageScript script = PageScript.of(merge(2, filtered(5, 1000)));
    asked(script);
    script.answer(0, page("m"));
    script.answer(1, page("", "k"));
    assertThat(asked(script)).containsExactly("0@mx4");
    script.answer(0, page("", "n"));
    assertThat(rows(script.finished())).containsExactly("k/1", "n/0");
  }

  @Test
  void next_filteredAndBudgetSpent_endsAtTheLeastFrontier() {
    PageScript script = PageScript.of(merge(3, filtered(100, 3)));
    asked(script);
    script.answer(0, page("d", "a", "d"));
    script.answer(1, page("f", "e"));
    script.answer(2, page("", "b", "z"));
    MergedPage page = script.finished();
    assertThat(rows(page))
        .as("rows up to d, the least frontier")
        .containsExactly("a/0", "b/2", "d/0");
    assertThat(end(page)).isEqualTo("d/0");
    assertThat(page.evaluatedRows()).as("e and z are counted where they show").isEqualTo(3);
  }

  @Test
  void next_filteredAndNothingMatched_stillMovesOn() {
    PageScript script = PageScript.of(merge(2, filtered(1, 1)));
    asked(script);
    script.answer(0, page("h"));
    script.answer(1, page("g"));
    assertThat(asked(script)).as("nothing evaluated counts as a row here").isNotEmpty();
  }

  @Test
  void next_tieBehindTheCut_isReported() {
    PageScript script = PageScript.of(merge(2, limit(1)));
    asked(script);
    script.answer(0, page("a", "a"));
    script.answer(1, page("a", "a"));
    MergedPage page = script.finished();
    assertThat(rows(page)).containsExactly("a/0");
    assertThat(page.tied()).isTrue();
  }

  @Test
  void next_repeatableTiesUnread_areReadBeforeALaterSource() {
    PageScript script = PageScript.of(merge(2, MergeSettings.page(ASCENDING, 2, false, true)));
    asked(script);
    script.answer(0, page("a", "a"));
    script.answer(1, page("", "a"));
    assertThat(asked(script)).as("source 0 may hold another a").containsExactly("0@ax1");
    script.answer(0, page("", "a"));
    assertThat(rows(script.finished())).containsExactly("a/0", "a/0");
  }

  @Test
  void next_nothingLeftInAnySource_asksNothing() {
    PageScript script =
        PageScript.of(MergedQuery.of(Arrays.asList(null, null), limit(5), RowSize.assumed()));
    MergedPage page = script.finished();
    assertThat(page.rows()).isEmpty();
    assertThat(page.subRequests()).isZero();
  }

  @Test
  void next_exhaustedSource_keepsItsPlaceInTieOrder() {
    PageScript script =
        PageScript.of(
            MergedQuery.of(
                Arrays.asList(null, source("s1"), source("s2")), limit(5), RowSize.assumed()));
    asked(script);
    script.answer(1, page("", "a"));
    script.answer(2, page("", "a"));
    assertThat(rows(script.finished())).containsExactly("a/1", "a/2");
  }

  @Test
  void next_pageBytesReached_endsAtTheRowThatCrossesTheLine() {
    MergeSettings settings =
        new MergeSettings(ASCENDING, 100, false, false, 7, 1000, 0, true, false);
    PageScript script = PageScript.of(merge(1, settings));
    asked(script);
    script.answer(0, page("", "a", "b", "c", "d"));
    MergedPage page = script.finished();
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
    PageScript script =
        PageScript.of(MergedQuery.of(List.of(closed), limit(10), RowSize.assumed()));
    asked(script);
    script.answer(0, page("b", "a", "b"));
    assertThat(end(script.finished())).isEqualTo("none");
  }

  @Test
  void onFailure_oneSource_failsThePageWithItsOwnCause() {
    PageScript script = PageScript.of(merge(3, limit(10)));
    asked(script);
    RuntimeException cause = new RuntimeException("throttled");
    script.fail(1, cause);
    assertThat(script.failure()).isSameAs(cause);
  }

  @Test
  void mergeSettings_limitBelowOne_isRefused() {
    assertThatThrownBy(() -> limit(0)).hasMessage("limit must be at least 1 but was 0");
  }
}
