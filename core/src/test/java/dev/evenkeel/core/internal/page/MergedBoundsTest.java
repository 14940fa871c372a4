package dev.evenkeel.core.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.page.MergedPage.Position;
import dev.evenkeel.core.internal.page.RowSizes.RowSize;
import dev.evenkeel.core.item.ItemSize;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** The bounds on evaluated and held rows, and exactness whatever rows are dropped. */
class MergedBoundsTest {
  private static final int SEEDS = 400;
  private static final int SKEWED_SEEDS = 100;
  private static final long MIB = 1 << 20;
  private static final Comparator<Map<String, AttributeValue>> ASCENDING =
      Comparator.comparing(row -> row.get("sk").s());

  /** Rows by source and sort key; a filter passes those whose body begins with x. */
  private static final class Sources {
    private final List<TreeMap<String, String>> rows = new ArrayList<>();
    private final boolean filtered;
    private final Deque<PageScript.Read> open = new ArrayDeque<>();
    private long evaluatedBytes;
    private int underWayMost;

    Sources(boolean filtered) {
      this.filtered = filtered;
    }

    List<SourceQuery> after(@Nullable Position end, boolean tied) {
      return IntStream.range(0, rows.size()).mapToObj(i -> source(i, end, tied)).toList();
    }

    /** Even numbers are keys; an odd one stands for the place before the next. */
    private SourceQuery source(int i, @Nullable Position end, boolean tied) {
      QueryRequest.Builder request = QueryRequest.builder().tableName(Integer.toString(i));
      if (end != null) {
        int at = Integer.parseInt(end.key().get("sk").s());
        request.exclusiveStartKey(sortKey(tied && i > end.source() ? at - 1 : at));
      }
      return new SourceQuery(
          request.build(), row -> true, key -> false, row -> Map.of("sk", row.get("sk")));
    }

    private static Map<String, AttributeValue> sortKey(int value) {
      return Map.of("sk", AttributeValue.fromS("%06d".formatted(value)));
    }

    MergedPage play(MergedQuery merge, Random random, long heldMax) {
      PageScript script = PageScript.of(merge);
      while (true) {
        PageScript.Read read = script.next();
        assertThat(merge.heldBytes()).isLessThanOrEqualTo(heldMax);
        if (script.isOver()) {
          return script.finished();
        }
        if (read != null) {
          open.add(read);
          underWayMost = Math.max(underWayMost, open.size());
        } else {
          for (int i = random.nextInt(open.size()); i > 0; i--) {
            open.add(open.remove());
          }
          PageScript.Read chosen = open.remove();
          script.answer(chosen.source(), answer(chosen.request()));
        }
      }
    }

    private QueryResponse answer(QueryRequest request) {
      TreeMap<String, String> all = rows.get(Integer.parseInt(request.tableName()));
      Map<String, String> left =
          request.hasExclusiveStartKey()
              ? all.tailMap(request.exclusiveStartKey().get("sk").s(), false)
              : all;
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      long bytes = 0;
      int evaluated = 0;
      String last = "";
      for (Map.Entry<String, String> row : left.entrySet()) {
        if (evaluated == request.limit() || bytes >= MIB) {
          break;
        }
        Map<String, AttributeValue> item =
            Map.of(
                "sk", AttributeValue.fromS(row.getKey()),
                "b", AttributeValue.fromS(row.getValue()));
        evaluated++;
        bytes += ItemSize.bytes(item);
        last = row.getKey();
        if (!filtered || row.getValue().startsWith("x")) {
          items.add(item);
        }
      }
      evaluatedBytes += bytes;
      QueryResponse.Builder answer =
          QueryResponse.builder()
              .items(items)
              .scannedCount(evaluated)
              .consumedCapacity(
                  ConsumedCapacity.builder()
                      .capacityUnits(0.5 * Math.ceil(bytes / 4096.0))
                      .build());
      return evaluated < left.size()
          ? answer.lastEvaluatedKey(Map.of("sk", AttributeValue.fromS(last))).build()
          : answer.build();
    }

    List<String> merged() {
      List<String> merged = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        int source = i;
        rows.get(i).entrySet().stream()
            .filter(row -> !filtered || row.getValue().startsWith("x"))
            .forEach(row -> merged.add(row.getKey() + "/" + source));
      }
      merged.sort(
          Comparator.comparing((String row) -> row.substring(0, 6))
              .thenComparing(row -> Integer.parseInt(row.substring(7))));
      return merged;
    }
  }

  private static Sources random(Random random) {
    Sources sources = new Sources(random.nextBoolean());
    int count = 1 + random.nextInt(12);
    int keys = 4 + random.nextInt(200);
    int bytes = 1 + random.nextInt(300);
    for (int i = 0; i < count; i++) {
      TreeMap<String, String> rows = new TreeMap<>();
      for (int row = random.nextInt(40); row > 0; row--) {
        rows.put(
            "%06d".formatted(2 * random.nextInt(keys)),
            (random.nextInt(3) == 0 ? "x" : "y").repeat(1 + random.nextInt(bytes)));
      }
      sources.rows.add(rows);
    }
    return sources;
  }

  /** Each source has its own range of keys, and rows that grow: guesses are wrong. */
  private static Sources skewed(Random random) {
    Sources sources = new Sources(random.nextInt(4) == 0);
    int count = 2 + random.nextInt(10);
    for (int i = 0; i < count; i++) {
      TreeMap<String, String> rows = new TreeMap<>();
      int from = random.nextInt(200);
      for (int row = random.nextInt(40); row > 0; row--) {
        int key = from + random.nextInt(60);
        int bytes = 1 + random.nextInt(key - from < 10 ? 5 : 900);
        rows.put("%06d".formatted(2 * key), (random.nextInt(3) == 0 ? "x" : "y").repeat(bytes));
      }
      sources.rows.add(rows);
    }
    return sources;
  }

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

  private static Sources even(int count, int rowsEach, int rowBytes, boolean filtered) {
    Sources sources = new Sources(filtered);
    String body = (filtered ? "y" : "x").repeat(rowBytes - 9);
    Random random = new Random(17);
    for (int i = 0; i < count; i++) {
      TreeMap<String, String> rows = new TreeMap<>();
      while (rows.size() < rowsEach) {
        rows.put("%06d".formatted(2 * random.nextInt(400_000)), body);
      }
      sources.rows.add(rows);
    }
    return sources;
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
