package dev.evenkeel.timeseries.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbAsyncClient;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The stock Enhanced Client over a time series client: the class says where its items go. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class EntityRoutingTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final TableSchema<Reading> SCHEMA = TableSchema.fromBean(Reading.class);
  private static final TimeSeriesSpec SPEC = TimeSeriesSpec.from("readings", SCHEMA);

  private final DynamoDbClient plain;
  private final DynamoDbAsyncClient async;
  private final DynamoDbEnhancedClient enhanced;
  private final DynamoDbTable<Reading> table;
  private final DynamoDbAsyncTable<Reading> asyncTable;

  EntityRoutingTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.plain = plain;
    this.async = local.asyncClient();
    this.enhanced =
        DynamoDbEnhancedClient.builder()
            .dynamoDbClient(
                TimeSeriesDynamoDbClient.builder(plain).table(SPEC).clock(() -> NOW).build())
            .build();
    this.table = enhanced.table("readings", SCHEMA);
    this.asyncTable =
        DynamoDbEnhancedAsyncClient.builder()
            .dynamoDbClient(
                TimeSeriesDynamoDbAsyncClient.builder(async).table(SPEC).clock(() -> NOW).build())
            .build()
            .table("readings", SCHEMA);
  }

  @BeforeAll
  void createTables() {
    for (int day = 19; day <= 21; day++) {
      String name = SPEC.tables().nameAt(Instant.parse("2026-11-" + day + "T00:00:00Z"));
      plain.createTable(SPEC.template().creating(name, Map.of()));
    }
  }

  @AfterAll
  void close() {
    async.close();
  }

  private static Key key(String sensor, String at) {
    return Key.builder().partitionValue(sensor).sortValue(at).build();
  }

  private int stored(int day, String sensor) {
    return (int)
        plain.scan(scan -> scan.tableName("day_of_readings_2026-11-" + day)).items().stream()
            .filter(item -> item.get("sensor").s().equals(sensor))
            .count();
  }

  @Test
  void putGetQueryDelete_overDays_goToTheTableOfTheirTime() {
    List<Reading> readings = new ArrayList<>();
    for (int day = 19; day <= 21; day++) {
      for (int hour = 2; hour < 10; hour++) {
        readings.add(Reading.of("a", "2026-11-%dT0%d:00:00Z".formatted(day, hour), hour));
      }
    }
    readings.forEach(table::putItem);

    assertThat(List.of(stored(19, "a"), stored(20, "a"), stored(21, "a"))).containsOnly(8);
    assertThat(table.getItem(key("a", "2026-11-20T05:00:00Z")))
        .hasToString("a 2026-11-20T05:00:00Z 5");
    QueryConditional range =
        QueryConditional.sortBetween(
            key("a", "2026-11-19T09:00:00Z"), key("a", "2026-11-21T02:00:00Z"));
    assertThat(table.query(range).items())
        .extracting(Reading::toString)
        .hasSize(10)
        .startsWith("a 2026-11-19T09:00:00Z 9", "a 2026-11-20T02:00:00Z 2")
        .endsWith("a 2026-11-20T09:00:00Z 9", "a 2026-11-21T02:00:00Z 2");
    assertThat(table.deleteItem(key("a", "2026-11-20T05:00:00Z"))).isNotNull();
    assertThat(stored(20, "a")).isEqualTo(7);
  }

  @Test
  void batchWrite_overDays_isSplit() {
    enhanced.batchWriteItem(
        batch ->
            batch.writeBatches(
                WriteBatch.builder(Reading.class)
                    .mappedTableResource(table)
                    .addPutItem(Reading.of("b", "2026-11-19T01:00:00Z", 1))
                    .addPutItem(Reading.of("b", "2026-11-21T01:00:00Z", 2))
                    .build()));

    assertThat(List.of(stored(19, "b"), stored(20, "b"), stored(21, "b"))).containsExactly(1, 0, 1);
  }

  @Test
  void update_tooFarAhead_isRefusedByTheClassesTolerance() {
    Reading ahead = Reading.of("c", "2026-11-21T12:06:00Z", 1);

    assertThatThrownBy(() -> table.updateItem(ahead))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.AHEAD);
    table.updateItem(Reading.of("c", "2026-11-21T12:04:00Z", 1));
    assertThat(stored(21, "c")).isEqualTo(1);
  }

  @Test
  void async_putAndGet_goToTheTableOfTheirTime() {
    asyncTable.putItem(Reading.of("d", "2026-11-20T10:00:00Z", 4)).join();

    assertThat(stored(20, "d")).isEqualTo(1);
    assertThat(asyncTable.getItem(key("d", "2026-11-20T10:00:00Z")).join())
        .hasToString("d 2026-11-20T10:00:00Z 4");
    assertThatThrownBy(() -> asyncTable.putItem(Reading.of("d", "2026-11-22T10:00:00Z", 4)).join())
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.AHEAD);
  }
}
