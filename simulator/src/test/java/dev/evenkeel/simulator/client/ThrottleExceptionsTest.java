package dev.evenkeel.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The exception for each limit. */
@ExtendWith(LocalDynamoDbExtension.class)
class ThrottleExceptionsTest {
  private final DynamoDbClient local;

  ThrottleExceptionsTest(DynamoDbClient local) {
    this.local = local;
  }

  @BeforeAll
  static void create(DynamoDbClient local) {
    Events.create(local);
  }

  /** Each request stands for 600, so that a second one is more than a partition carries. */
  private DynamoDbClient client(Capacity capacity, Capacity ofIndex) {
    return SimulatedPartitions.builder()
        .table(Events.spec(capacity, ofIndex))
        .clock(MovableClock.at(Instant.EPOCH))
        .loadFactor(600)
        .build()
        .wrap(local);
  }

  private <T extends DynamoDbException> T thrown(Class<T> type, Capacity capacity) {
    DynamoDbClient client = client(capacity, capacity);
    client.putItem(Events.put(Events.item("hot", 1)));
    T thrown = catchThrowableOfType(type, () -> client.putItem(Events.put(Events.item("hot", 1))));
    assertThat(thrown.statusCode()).isEqualTo(400);
    assertThat(Throttles.isThrottle(thrown)).isTrue();
    assertThat(thrown.isThrottlingException()).isTrue();
    return thrown;
  }

  private static List<String> reasons(List<ThrottlingReason> reasons) {
    return reasons.stream().map(ThrottlingReason::reason).toList();
  }

  @Test
  void hotPartition_provisioned_isThroughputExceeded() {
    ProvisionedThroughputExceededException thrown =
        thrown(ProvisionedThroughputExceededException.class, Capacity.provisioned(100, 20_000));
    assertThat(reasons(thrown.throttlingReasons()))
        .containsExactly("TableWriteKeyRangeThroughputExceeded");
    assertThat(thrown).hasMessageContaining("TableWriteKeyRangeThroughputExceeded (events)");
  }

  @Test
  void hotPartition_onDemand_isThrottling() {
    ThrottlingException thrown = thrown(ThrottlingException.class, Capacity.onDemand());
    assertThat(reasons(thrown.throttlingReasons()))
        .containsExactly("TableWriteKeyRangeThroughputExceeded");
    assertThat(thrown.awsErrorDetails().errorCode()).isEqualTo("ThrottlingException");
  }

  @Test
  void maximum_ofAnOnDemandTable_isThrottling() {
    ThrottlingException thrown =
        thrown(ThrottlingException.class, Capacity.onDemand().withMax(1_000, 1_000));
    assertThat(reasons(thrown.throttlingReasons()))
        .containsExactly("TableWriteMaxOnDemandThroughputExceeded");
  }

  @Test
  void quota_ofTheAccount_isRequestLimit() {
    RequestLimitExceededException thrown =
        thrown(RequestLimitExceededException.class, Capacity.onDemand().withQuota(1_000, 1_000));
    assertThat(reasons(thrown.throttlingReasons()))
        .containsExactly("TableWriteAccountLimitExceeded");
    assertThat(thrown.awsErrorDetails().errorCode()).isEqualTo("RequestLimitExceeded");
  }

  @Test
  void transaction_onDemand_isCancelledByThrottling() {
    DynamoDbClient client = client(Capacity.onDemand(), Capacity.onDemand());
    TransactWriteItem put =
        TransactWriteItem.builder()
            .put(item -> item.tableName(Events.TABLE).item(Events.item("hot", 1)))
            .build();

    TransactionCanceledException thrown =
        catchThrowableOfType(
            TransactionCanceledException.class,
            () -> client.transactWriteItems(write -> write.transactItems(List.of(put))));

    assertThat(thrown.cancellationReasons())
        .extracting(CancellationReason::code)
        .containsExactly("ThrottlingError");
  }

  @Test
  void index_thatCannotFollow_throttlesTheTable() {
    DynamoDbClient client = client(Capacity.onDemand(), Capacity.onDemand().withMax(100, 100));

    ThrottlingException thrown =
        catchThrowableOfType(
            ThrottlingException.class,
            () ->
                client.putItem(
                    Events.put(Events.with(Events.item("indexed", 1), "kind", "click"))));

    assertThat(thrown.throttlingReasons().get(0).reason())
        .isEqualTo("IndexWriteMaxOnDemandThroughputExceeded");
    assertThat(thrown.throttlingReasons().get(0).resource()).endsWith("/index/by_kind");
    assertThat(Events.stored(local, "indexed")).isEmpty();
    client.putItem(Events.put(Events.item("indexed", 2))); // is in no index
  }
}
