package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.n;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primaryPartitionKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primarySortKey;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.Page;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The stock Enhanced Client over the sharding clients, on a table with a numeric logical key. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class EnhancedClientTest {
  private static final int HITS = 40;
  private static final ShardingSpec SPEC =
      ShardingSpec.builder("hits")
          .partitionKey("day", ScalarAttributeType.N)
          .sortKey("at")
          .shards(6)
          .build();

  private static final TableSchema<Hit> SCHEMA =
      StaticTableSchema.builder(Hit.class)
          .newItemSupplier(Hit::new)
          .addAttribute(
              Integer.class,
              a ->
                  a.name("day")
                      .getter(hit -> hit.day)
                      .setter((hit, day) -> hit.day = day)
                      .tags(primaryPartitionKey()))
          .addAttribute(
              String.class,
              a ->
                  a.name("at")
                      .getter(hit -> hit.at)
                      .setter((hit, at) -> hit.at = at)
                      .tags(primarySortKey()))
          .addAttribute(
              Integer.class,
              a ->
                  a.name("status")
                      .getter(hit -> hit.status)
                      .setter((hit, status) -> hit.status = status))
          .build();

  private static final class Hit {
    private int day;
    private String at = "";
    private int status;

    static Hit of(int i) {
      Hit hit = new Hit();
      hit.day = 7;
      hit.at = "t%02d".formatted(i);
      hit.status = i % 2 == 0 ? 200 : 500;
      return hit;
    }

    @Override
    public String toString() {
      return day + "/" + at + "/" + status;
    }
  }

  private static final List<String> ALL =
      IntStream.range(0, HITS).mapToObj(Hit::of).map(Hit::toString).toList();

  private DynamoDbTable<Hit> table;
  private DynamoDbAsyncTable<Hit> asyncTable;

  @BeforeAll
  void create(DynamoDbClient plain, DynamoDbAsyncClient asyncPlain) {
    PhysicalTables.create(plain, SPEC);
    table =
        DynamoDbEnhancedClient.builder()
            .dynamoDbClient(ShardingDynamoDbClient.builder(plain).table(SPEC).build())
            .build()
            .table("hits", SCHEMA);
    asyncTable =
        DynamoDbEnhancedAsyncClient.builder()
            .dynamoDbClient(ShardingDynamoDbAsyncClient.builder(asyncPlain).table(SPEC).build())
            .build()
            .table("hits", SCHEMA);
    for (int i = 0; i < HITS; i += 2) {
      table.putItem(Hit.of(i));
      asyncTable.putItem(Hit.of(i + 1)).join();
    }
  }

  private static QueryEnhancedRequest.Builder day() {
    return QueryEnhancedRequest.builder()
        .queryConditional(QueryConditional.keyEqualTo(key -> key.partitionValue(7)))
        .limit(7);
  }

  private static List<String> texts(List<Hit> hits) {
    return hits.stream().map(Hit::toString).toList();
  }

  @Test
  void get_hitThatWasPut_comesBack() {
    Key key = Key.builder().partitionValue(7).sortValue("t03").build();
    assertThat(table.getItem(key)).hasToString("7/t03/500");
    assertThat(asyncTable.getItem(key).join()).hasToString("7/t03/500");
    assertThat(table.getItem(k -> k.key(b -> b.partitionValue(8).sortValue("t03")))).isNull();
  }

  @Test
  void query_pageByPage_isInOrder() {
    assertThat(texts(table.query(day().build()).items().stream().toList())).isEqualTo(ALL);
    assertThat(texts(asynchronously(day()))).isEqualTo(ALL);
    assertThat(texts(asynchronously(day().scanIndexForward(false).limit(1))).get(0))
        .isEqualTo(ALL.get(HITS - 1));
  }

  private List<Hit> asynchronously(QueryEnhancedRequest.Builder query) {
    List<Hit> hits = new CopyOnWriteArrayList<>();
    asyncTable.query(query.build()).items().subscribe(hits::add).join();
    return hits;
  }

  @Test
  void query_everyConditional_meansTheSame() {
    assertThat(query(QueryConditional.sortBetween(b -> at(b, "t05"), b -> at(b, "t08"))))
        .isEqualTo(ALL.subList(5, 9));
    assertThat(query(QueryConditional.sortBeginsWith(b -> at(b, "t1"))))
        .isEqualTo(ALL.subList(10, 20));
    assertThat(query(QueryConditional.sortGreaterThan(b -> at(b, "t37"))))
        .isEqualTo(ALL.subList(38, 40));
    assertThat(query(QueryConditional.sortLessThanOrEqualTo(b -> at(b, "t01"))))
        .isEqualTo(ALL.subList(0, 2));
    assertThat(query(QueryConditional.keyEqualTo(b -> at(b, "t09")))).isEqualTo(ALL.subList(9, 10));
  }

  private static void at(Key.Builder key, String at) {
    key.partitionValue(7).sortValue(at);
  }

  private List<String> query(QueryConditional condition) {
    QueryEnhancedRequest request =
        QueryEnhancedRequest.builder().queryConditional(condition).limit(3).build();
    return texts(table.query(request).items().stream().toList());
  }

  @Test
  void query_filterAndProjection_areHonoured() {
    Expression failed =
        Expression.builder()
            .expression("#status = :AMZN_MAPPED_at")
            .putExpressionName("#status", "status")
            .putExpressionValue(":AMZN_MAPPED_at", n(500))
            .build();
    List<Hit> hits =
        table
            .query(day().filterExpression(failed).attributesToProject("status").build())
            .items()
            .stream()
            .toList();
    assertThat(hits).hasSize(HITS / 2).allMatch(hit -> hit.status == 500 && hit.at.isEmpty());
  }

  @Test
  void query_lastEvaluatedKeyOfAPage_resumesInAnotherClient() {
    Page<Hit> first = table.query(day().build()).iterator().next();
    assertThat(first.lastEvaluatedKey()).containsOnlyKeys("day", "at").containsEntry("day", n(7));
    assertThat(texts(asynchronously(day().exclusiveStartKey(first.lastEvaluatedKey()))))
        .isEqualTo(ALL.subList(7, HITS));
  }

  @Test
  void scan_pageByPage_showsLogicalKeys() {
    assertThat(texts(table.scan(scan -> scan.limit(3)).items().stream().toList()))
        .containsExactlyInAnyOrderElementsOf(ALL);
    List<Hit> hits = new CopyOnWriteArrayList<>();
    asyncTable.scan(scan -> scan.limit(3)).items().subscribe(hits::add).join();
    assertThat(texts(hits)).containsExactlyInAnyOrderElementsOf(ALL);
  }

  @Test
  void put_conditionOnTheKeysExistence_works() {
    Expression isNew =
        Expression.builder()
            .expression("attribute_not_exists(#at)")
            .putExpressionName("#at", "at")
            .build();
    assertThatThrownBy(() -> table.putItem(put -> put.item(Hit.of(0)).conditionExpression(isNew)))
        .isInstanceOf(ConditionalCheckFailedException.class);
    assertThat(table.putItemWithResponse(put -> put.item(Hit.of(0))).attributes()).isNull();
  }

  @Test
  void updateAndDelete_work() {
    Hit hit = Hit.of(0);
    assertThat(table.updateItem(hit)).usingRecursiveComparison().isEqualTo(hit);
    assertThat(table.deleteItem(hit)).usingRecursiveComparison().isEqualTo(hit);
    assertThat(asyncTable.getItem(hit).join()).isNull();
    asyncTable.putItem(hit).join();
    assertThat(table.getItem(hit)).usingRecursiveComparison().isEqualTo(hit);
  }
}
