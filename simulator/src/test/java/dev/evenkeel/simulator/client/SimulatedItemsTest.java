package dev.evenkeel.simulator.client;

import static dev.evenkeel.simulator.client.Events.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionLoad;
import dev.evenkeel.simulator.spec.PartitionLoad.KeyHeat;
import dev.evenkeel.simulator.spec.ThrottleReason;
import dev.evenkeel.simulator.spec.ThrottleReason.LimitType;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Operations on single items and pages, at a table of two read and two write units a second. */
@ExtendWith(LocalDynamoDbExtension.class)
class SimulatedItemsTest {
  private final DynamoDbClient local;
  private final DynamoDbAsyncClient localAsync;
  private final MovableClock clock = MovableClock.at(Instant.EPOCH);
  private final SimulatedPartitions partitions =
      SimulatedPartitions.builder()
          .table(Events.spec(Capacity.provisioned(2, 2)))
          .clock(clock)
          .build();

  SimulatedItemsTest(DynamoDbClient local, DynamoDbAsyncClient localAsync) {
    this.local = local;
    this.localAsync = localAsync;
  }

  @BeforeAll
  static void create(DynamoDbClient local) {
    Events.create(local);
  }

  private Object call(Kind kind, DynamoDbRequest request) {
    return kind.over(local, localAsync, new Simulated(partitions)).call(request);
  }

  private void assertThrottled(Kind kind, DynamoDbRequest request, String reason) {
    ProvisionedThroughputExceededException thrown =
        catchThrowableOfType(
            ProvisionedThroughputExceededException.class, () -> call(kind, request));
    assertThat(thrown).isNotNull();
    assertThat(thrown.statusCode()).isEqualTo(400);
    assertThat(thrown.awsErrorDetails().errorCode())
        .isEqualTo("ProvisionedThroughputExceededException");
    assertThat(thrown.isThrottlingException()).isTrue();
    assertThat(Throttles.isThrottle(thrown)).isTrue();
    String arn = local.describeTable(table -> table.tableName(TABLE)).table().tableArn();
    assertThat(thrown.throttlingReasons())
        .containsExactly(
            ThrottlingReason.builder()
                .reason(reason)
                .resource(reason.startsWith("Index") ? arn + "/index/" + Events.INDEX : arn)
                .build());
  }

  /** Uses the two write units of this second. */
  private void exhaustWrites(Kind kind) {
    call(kind, Events.put(Events.item("other", 1)));
    call(kind, Events.put(Events.item("other", 2)));
  }

  @ParameterizedTest
  @EnumSource
  void puts_beyondTheUnits_areThrottledAndNotWritten(Kind kind) {
    String device = "put-" + kind;
    call(kind, Events.put(Events.item(device, 1)));
    call(kind, Events.put(Events.item(device, 2)));

    assertThrottled(
        kind, Events.put(Events.item(device, 3)), "TableWriteProvisionedThroughputExceeded");
    assertThat(Events.stored(local, device)).hasSize(2);

    clock.pass(Duration.ofSeconds(1));
    call(kind, Events.put(Events.item(device, 3)));
    assertThat(Events.stored(local, device)).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource
  void updatesAndDeletes_beyondTheUnits_leaveTheItem(Kind kind) {
    String device = "update-" + kind;
    local.putItem(Events.put(Events.item(device, 1)));
    UpdateItemRequest update =
        UpdateItemRequest.builder()
            .tableName(TABLE)
            .key(Events.key(device, 1))
            .updateExpression("SET note = :note")
            .expressionAttributeValues(Map.of(":note", AttributeValue.fromS("new")))
            .build();
    DeleteItemRequest delete =
        DeleteItemRequest.builder().tableName(TABLE).key(Events.key(device, 1)).build();
    exhaustWrites(kind);

    assertThrottled(kind, update, "TableWriteProvisionedThroughputExceeded");
    assertThrottled(kind, delete, "TableWriteProvisionedThroughputExceeded");
    assertThat(Events.stored(local, device)).containsExactly(Events.item(device, 1));

    clock.pass(Duration.ofSeconds(1));
    call(kind, update);
    assertThat(Events.stored(local, device).get(0)).containsKey("note");
    call(kind, delete);
    assertThat(Events.stored(local, device)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void gets_beyondTheUnits_areThrottled(Kind kind) {
    String device = "get-" + kind;
    local.putItem(Events.put(Events.item(device, 1)));
    GetItemRequest get =
        GetItemRequest.builder()
            .tableName(TABLE)
            .key(Events.key(device, 1))
            .consistentRead(true)
            .build();
    GetItemRequest projected =
        get.toBuilder()
            .projectionExpression("#at")
            .expressionAttributeNames(Map.of("#at", "at"))
            .build();

    assertThat(((GetItemResponse) call(kind, get)).item()).isEqualTo(Events.item(device, 1));
    assertThat(((GetItemResponse) call(kind, projected)).item()).containsOnlyKeys("at");
    assertThrottled(kind, get, "TableReadProvisionedThroughputExceeded");
    assertThrottled(kind, projected, "TableReadProvisionedThroughputExceeded");
  }

  @ParameterizedTest
  @EnumSource
  void queries_beyondTheUnits_areThrottled(Kind kind) {
    String device = "query-" + kind;
    Events.items(device, 3).forEach(item -> local.putItem(Events.put(item)));
    QueryRequest query =
        QueryRequest.builder()
            .tableName(TABLE)
            .keyConditionExpression("device = :device")
            .expressionAttributeValues(Map.of(":device", AttributeValue.fromS(device)))
            .consistentRead(true)
            .build();

    QueryResponse first = (QueryResponse) call(kind, query);
    assertThat(first.items()).hasSize(3);
    assertThat(first.consumedCapacity()).isNull();
    call(kind, query);
    assertThrottled(kind, query, "TableReadProvisionedThroughputExceeded");
  }

  @ParameterizedTest
  @EnumSource
  void queriesOfAnIndex_beyondItsUnits_leaveThoseOfTheTable(Kind kind) {
    String itemKind = "kind-" + kind;
    QueryRequest query =
        QueryRequest.builder()
            .tableName(TABLE)
            .indexName(Events.INDEX)
            .keyConditionExpression("kind = :kind")
            .expressionAttributeValues(Map.of(":kind", AttributeValue.fromS(itemKind)))
            .build();
    for (int i = 0; i < 4; i++) {
      call(kind, query);
    }

    assertThrottled(kind, query, "IndexReadProvisionedThroughputExceeded");
    call(kind, GetItemRequest.builder().tableName(TABLE).key(Events.key("none", 1)).build());
  }

  @ParameterizedTest
  @EnumSource
  void scans_beyondTheUnits_areThrottled(Kind kind) {
    ScanRequest scan = ScanRequest.builder().tableName(TABLE).limit(1).build();
    for (int i = 0; i < 4; i++) {
      assertThat(((ScanResponse) call(kind, scan)).consumedCapacity()).isNull();
    }

    assertThrottled(kind, scan, "TableReadProvisionedThroughputExceeded");
    assertThat(partitions.throttled())
        .singleElement()
        .isEqualTo(
            new PartitionLoad(
                TABLE,
                null,
                0,
                0,
                OperationType.READ,
                3_000,
                2.5,
                2,
                1,
                new ThrottleReason(
                    TABLE, false, OperationType.READ, LimitType.PROVISIONED_THROUGHPUT),
                List.of(new KeyHeat("(all, by Scan)", 2.5, true)),
                1));
    call(kind, scan.toBuilder().indexName(Events.INDEX).build());
  }
}
