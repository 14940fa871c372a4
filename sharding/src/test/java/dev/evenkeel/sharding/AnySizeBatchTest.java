package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.batch.BatchingDynamoDbAsyncClient;
import dev.evenkeel.core.batch.BatchingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Batches of any size in front of a sharding client, with what DynamoDB leaves unprocessed. */
@ExtendWith(LocalDynamoDbExtension.class)
class AnySizeBatchTest {

  private record Batching(ShardingSpec spec) implements Decoration {
    @Override
    public DynamoDbClient around(DynamoDbClient plain) {
      return BatchingDynamoDbClient.builder(
              ShardingDynamoDbClient.builder(plain).table(spec).build())
          .fruitlessRepeats(100)
          .build();
    }

    @Override
    public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
      return BatchingDynamoDbAsyncClient.builder(
              ShardingDynamoDbAsyncClient.builder(plain).table(spec).build())
          .fruitlessRepeats(100)
          .build();
    }
  }

  private static Map<String, AttributeValue> item(int i) {
    return with(key("p" + i % 7, "s" + i), "v", s("x" + i));
  }

  @Tag("deep")
  @ParameterizedTest
  @CsvSource({"SYNC, false", "ASYNC, false", "SYNC, true", "ASYNC, true"})
  void batches_ofAnySizeOverShards_loseAndDoubleNothing(
      Kind kind, boolean drawn, LocalDynamoDb shared) {
    LocalDynamoDb local = shared.isolated();
    ShardingSpec.Builder builder =
        ShardingSpec.builder("hits").partitionKey("pk").sortKey("sk").shards(3);
    ShardingSpec spec =
        drawn ? builder.selector(ShardSelector.random()).uniqueSortKeys().build() : builder.build();
    FaultInjector faults =
        FaultPlan.seeded(3)
            .rule(FaultRule.inject(Fault.unprocessed(0.3)).withProbability(0.3))
            .build()
            .injector();
    try (DynamoDbClient plain = local.client();
        ClientUnderTest client = kind.open(local, faults, new Batching(spec))) {
      PhysicalTables.create(plain, spec);
      List<WriteRequest> puts =
          IntStream.range(0, 110)
              .mapToObj(i -> WriteRequest.builder().putRequest(p -> p.item(item(i))).build())
              .toList();
      BatchWriteItemRequest write =
          BatchWriteItemRequest.builder().requestItems(Map.of("hits", puts)).build();
      assertThat(client.call(write).unprocessedItems()).isEmpty();
      assertThat(plain.scan(scan -> scan.tableName("hits")).count()).isEqualTo(110);
      KeysAndAttributes keys =
          KeysAndAttributes.builder()
              .keys(IntStream.range(0, 130).mapToObj(i -> key("p" + i % 7, "s" + i)).toList())
              .build();
      BatchGetItemResponse read =
          client.call(BatchGetItemRequest.builder().requestItems(Map.of("hits", keys)).build());
      assertThat(read.unprocessedKeys()).isEmpty();
      assertThat(read.responses().get("hits"))
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, 110).mapToObj(AnySizeBatchTest::item).toList());
    }
  }
}
