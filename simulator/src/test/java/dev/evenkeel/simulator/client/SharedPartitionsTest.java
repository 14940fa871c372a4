package dev.evenkeel.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/** Many callers at once. */
@ExtendWith(LocalDynamoDbExtension.class)
class SharedPartitionsTest {

  @Test
  void writes_ofManyThreadsAndBothClients_shareTheUnits(
      DynamoDbClient local, DynamoDbAsyncClient localAsync) {
    Events.create(local);
    SimulatedPartitions partitions =
        SimulatedPartitions.builder()
            .table(Events.spec(Capacity.provisioned(1, 40)))
            .clock(MovableClock.at(Instant.EPOCH))
            .build();
    DynamoDbClient sync = partitions.wrap(local);
    DynamoDbAsyncClient async = partitions.wrap(localAsync);

    List<CompletableFuture<?>> writes =
        IntStream.range(0, 80)
            .<CompletableFuture<?>>mapToObj(
                at ->
                    at % 2 == 0
                        ? async.putItem(Events.put(Events.item("d", at)))
                        : CompletableFuture.supplyAsync(
                            () -> sync.putItem(Events.put(Events.item("d", at)))))
            .toList();
    long accepted = writes.stream().filter(SharedPartitionsTest::isAccepted).count();

    assertThat(accepted).isEqualTo(40);
    assertThat(Events.stored(local, "d")).hasSize(40);
    assertThat(partitions.throttled())
        .singleElement()
        .extracting(load -> load.throttled())
        .isEqualTo(40L);
  }

  private static boolean isAccepted(CompletableFuture<?> write) {
    try {
      write.join();
      return true;
    } catch (CompletionException e) {
      assertThat(e).hasCauseInstanceOf(ProvisionedThroughputExceededException.class);
      return false;
    }
  }
}
