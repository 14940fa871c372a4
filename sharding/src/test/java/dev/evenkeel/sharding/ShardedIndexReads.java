package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Reads of the index, of its table and of its twin, which must answer alike. */
final class ShardedIndexReads {
  private final IndexTwins twins;
  private int count;

  ShardedIndexReads(IndexTwins twins) {
    this.twins = twins;
  }

  QueryRequest.Builder query(AttributeValue country) {
    return QueryRequest.builder()
        .tableName(twins.spec().tableName())
        .indexName(ShardedIndexSpecs.INDEX)
        .keyConditionExpression("country = :c")
        .expressionAttributeValues(Map.of(":c", country));
  }

  void check() {
    for (int i = 0; i < 2 && twins.spec().sortKey() != null; i++) {
      checkTableQuery(i, null);
      checkTableQuery(i, "#shard, n");
    }
    assertThat(scan(twins.decorated(), null)).isEqualTo(scan(twins.plain, null));
    assertThat(scan(twins.decorated(), ShardedIndexSpecs.INDEX))
        .isEqualTo(scan(twins.plain, ShardedIndexSpecs.INDEX));
    for (int c = 0; c < IndexTwins.COUNTRIES; c++) {
      for (int i = 0; i < 3; i++) {
        checkQuery(twins.country(c));
      }
    }
  }

  private void checkTableQuery(int i, @Nullable String projected) {
    boolean number = twins.spec().partitionType() == ScalarAttributeType.N;
    QueryRequest query =
        QueryRequest.builder()
            .tableName(twins.spec().tableName())
            .keyConditionExpression("pk = :pk")
            .expressionAttributeValues(
                Map.of(":pk", number ? Attributes.n(i) : Attributes.s("p" + i)))
            .projectionExpression(projected)
            .expressionAttributeNames(
                projected == null ? null : Map.of("#shard", twins.index().shard().name()))
            .build();
    twins.asks(query);
    assertThat(twins.both().sameItems(query)).isNotNull();
  }

  private Set<Map<String, AttributeValue>> scan(
      ClientUnderTest client, @Nullable String indexName) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    Map<String, AttributeValue> start = null;
    do {
      ScanResponse page =
          client.call(
              ScanRequest.builder()
                  .tableName(twins.spec().tableName())
                  .indexName(indexName)
                  .limit(7)
                  .exclusiveStartKey(start)
                  .build());
      items.addAll(page.items());
      start =
          page.lastEvaluatedKey().isEmpty() ? null : JsonKeys.roundTrip(page.lastEvaluatedKey());
      assertThat(start == null ? Set.of() : start.keySet())
          .doesNotContain(twins.index().shard().name());
    } while (start != null);
    assertThat(items).doesNotHaveDuplicates();
    return new HashSet<>(items);
  }

  private void checkQuery(AttributeValue country) {
    boolean forward = twins.random.nextBoolean();
    boolean filtered = twins.projection != ProjectionType.KEYS_ONLY && twins.random.nextInt(3) == 0;
    boolean counts = twins.random.nextInt(5) == 0;
    boolean ranged = twins.index().sort() != null && twins.random.nextBoolean();
    Map<String, AttributeValue> values = new HashMap<>(Map.of(":c", country));
    if (filtered) {
      values.put(":n", Attributes.n(4));
    }
    if (ranged) {
      values.put(":d", Attributes.n(1));
    }
    QueryRequest.Builder query =
        query(country)
            .keyConditionExpression("country = :c" + (ranged ? " AND due >= :d" : ""))
            .filterExpression(filtered ? "n < :n" : null)
            .expressionAttributeValues(values)
            .scanIndexForward(forward)
            .select(counts ? Select.COUNT : null);
    if (!counts && twins.random.nextInt(3) == 0) {
      query.projectionExpression("pk");
    }
    twins.asks(query.build());
    QueryRequest whole = query.build();
    QueryResponse expected = twins.plain.call(whole);
    List<Map<String, AttributeValue>> once = pages(whole, filtered, 1_000);
    List<Map<String, AttributeValue>> paged = pages(whole, filtered, 1 + twins.random.nextInt(6));
    assertThat(paged).as("one sequence whatever the page size").isEqualTo(once);
    if (counts) {
      assertThat(count).isEqualTo(expected.count());
    } else {
      assertThat(counted(once)).isEqualTo(counted(expected.items()));
    }
    if (twins.index().sort() != null && whole.projectionExpression() == null) {
      Comparator<Map<String, AttributeValue>> order =
          Comparator.comparing(item -> Integer.parseInt(item.get("due").n()));
      assertThat(once).isSortedAccordingTo(forward ? order : order.reversed());
    }
    if (!filtered && !counts && whole.projectionExpression() == null && !once.isEmpty()) {
      checkHandMadeStart(whole, once);
    }
  }

  private static Map<Map<String, AttributeValue>, Long> counted(
      List<Map<String, AttributeValue>> items) {
    return items.stream().collect(Collectors.groupingBy(item -> item, Collectors.counting()));
  }

  /** All rows, page by page. */
  List<Map<String, AttributeValue>> pages(QueryRequest query, boolean filtered, int limit) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    Map<String, AttributeValue> start = null;
    count = 0;
    do {
      QueryResponse page =
          twins.decorated().call(query.toBuilder().limit(limit).exclusiveStartKey(start).build());
      items.addAll(page.items());
      count += page.count();
      start =
          page.lastEvaluatedKey().isEmpty() ? null : JsonKeys.roundTrip(page.lastEvaluatedKey());
      if (start != null) {
        if (!filtered) {
          assertThat(page.count()).as("a page is full").isEqualTo(limit);
          assertThat(page.scannedCount()).isEqualTo(limit);
        }
        Set<String> natural = new HashSet<>(start.keySet());
        boolean carried = natural.remove("evenkeel.shard");
        if (twins.drawn() || (twins.keysTellNumbers() && !twins.raised())) {
          assertThat(carried)
              .as("a shard is carried where no key tells it")
              .isEqualTo(twins.drawn());
        }
        Set<String> expected = new HashSet<>(twins.spec().logicalKey().attributes());
        expected.add("country");
        if (twins.index().sort() != null) {
          expected.add("due");
        }
        assertThat(natural).isEqualTo(expected);
      }
    } while (start != null);
    return items;
  }

  private void checkHandMadeStart(QueryRequest query, List<Map<String, AttributeValue>> rows) {
    if (!twins.keysTellNumbers() || twins.drawn()) {
      return; // there the key does not tell the shard
    }
    int at = twins.random.nextInt(rows.size());
    Map<String, AttributeValue> start = new HashMap<>(rows.get(at));
    Set<String> keys = new HashSet<>(twins.spec().logicalKey().attributes());
    keys.add("country");
    if (twins.index().sort() != null) {
      keys.add("due");
    }
    start.keySet().retainAll(keys);
    QueryResponse page = twins.decorated().call(query.toBuilder().exclusiveStartKey(start).build());
    assertThat(page.items())
        .as("from a start key made by hand")
        .isEqualTo(rows.subList(at + 1, rows.size()));
  }
}
