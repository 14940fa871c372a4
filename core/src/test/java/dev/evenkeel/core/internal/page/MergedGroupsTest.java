package dev.evenkeel.core.internal.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.page.MergedPage.Position;
import dev.evenkeel.core.internal.page.RowSizes.RowSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Rows of several sources that belong together where their keys are equal. */
class MergedGroupsTest {
  private static final Comparator<Map<String, AttributeValue>> ASCENDING =
      Comparator.comparing(row -> row.get("sk").s());

  private static MergedQuery merge(int sources, MergeSettings settings) {
    QueryRequest request = QueryRequest.builder().tableName("t").build();
    List<SourceQuery> queries = new ArrayList<>();
    for (int i = 0; i < sources; i++) {
      queries.add(new SourceQuery(request, row -> true, key -> false, key -> key));
    }
    return MergedQuery.of(queries, settings, RowSize.assumed());
  }

  private static MergeSettings groups(int limit) {
    return MergeSettings.page(ASCENDING, limit, false, false).ofGroups();
  }

  private static MergeSettings groupsOfBytes(int pageBytesMax) {
    return new MergeSettings(ASCENDING, 1000, false, false, pageBytesMax, 1000, 0, true, true);
  }

  private static QueryResponse page(boolean more, String... rows) {
    QueryResponse.Builder page =
        QueryResponse.builder().items(Arrays.stream(rows).map(MergedGroupsTest::row).toList());
    return more ? page.lastEvaluatedKey(row(rows[rows.length - 1])).build() : page.build();
  }

  private static Map<String, AttributeValue> row(String sortKey) {
    return Map.of("sk", AttributeValue.fromS(sortKey));
  }

  private static List<String> rows(MergedPage page) {
    return page.rows().stream().map(row -> row.item().get("sk").s() + "/" + row.source()).toList();
  }

  @Test
  void next_limitReached_takesTheLastGroupWhole() {
    PageScript script = PageScript.of(merge(3, groups(2)));
    assertThat(script.asks()).extracting(ask -> ask.request().limit()).containsExactly(2, 2, 2);
    script.answer(0, page(true, "a", "b"));
    script.answer(1, page(true, "b", "c"));
    script.answer(2, page(true, "a", "c"));
    MergedPage page = script.finished();
    assertThat(rows(page)).containsExactly("a/0", "a/2", "b/0", "b/1");
    assertThat(page.end()).isEqualTo(new Position(row("b"), 1));
    assertThat(page.tied()).isFalse();
  }

  @Test
  void next_sourceNotYetAtTheLastGroup_isAskedAgain() {
    PageScript script = PageScript.of(merge(2, groups(2)));
    script.asks();
    script.answer(0, page(true, "a", "c"));
    script.answer(1, page(true, "a"));
    List<PageScript.Read> again = script.asks();
    assertThat(again).extracting(PageScript.Read::source).containsExactly(1);
    assertThat(again.get(0).request().limit()).as("one group is settled").isEqualTo(1);
    script.answer(1, page(true, "b"));
    assertThat(rows(script.finished())).containsExactly("a/0", "a/1", "b/1");
  }

  @Test
  void next_pageBytesReachedWithinAGroup_takesTheGroupWhole() {
    PageScript script = PageScript.of(merge(3, groupsOfBytes(6)));
    script.asks();
    for (int source = 0; source < 3; source++) {
      script.answer(source, page(false, "a", "b"));
    }
    MergedPage page = script.finished();
    assertThat(rows(page)).as("three bytes a row").containsExactly("a/0", "a/1", "a/2");
    assertThat(page.end()).isEqualTo(new Position(row("a"), 2));
  }

  @Test
  void next_everySourceExhausted_hasNoEnd() {
    PageScript script = PageScript.of(merge(2, groups(5)));
    script.asks();
    script.answer(0, page(false, "a"));
    script.answer(1, page(false, "a"));
    MergedPage page = script.finished();
    assertThat(rows(page)).containsExactly("a/0", "a/1");
    assertThat(page.end()).isNull();
  }

  /**
   * Whatever the sources answer, up to the number of rows asked for, groups are whole and none is
   * skipped.
   */
  @Test
  void next_randomSources_givesTheFirstGroupsWhole() {
    long seed = Long.getLong("evenkeel.seed", 20261121);
    for (int run = 0; run < 500; run++) {
      Random random = new Random(seed + run);
      List<List<String>> sources = new ArrayList<>();
      Set<String> keys = new TreeSet<>();
      for (int i = 1 + random.nextInt(5); i > 0; i--) {
        Set<String> own = new TreeSet<>();
        for (int k = random.nextInt(12); k > 0; k--) {
          own.add("k" + (char) ('a' + random.nextInt(15)));
        }
        keys.addAll(own);
        sources.add(List.copyOf(own));
      }
      int limit = 1 + random.nextInt(6);
      List<String> expected = new ArrayList<>();
      for (String key : keys.stream().limit(limit).toList()) {
        for (int i = 0; i < sources.size(); i++) {
          if (sources.get(i).contains(key)) {
            expected.add(key + "/" + i);
          }
        }
      }
      MergedPage page = play(merge(sources.size(), groups(limit)), sources, random);
      assertThat(rows(page)).as("seed %d", seed + run).isEqualTo(sorted(expected));
      assertThat(page.end() == null)
          .as("seed %d: nothing is left", seed + run)
          .isEqualTo(keys.size() < limit);
    }
  }

  private static List<String> sorted(List<String> rows) {
    return rows.stream().sorted().toList();
  }

  private static MergedPage play(MergedQuery merge, List<List<String>> sources, Random random) {
    Map<Integer, Integer> given = new HashMap<>();
    PageScript script = PageScript.of(merge);
    while (true) {
      Set<PageScript.Read> open = new HashSet<>(script.asks());
      if (script.isOver()) {
        return script.finished();
      }
      for (PageScript.Read ask : open) {
        List<String> source = sources.get(ask.source());
        int from = given.getOrDefault(ask.source(), 0);
        int count = 1 + random.nextInt(ask.request().limit());
        int to = Math.min(source.size(), from + count);
        given.put(ask.source(), to);
        String[] rows = source.subList(from, to).toArray(String[]::new);
        script.answer(ask.source(), page(to < source.size(), rows));
      }
    }
  }

  @Test
  void mergeSettings_groupsOfRepeatableRows_areRefused() {
    MergeSettings index = MergeSettings.page(ASCENDING, 1, false, true);
    assertThatThrownBy(index::ofGroups).hasMessageContaining("cannot be grouped");
  }
}
