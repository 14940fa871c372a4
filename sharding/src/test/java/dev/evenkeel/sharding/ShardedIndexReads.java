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

/** Reads of the index, of its table and of the plain ones, which must answer alike. */
final class ShardedIndexReads {
  private final IndexEquivalence compared;
  private int count;

  ShardedIndexReads(IndexEquivalence compared) {
    this.compared = compared;
  }

  QueryRequest.Builder query(AttributeValue country) {
    return QueryRequest.builder()
        .tableName(compared.spec().tableName())
        .indexName(ShardedIndexSpecs.INDEX)
        .keyConditionExpression("country = :c")
        .expressionAttributeValues(Map.of(":c", country));
  }

  void check() {
    for (int i = 0; i < 2 && compared.spec().sortKey() != null; i++) {
      checkTableQuery(i, null);
      checkTableQuery(i, "#shard, n");
    }
    assertThat(scan(compared.decorated(), null)).isEqualTo(scan(compared.plain, null));
    assertThat(scan(compared.decorated(), ShardedIndexSpecs.INDEX))
        .isEqualTo(scan(compared.plain, ShardedIndexSpecs.INDEX));
    for (int c = 0; c < IndexEquivalence.COUNTRIES; c++) {
      for (int i = 0; i < 3; i++) {
        checkQuery(compared.country(c));
      }
    }
  }

  private void checkTableQuery(int i, @Nullable String projected) {
    boolean number = compared.spec().partitionType() == ScalarAttributeType.N;
    QueryRequest query =
        QueryRequest.builder()
            .tableName(compared.spec().tableName())
            .keyConditionExpression("pk = :pk")
            .expressionAttributeValues(
                Map.of(":pk", number ? Attributes.n(i) : Attributes.s("p" + i)))
            .projectionExpression(projected)
            .expressionAttributeNames(
                projected == null ? null : Map.of("#shard", compared.index().shard().name()))
            .build();
    compared.asks(query);
    assertThat(compared.both().sameItems(query)).isNotNull();
  }

  private Set<Map<String, AttributeValue>> scan(
      ClientUnderTest client, @Nullable String indexName) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    Map<String, AttributeValue> start = null;
    do {
      ScanResponse page =
          client.call(
              ScanRequest.builder()
                  .tableName(compared.spec().tableName())
                  .indexName(indexName)
                  .limit(7)
                  .exclusiveStartKey(start)
                  .build());
      items.addAll(page.items());
      start =
          page.lastEvaluatedKey().isEmpty() ? null : JsonKeys.roundTrip(page.lastEvaluatedKey());
      assertThat(start == null ? Set.of() : start.keySet())
          .doesNotContain(compared.index().shard().name());
    } while (start != null);
    assertThat(items).doesNotHaveDuplicates();
    return new HashSet<>(items);
  }

  private void checkQuery(AttributeValue country) {
    boolean forward = compared.random.nextBoolean();
    boolean filtered =
        compared.projection != ProjectionType.KEYS_ONLY && compared.random.nextInt(3) == 0;
    boolean counts = compared.random.nextInt(5) == 0;
    boolean ranged = compared.index().sort() != null && compared.random.nextBoolean();
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
    if (!counts && compared.random.nextInt(3) == 0) {
      query.projectionExpression("pk");
    }
    compared.asks(query.build());
    QueryRequest whole = query.build();
    QueryResponse expected = compared.plain.call(whole);
    List<Map<String, AttributeValue>> once = pages(whole, filtered, 1_000);
    List<Map<String, AttributeValue>> paged =
        pages(whole, filtered, 1 + compared.random.nextInt(6));
    assertThat(paged).as("one sequence whatever the page size").isEqualTo(once);
    if (counts) {
      assertThat(count).isEqualTo(expected.count());
    } else {
      assertThat(counted(once)).isEqualTo(counted(expected.items()));
    }
    if (compared.index().sort() != null && whole.projectionExpression() == null) {
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
          compared
              .decorated()
              .call(query.toBuilder().limit(limit).exclusiveStartKey(start).build());
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
        if (compared.drawn() || (compared.keysTellNumbers() && !compared.raised())) {
          assertThat(carried)
              .as("a shard is carried where no key tells it")
              .isEqualTo(compared.drawn());
        }
        Set<String> expected = new HashSet<>(compared.spec().logicalKey().attributes());
        expected.add("country");
        if (compared.index().sort() != null) {
          expected.add("due");
        }
        assertThat(natural).isEqualTo(expected);
      }
    } while (start != null);
    return items;
  }

  private void checkHandMadeStart(QueryRequest query, List<Map<String, AttributeValue>> rows) {
    if (!compared.keysTellNumbers() || compared.drawn()) {
      return; // there the key does not tell the shard
    }
    int at = compared.random.nextInt(rows.size());
    Map<String, AttributeValue> start = new HashMap<>(rows.get(at));
    Set<String> keys = new HashSet<>(compared.spec().logicalKey().attributes());
    keys.add("country");
    if (compared.index().sort() != null) {
      keys.add("due");
    }
    start.keySet().retainAll(keys);
    QueryResponse page =
        compared.decorated().call(query.toBuilder().exclusiveStartKey(start).build());
    assertThat(page.items())
        .as("from a start key made by hand")
        .isEqualTo(rows.subList(at + 1, rows.size()));
  }
}
