package dev.evenkeel.core.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.page.MergedPage.Position;
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
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Rows by source and sort key; a filter passes those whose body begins with x. */
final class Sources {
  static final long MIB = 1 << 20;

  final List<TreeMap<String, String>> rows = new ArrayList<>();
  final boolean filtered;
  private final Deque<PageScript.Read> open = new ArrayDeque<>();
  long evaluatedBytes;
  int underWayMost;

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
                ConsumedCapacity.builder().capacityUnits(0.5 * Math.ceil(bytes / 4096.0)).build());
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

  static Sources random(Random random) {
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
  static Sources skewed(Random random) {
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

  static Sources even(int count, int rowsEach, int rowBytes, boolean filtered) {
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
}
