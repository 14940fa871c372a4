package dev.evenkeel.benchmarks.canned;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The canned table against DynamoDB Local: same rows, same start keys, same units. */
@ExtendWith(LocalDynamoDbExtension.class)
class CannedTableTest {
  private static final String KEY = "2015-05-17.7";

  /** More than a page of 1 MiB holds. */
  private static final int ROWS = 6_000;

  private static final CannedTable TABLE =
      new CannedTable(new IdSet(7), Map.of(KEY, IntStream.range(0, ROWS).toArray()));

  private final DynamoDbClient local;

  CannedTableTest(DynamoDbClient local) {
    this.local = local;
  }

  @BeforeAll
  static void fill(DynamoDbClient local) {
    local.createTable(
        t ->
            t.tableName(CannedTable.NAME)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    attribute(CannedTable.PARTITION_KEY), attribute(CannedTable.SORT_KEY))
                .keySchema(
                    key(CannedTable.PARTITION_KEY, KeyType.HASH),
                    key(CannedTable.SORT_KEY, KeyType.RANGE)));
    for (int from = 0; from < ROWS; from += 25) {
      List<WriteRequest> writes =
          IntStream.range(from, Math.min(ROWS, from + 25)).mapToObj(CannedTableTest::put).toList();
      local.batchWriteItem(b -> b.requestItems(Map.of(CannedTable.NAME, writes)));
    }
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static WriteRequest put(int rank) {
    PutRequest put = PutRequest.builder().item(TABLE.row(KEY, rank)).build();
    return WriteRequest.builder().putRequest(put).build();
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void query_randomRequests_answersAsDynamoDbDoes(long seed) {
    try (DynamoDbClient wire = CannedClients.sync(CannedAnswers.from(TABLE), Duration.ZERO);
        DynamoDbAsyncClient async = CannedClients.async(CannedAnswers.from(TABLE), Duration.ZERO)) {
      DynamoDbClient memory = new MemoryClient(TABLE);
      SplittableRandom random = new SplittableRandom(seed);
      for (int i = 0; i < 20; i++) {
        QueryRequest request = request(random);
        Answer expected = Answer.of(local.query(request));
        assertThat(Answer.of(memory.query(request))).as("%s", request).isEqualTo(expected);
        assertThat(Answer.of(wire.query(request))).as("%s", request).isEqualTo(expected);
        assertThat(Answer.of(async.query(request).join())).as("%s", request).isEqualTo(expected);
      }
    }
  }

  /**
   * The parts that have to agree. DynamoDB Local charges an empty page nothing, DynamoDB half a
   * unit.
   */
  private record Answer(
      List<Map<String, AttributeValue>> items, Map<String, AttributeValue> startKey, double units) {
    static Answer of(QueryResponse response) {
      return new Answer(
          response.items(),
          response.lastEvaluatedKey(),
          response.items().isEmpty() ? 0 : response.consumedCapacity().capacityUnits());
    }
  }

  private static QueryRequest request(SplittableRandom random) {
    String condition = "#day = :day";
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":day", AttributeValue.fromS(KEY));
    List<String> conditions =
        List.of("", "#at > :low", "#at >= :low", "#at < :high", "#at BETWEEN :low AND :high");
    String sort = conditions.get(random.nextInt(conditions.size()));
    int low = random.nextInt(ROWS);
    int high = low + random.nextInt(ROWS - low);
    if (sort.contains(":low")) {
      values.put(":low", AttributeValue.fromS(TABLE.id(low)));
    }
    if (sort.contains(":high")) {
      values.put(":high", AttributeValue.fromS(TABLE.id(high)));
    }
    Map<String, String> names = new HashMap<>(Map.of("#day", "day"));
    if (!sort.isEmpty()) {
      names.put("#at", "at");
    }
    QueryRequest.Builder request =
        QueryRequest.builder()
            .tableName(CannedTable.NAME)
            .keyConditionExpression(sort.isEmpty() ? condition : condition + " AND " + sort)
            .expressionAttributeNames(names)
            .expressionAttributeValues(values)
            .scanIndexForward(random.nextBoolean())
            .consistentRead(random.nextBoolean())
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
    if (random.nextBoolean()) {
      request.limit(1 + random.nextInt(200));
    }
    if (high - low > 2 && random.nextBoolean()) {
      int within = low + 1 + random.nextInt(high - low - 1);
      request.exclusiveStartKey(key(TABLE.row(KEY, within)));
    }
    return request.build();
  }

  private static Map<String, AttributeValue> key(Map<String, AttributeValue> row) {
    return Map.of(
        CannedTable.PARTITION_KEY, row.get(CannedTable.PARTITION_KEY),
        CannedTable.SORT_KEY, row.get(CannedTable.SORT_KEY));
  }

  @Test
  void rounds_sourcesAskedSeveralTimes_countsTheRequestsOfEachRound() {
    CannedTable table = new CannedTable(new IdSet(1), Map.of("a", new int[] {0, 1}));
    DynamoDbClient client = new MemoryClient(table);
    List<String> requested = List.of("a", "b", "c", "a", "a", "c");
    requested.forEach(
        key ->
            client.query(
                q ->
                    q.tableName(CannedTable.NAME)
                        .keyConditionExpression("#day = :day")
                        .expressionAttributeNames(Map.of("#day", "day"))
                        .expressionAttributeValues(Map.of(":day", AttributeValue.fromS(key)))));
    assertThat(table.tally().rounds()).containsExactly(3, 2, 1);
    assertThat(table.tally().requests()).isEqualTo(6);
  }
}
