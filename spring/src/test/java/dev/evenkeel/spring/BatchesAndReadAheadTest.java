package dev.evenkeel.spring;

import static dev.evenkeel.spring.Applications.SHARDED_HITS;
import static dev.evenkeel.spring.Applications.createTable;
import static dev.evenkeel.spring.Applications.stack;
import static dev.evenkeel.spring.Applications.starter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.batch.BatchingClientBuilder;
import dev.evenkeel.core.batch.BatchingDynamoDbAsyncClient;
import dev.evenkeel.sharding.spec.ReadAheadLimits;
import dev.evenkeel.spring.EvenkeelProperties.ReadAhead;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.annotation.Bean;
import org.springframework.util.unit.DataSize;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Batches in parts, and what is kept for the next page, by properties. */
@ExtendWith(LocalDynamoDbExtension.class)
class BatchesAndReadAheadTest {
  private static final String BATCHES = "evenkeel.batching.enabled=true";

  private final LocalDynamoDb local;

  BatchesAndReadAheadTest(LocalDynamoDb local) {
    this.local = local.isolated();
  }

  private static void putHits(DynamoDbClient client, int hits) {
    List<WriteRequest> puts =
        IntStream.range(0, hits)
            .mapToObj(
                i -> Map.of("day", AttributeValue.fromS("d"), "at", AttributeValue.fromS("at" + i)))
            .map(item -> PutRequest.builder().item(item).build())
            .map(put -> WriteRequest.builder().putRequest(put).build())
            .toList();
    assertThat(
            client
                .batchWriteItem(batch -> batch.requestItems(Map.of("hits", puts)))
                .unprocessedItems())
        .isEmpty();
  }

  @Test
  void batching_ofShardedTables_isOutsideAndTakesAnySize() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .withPropertyValues(BATCHES, "evenkeel.batching.keys.[hits]=day,at")
        .run(
            context -> {
              DynamoDbClient client = context.getBean(DynamoDbClient.class);
              assertThat(stack(client))
                  .containsExactly("BatchingDynamoDbClient", "ShardingDynamoDbClient", "Plain");
              assertThat(context.getBean(DynamoDbAsyncClient.class))
                  .isInstanceOf(BatchingDynamoDbAsyncClient.class);
              try (DynamoDbClient plain = local.client()) {
                createTable(plain, "hits", "day", "at");
                putHits(client, 60);
                assertThat(plain.scan(scan -> scan.tableName("hits")).count()).isEqualTo(60);
              }
            });
  }

  @Test
  void batching_withoutAnySpec_takesBatchesOfPlainTables() {
    starter(local)
        .withPropertyValues(BATCHES)
        .run(
            context -> {
              DynamoDbClient client = context.getBean(DynamoDbClient.class);
              createTable(client, "hits", "day", "at");
              putHits(client, 30);
              assertThat(client.scan(scan -> scan.tableName("hits")).count()).isEqualTo(30);
            });
  }

  @Test
  void noBatching_isTheDefault() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .run(
            context -> {
              DynamoDbClient client = context.getBean(DynamoDbClient.class);
              assertThat(stack(client)).containsExactly("ShardingDynamoDbClient", "Plain");
              assertThatThrownBy(() -> putHits(client, 30)).isInstanceOf(DynamoDbException.class);
            });
  }

  @Test
  void batching_ofATableThatIsMissing_isSeenThroughAtTheStart() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .withPropertyValues(BATCHES, "evenkeel.verify-at-start=fail")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .hasMessageContaining("'hits' is not there"));
  }

  /** Notes how the builders are made. */
  static class Customized {
    final List<BatchingClientBuilder<?>> builders = new ArrayList<>();

    @Bean
    DecoratorCustomizer<BatchingClientBuilder<?>> batches() {
      return builders::add;
    }
  }

  @Test
  void batching_hasItsCustomizers() {
    starter(local)
        .withUserConfiguration(Customized.class)
        .withPropertyValues(BATCHES)
        .run(context -> assertThat(context.getBean(Customized.class).builders).hasSize(2));
  }

  @Test
  void readAhead_byDefault_isThatOfTheBuilder() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .run(
            context ->
                assertThat(
                        ShardingLayer.limits(context.getBean(EvenkeelProperties.class).readAhead()))
                    .isEqualTo(ReadAheadLimits.DEFAULT));
  }

  @Test
  void readAhead_given_isBound() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .withPropertyValues(
            "evenkeel.read-ahead.query-size=1MB",
            "evenkeel.read-ahead.client-size=8MB",
            "evenkeel.read-ahead.time-to-live=30s")
        .run(
            context ->
                assertThat(
                        ShardingLayer.limits(context.getBean(EvenkeelProperties.class).readAhead()))
                    .isEqualTo(new ReadAheadLimits(1L << 20, 8L << 20, Duration.ofSeconds(30))));
  }

  @Test
  void readAhead_off_keepsNothing() {
    ReadAhead off =
        new ReadAhead(false, DataSize.ofMegabytes(4), DataSize.ofMegabytes(32), Duration.ZERO);
    assertThat(ShardingLayer.limits(off)).isEqualTo(ReadAheadLimits.NOTHING);
  }
}
