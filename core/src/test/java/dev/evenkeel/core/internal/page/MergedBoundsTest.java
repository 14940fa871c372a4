package dev.evenkeel.core.internal.page;

import static dev.evenkeel.core.internal.page.Sources.MIB;
import static dev.evenkeel.core.internal.page.Sources.even;
import static dev.evenkeel.core.internal.page.Sources.random;
import static dev.evenkeel.core.internal.page.Sources.skewed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.page.RowSizes.RowSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** The bounds on evaluated and held rows, and exactness whatever rows are dropped. */
class MergedBoundsTest {
  private static final int SEEDS = 400;
  private static final int SKEWED_SEEDS = 100;
  private static final Comparator<Map<String, AttributeValue>> ASCENDING =
      Comparator.comparing(row -> row.get("sk").s());

  @Tag("deep")
  @Test
  void pages_whateverIsLetGo_holdEveryRowOnceInOrder() {
    for (int seed = 0; seed < SEEDS + SKEWED_SEEDS; seed++) {
      Random random = new Random(seed);
      Sources sources = seed < SEEDS ? random(random) : skewed(random);
      int total = sources.rows.stream().mapToInt(Map::size).sum();
      int limit = random.nextBoolean() ? MergeSettings.NO_LIMIT : 1 + random.nextInt(20);
      long pageBytes = 1L + random.nextInt(2_000);
      boolean readsAhead = random.nextBoolean();
      MergeSettings settings =
          new MergeSettings(
              ASCENDING,
              limit,
              sources.filtered,
              false,
              pageBytes,
              Math.min(limit, 30) * 4,
              readsAhead ? 1L + random.nextInt(2_000) : 0,
              !sources.filtered,
              false);
      RowSize size = RowSize.unknown();
      List<String> found = new ArrayList<>();
      int scanned = 0;
      MergedQuery next = MergedQuery.of(sources.after(null, false), settings, size);
      for (int pages = 0; next != null; pages++) {
        assertThat(pages).as("seed %d: paging ends", seed).isLessThanOrEqualTo(total);
        MergedPage page =
            sources.play(next, random, settings.heldBytesMax() + pageBytes + total * 7L + 1_000);
        page.rows().forEach(row -> found.add(row.item().get("sk").s() + "/" + row.source()));
        assertThat(page.evaluatedRows()).isGreaterThanOrEqualTo(page.rows().size());
        scanned += page.evaluatedRows();
        next =
            page.end() == null
                ? null
                : page.readAhead() != null
                    ? MergedQuery.after(page.readAhead(), settings, size)
                    : MergedQuery.of(sources.after(page.end(), page.tied()), settings, size);
      }
      assertThat(found).as("seed %d", seed).isEqualTo(sources.merged());
      if (readsAhead || !sources.filtered) {
        assertThat(scanned).as("seed %d: each row is counted once", seed).isEqualTo(total);
      }
    }
  }

  /**
   * Of 200 sources: a row of each or two pages, three more, and four mebibytes while nothing is
   * known.
   */
  @ParameterizedTest
  @CsvSource({
    "200,false", "10240,false", "102400,false", "400000,false",
    "200,true", "10240,true", "102400,true", "400000,true"
  })
  void firstPage_rowsOfAnySize_evaluatesARowOfEachSourceAndLittleMore(
      int rowBytes, boolean filtered) {
    Sources sources = even(200, 12, rowBytes, filtered);
    MergeSettings page = MergeSettings.page(ASCENDING, MergeSettings.NO_LIMIT, filtered, false);
    MergeSettings settings = filtered ? page : page.ofWholeRows();
    RowSize size = RowSize.unknown();
    Random random = new Random(4);
    sources.play(MergedQuery.of(sources.after(null, false), settings, size), random, 6 * MIB);
    long rowOfEach = 200L * rowBytes;
    assertThat(sources.evaluatedBytes)
        .as("nothing is known")
        .isLessThan(Math.max(rowOfEach, 2 * MIB) + (filtered ? 8 : 7) * MIB);
    sources.evaluatedBytes = 0;
    sources.play(MergedQuery.of(sources.after(null, false), settings, size), random, 6 * MIB);
    assertThat(sources.evaluatedBytes)
        .as("sizes are known")
        .isLessThan(Math.max(rowOfEach, 2 * MIB) + (filtered ? 4 : 3) * MIB);
  }

  @Test
  void next_nothingKnown_asksFewSourcesUntilOneHasAnswered() {
    PageScript script =
        PageScript.of(
            MergedQuery.of(
                even(50, 1, 20, false).after(null, false),
                MergeSettings.page(ASCENDING, MergeSettings.NO_LIMIT, false, false).ofWholeRows(),
                RowSize.unknown()));
    List<Integer> asked = asked(script);
    assertThat(asked).hasSize(4);
    script.answer(asked.get(0), QueryResponse.builder().build());
    assertThat(asked(script)).as("an empty answer lets more follow").hasSize(3);
    script.answer(
        asked.get(1),
        QueryResponse.builder()
            .items(List.of(Map.of("sk", AttributeValue.fromS("000001"))))
            .build());
    assertThat(asked(script)).as("rows are small").hasSize(43);
  }

  /** Hundreds of pages of a table had small rows, and one key has large ones. */
  @Test
  void firstPage_rowsMuchLargerThanLearnt_isSizedByTheFirstAnswers() {
    RowSize size = RowSize.unknown();
    IntStream.range(0, 500).forEach(page -> size.record(5_000, 1_000_000));
    Sources sources = even(200, 12, 400_000, false);
    MergeSettings settings =
        MergeSettings.page(ASCENDING, MergeSettings.NO_LIMIT, false, false).ofWholeRows();

    sources.play(
        MergedQuery.of(sources.after(null, false), settings, size), new Random(4), 6 * MIB);

    assertThat(sources.underWayMost).isLessThanOrEqualTo(40);
    assertThat(sources.evaluatedBytes)
        .as("a row of each source, and as many full pages as are under way at first")
        .isLessThan(200L * 400_000 + 50 * MIB);
  }

  private static List<Integer> asked(PageScript script) {
    List<Integer> asked = new ArrayList<>();
    for (PageScript.Read read : script.asks()) {
      asked.add(read.source());
    }
    return asked;
  }
}
