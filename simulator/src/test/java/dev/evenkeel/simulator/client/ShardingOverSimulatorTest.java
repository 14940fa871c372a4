package dev.evenkeel.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/**
 * 20,000 write units on one key in one second: 40 writes that stand for 500 each, at a table that
 * carries twenty times as much.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class ShardingOverSimulatorTest {
  private static final int WRITES = 40;

  private final DynamoDbClient local;
  private final MovableClock clock = MovableClock.at(Instant.EPOCH);
  private final SimulatedPartitions partitions;

  ShardingOverSimulatorTest(DynamoDbClient local) {
    this.local = local;
    Capacity.OnDemand warm = Capacity.onDemand().warmedFor(12_000, 400_000);
    this.partitions =
        SimulatedPartitions.builder().table(Events.spec(warm)).clock(clock).loadFactor(500).build();
  }

  private DynamoDbClient sharded(int shards) {
    return ShardingDynamoDbClient.builder(partitions.wrap(local))
        .table(
            ShardingSpec.builder(Events.TABLE)
                .partitionKey("device")
                .sortKey("at")
                .shards(shards)
                .selector(ShardSelector.rotating())
                .uniqueSortKeys()
                .build())
        .build();
  }

  private static boolean isAccepted(DynamoDbClient client, int at) {
    try {
      client.putItem(Events.put(Events.item("hot", at)));
      return true;
    } catch (ThrottlingException e) {
      return false;
    }
  }

  private static long accepted(DynamoDbClient client) {
    return IntStream.range(0, WRITES).filter(at -> isAccepted(client, at)).count();
  }

  @Test
  void writesToOneKey_overTwentyShards_areAcceptedTwentyfold() {
    Events.create(local);
    long plain = accepted(partitions.wrap(local));
    partitions.reset();
    long one = accepted(sharded(1));
    partitions.reset();
    long twenty = accepted(sharded(20));

    assertThat(plain).isEqualTo(2);
    assertThat(one).isEqualTo(2);
    assertThat(twenty).isGreaterThanOrEqualTo(36);

    clock.pass(Duration.ofSeconds(1));
    QueryRequest all =
        QueryRequest.builder()
            .tableName(Events.TABLE)
            .keyConditionExpression("device = :device")
            .expressionAttributeValues(Map.of(":device", Events.value("hot")))
            .build();
    assertThat(sharded(20).query(all).count()).isEqualTo((int) twenty);
    retryUntilAllAreIn();
  }

  /** Retries as a caller does: every write is accepted, second by second. */
  private void retryUntilAllAreIn() {
    DynamoDbClient plain = partitions.wrap(local);
    int seconds = 0;
    for (int at = 1_000; at < 1_006; at++) {
      while (!isAccepted(plain, at)) {
        clock.pass(Duration.ofSeconds(1));
        seconds++;
      }
    }
    assertThat(seconds).isEqualTo(2);
  }
}
