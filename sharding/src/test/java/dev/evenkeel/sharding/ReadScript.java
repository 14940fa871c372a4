package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Random queries and scans, read page by page to the end and compared on fixture. */
final class ReadScript {
  /** Far more than any of these takes; a loop would take for ever. */
  private static final int PAGES_MAX = 500;

  /** More changes of a layout than meet one read. */
  private static final int ATTEMPTS_MAX = 10;

  /** The index of attribute x, where there is one. */
  static final String INDEX = "byX";

  private final ShardedFixture fixture;
  private final Random random;
  private final WriteScript script;

  /** How often an item may come in a scan: more than once only while a mover works. */
  private int times = 1;

  ReadScript(ShardedFixture fixture, Random random) {
    this(fixture, random, new WriteScript(fixture.spec, random));
  }

  ReadScript(ShardedFixture fixture, Random random, WriteScript script) {
    this.fixture = fixture;
    this.random = random;
    this.script = script;
  }

  /**
   * @param newTimes how often an item may come in a scan
   */
  ReadScript times(int newTimes) {
    times = newTimes;
    return this;
  }

  /** A read of all pages, which begins anew where a move has made an end of its start keys. */
  private List<Object> read(Supplier<List<Object>> pages) {
    for (int attempt = 0; times > 1 && attempt < ATTEMPTS_MAX; attempt++) {
      try {
        return pages.get();
      } catch (InvalidStartKeyException e) {
        assertThat(e).hasMessageContaining("were moved");
      }
    }
    return pages.get();
  }

  void query() {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":pk", script.key().get("pk"));
    String sort = "";
    if (random.nextBoolean()) {
      values.put(":sk", script.key().get("sk"));
      sort = " AND sk " + List.of("<", "<=", "=", ">=", ">").get(random.nextInt(5)) + " :sk";
    }
    String filter = null;
    if (random.nextInt(3) == 0) {
      filter = "x = :one";
      values.put(":one", AttributeValue.fromN("1"));
    }
    QueryRequest query =
        QueryRequest.builder()
            .tableName(fixture.spec.tableName())
            .keyConditionExpression("pk = :pk" + sort)
            .filterExpression(filter)
            .expressionAttributeValues(values)
            .scanIndexForward(random.nextBoolean())
            .consistentRead(random.nextBoolean())
            .limit(random.nextBoolean() ? null : script.limit(5))
            .select(random.nextInt(4) == 0 ? Select.COUNT : null)
            .build();
    fixture.same(query, query, (client, first) -> read(() -> pages(client, first)));
  }

  /** A query of an index that is full of ties, whose order the engine chooses. */
  void queryIndex() {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":pk", script.key().get("pk"));
    values.put(":x", AttributeValue.fromN(Integer.toString(random.nextInt(4))));
    String sort = List.of("", "<", "<=", "=", ">=", ">").get(random.nextInt(6));
    if (sort.isEmpty()) {
      values.remove(":x");
    }
    QueryRequest query =
        QueryRequest.builder()
            .tableName(fixture.spec.tableName())
            .indexName(INDEX)
            .keyConditionExpression("pk = :pk" + (sort.isEmpty() ? "" : " AND x " + sort + " :x"))
            .filterExpression(random.nextInt(3) == 0 ? "attribute_exists(y)" : null)
            .expressionAttributeValues(values)
            .scanIndexForward(random.nextBoolean())
            .consistentRead(isLocal())
            .limit(random.nextInt(4) == 0 ? null : script.limit(4))
            .select(random.nextInt(4) == 0 ? Select.COUNT : null)
            .build();
    fixture.same(query, query, (client, first) -> read(() -> tied(client, first)));
  }

  /** Reads of a global index cannot be consistent; this engine's are, all the same. */
  private boolean isLocal() {
    return fixture.spec.indexes().stream()
        .filter(index -> index.name().equals(INDEX))
        .anyMatch(index -> index.scope() == IndexSpec.Scope.LOCAL);
  }

  /** The sort values of all pages in order, and how often each item came. */
  private List<Object> tied(ClientUnderTest client, QueryRequest query) {
    List<Object> order = new ArrayList<>();
    Map<Object, Long> counts = new HashMap<>();
    for (Object row : pages(client, query)) {
      order.add(row instanceof Map<?, ?> item ? item.get("x") : row);
      counts.merge(row, 1L, Long::sum);
    }
    return List.of(order, counts);
  }

  /** The content of all pages in order: their items and counts. */
  private List<Object> pages(ClientUnderTest client, QueryRequest first) {
    List<Object> found = new ArrayList<>();
    int count = 0;
    QueryRequest next = first;
    for (int page = 0; next != null; page++) {
      assertThat(page).as("pages of %s", first).isLessThan(PAGES_MAX);
      QueryRequest request = next;
      QueryResponse response = Settled.call(() -> client.call(request));
      response.items().forEach(item -> found.add(fixture.without(item)));
      count += response.count();
      next = after(request, response);
    }
    found.add(count);
    return found;
  }

  private static @Nullable QueryRequest after(QueryRequest request, QueryResponse response) {
    Map<String, AttributeValue> key = response.lastEvaluatedKey();
    return key.isEmpty()
        ? null
        : request.toBuilder().exclusiveStartKey(JsonKeys.roundTrip(key)).build();
  }

  void scan() {
    Map<String, AttributeValue> values = new HashMap<>();
    String filter = null;
    int filtered = random.nextInt(4);
    if (filtered == 0) {
      filter = "x = :one";
      values.put(":one", AttributeValue.fromN("1"));
    } else if (filtered == 1) {
      filter = "pk = :pk";
      values.put(":pk", script.key().get("pk"));
    }
    boolean isCount = times == 1 && random.nextInt(4) == 0;
    ScanRequest scan =
        ScanRequest.builder()
            .tableName(fixture.spec.tableName())
            .consistentRead(true)
            .limit(random.nextBoolean() ? null : script.limit(5))
            .filterExpression(filter)
            .expressionAttributeValues(values.isEmpty() ? null : values)
            .projectionExpression(!isCount && random.nextInt(4) == 0 ? "sk, x" : null)
            .select(isCount ? Select.COUNT : null)
            .build();
    fixture.same(scan, scan, (client, first) -> read(() -> found(client, first)));
  }

  /** The items, and their number if none may come twice: a scan of shards has another order. */
  private List<Object> found(ClientUnderTest client, ScanRequest first) {
    Map<Map<String, AttributeValue>, Long> counts = new HashMap<>();
    Map<String, AttributeValue> startKey = null;
    int count = 0;
    for (int page = 0; page == 0 || startKey != null; page++) {
      assertThat(page).as("pages of %s", first).isLessThan(PAGES_MAX);
      ScanRequest request = first.toBuilder().exclusiveStartKey(startKey).build();
      ScanResponse response = Settled.call(() -> client.call(request));
      assertThat(response.count()).isLessThanOrEqualTo(limit(first));
      response.items().forEach(item -> counts.merge(fixture.without(item), 1L, Long::sum));
      count += response.count();
      Map<String, AttributeValue> last = response.lastEvaluatedKey();
      startKey = last.isEmpty() ? null : JsonKeys.roundTrip(last);
    }
    if (times == 1) {
      return List.of(counts, count);
    }
    if (first.projectionExpression() == null) {
      assertThat(counts.values()).allMatch(each -> each <= times);
    }
    return List.of(counts.keySet());
  }

  private static int limit(ScanRequest scan) {
    return scan.limit() == null ? Integer.MAX_VALUE : scan.limit();
  }
}
