package dev.evenkeel.sharding.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional.keyEqualTo;
import static software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional.sortBeginsWith;

import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.entity.Hits.Hit;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.composite.CompositeKeyExtension;
import dev.evenkeel.sharding.spec.composite.CompositeKeys;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.extensions.AtomicCounterExtension;
import software.amazon.awssdk.enhanced.dynamodb.extensions.VersionedRecordExtension;
import software.amazon.awssdk.enhanced.dynamodb.model.Page;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The guide's code on entities, for each selector: its snippets are regions of this file. */
@ExtendWith(LocalDynamoDbExtension.class)
class EntityGuideTest {
  private static <H extends Hit> H hit(Class<H> type, String at)
      throws ReflectiveOperationException {
    H hit = type.getConstructor().newInstance();
    hit.setDay("2015-05-17");
    hit.setAt(at);
    hit.setStatus(200);
    if (hit instanceof Hits.RepeatedHit repeated) {
      repeated.setRequestId("request of " + at);
    }
    return hit;
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Hits.Hit.class,
        Hits.RandomHit.class,
        Hits.RotatingHit.class,
        Hits.RepeatedHit.class,
        Hits.AdoptedHit.class,
        Hits.HourlyHit.class
      })
  <H extends Hit> void roundTrip_eachSelector_works(
      Class<H> type, DynamoDbClient dynamoDb, DynamoDbAsyncClient asyncDynamoDb)
      throws ReflectiveOperationException {
    sync(dynamoDb, TableSchema.fromBean(type), hit(type, "10:05:03"));
    dynamoDb.deleteTable(table -> table.tableName("hits"));
    async(asyncDynamoDb, TableSchema.fromBean(type), hit(type, "10:05:43"));
    dynamoDb.deleteTable(table -> table.tableName("hits"));
  }

  private static <H extends Hit> void sync(DynamoDbClient dynamoDb, TableSchema<H> schema, H hit) {
    // [docs:sync]
    ShardingSpec spec = ShardingSpec.from("hits", schema); // refuses what does not go together
    ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(dynamoDb).table(spec).build();
    DynamoDbTable<H> hits =
        DynamoDbEnhancedClient.builder().dynamoDbClient(client).build().table("hits", schema);

    hits.createTable(); // with the key types that shards need
    hits.putItem(hit);
    H found = hits.getItem(hit);
    Page<H> newest =
        hits.query(
                query ->
                    query
                        .queryConditional(keyEqualTo(day -> day.partitionValue("2015-05-17")))
                        .scanIndexForward(false)
                        .limit(20))
            .iterator()
            .next();
    H deleted = hits.deleteItem(hit);
    // [docs]
    assertThat(found).usingRecursiveComparison().isEqualTo(hit);
    assertThat(newest.items()).usingRecursiveComparison().isEqualTo(List.of(hit));
    assertThat(deleted).usingRecursiveComparison().isEqualTo(hit);
  }

  private static <H extends Hit> void async(
      DynamoDbAsyncClient dynamoDb, TableSchema<H> schema, H hit) {
    // [docs:async]
    ShardingSpec spec = ShardingSpec.from("hits", schema);
    ShardingDynamoDbAsyncClient client =
        ShardingDynamoDbAsyncClient.builder(dynamoDb).table(spec).build();
    DynamoDbAsyncTable<H> hits =
        DynamoDbEnhancedAsyncClient.builder().dynamoDbClient(client).build().table("hits", schema);

    H found =
        hits.createTable()
            .thenCompose(created -> hits.putItem(hit))
            .thenCompose(stored -> hits.getItem(hit))
            .join();
    // [docs]
    assertThat(found).usingRecursiveComparison().isEqualTo(hit);
  }

  @Test
  void rule_addedToAnEntitysSpec_counts() {
    TableSchema<Hit> schema = TableSchema.fromBean(Hit.class);
    // [docs:rule]
    ShardingSpec spec =
        ShardingSpec.from("hits", schema).toBuilder()
            .shards(KeyRule.startingWith("archive-", 1))
            .build();
    // [docs]
    assertThat(spec.shardCounts().plainPossible()).isTrue();
  }

  @Test
  void compositeKeys_writtenAndRead_areTheirParts(DynamoDbClient dynamoDb) {
    Order order = Order.of("c7", 12, "DE", "2026-11-20", "1");
    // [docs:composite]
    TableSchema<Order> schema = TableSchema.fromBean(Order.class);
    CompositeKeys<Order> keys = CompositeKeys.of(schema);
    DynamoDbClient client =
        ShardingDynamoDbClient.builder(dynamoDb).table(ShardingSpec.from("orders", schema)).build();
    DynamoDbTable<Order> orders =
        DynamoDbEnhancedClient.builder()
            .dynamoDbClient(client)
            .extensions( // naming one replaces the SDK's own, so name these too
                VersionedRecordExtension.builder().build(),
                AtomicCounterExtension.builder().build(),
                CompositeKeyExtension.create())
            .build()
            .table("orders", schema);

    orders.createTable();
    orders.putItem(order); // under c7#12#DE and 2026-11-20/1
    Order found = orders.getItem(keys.key(order));
    List<Order> ofTheDay =
        orders
            .query(
                sortBeginsWith(
                    key ->
                        key.partitionValue(keys.value("key", "c7", 12, "DE"))
                            .sortValue(keys.prefix("place", "2026-11-20"))))
            .items()
            .stream()
            .toList();
    // [docs]
    assertThat(found.getKey()).isEqualTo("c7#12#DE");
    assertThat(ofTheDay).usingRecursiveComparison().isEqualTo(List.of(found));
  }
}
