package dev.evenkeel.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.ClientKind;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

@ExtendWith(LocalDynamoDbExtension.class)
class BatchFaultsTest {
  private static final String ORDERS = "orders";
  private static final String RETURNS = "returns";

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  BatchFaultsTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void createTables(DynamoDbClient client) {
    Tables.create(client, ORDERS);
    Tables.create(client, RETURNS);
  }

  private static FaultInjector injector(FaultRule rule) {
    return FaultPlan.seeded(7).rule(rule).build().injector();
  }

  private static List<WriteRequest> puts(String pk, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Tables.key(pk, "item" + i))
        .map(item -> WriteRequest.builder().putRequest(p -> p.item(item)).build())
        .toList();
  }

  private List<Map<String, AttributeValue>> stored(String table, String pk) {
    QueryResponse page =
        plain.query(
            r ->
                r.tableName(table)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(pk))));
    return page.items();
  }

  private static List<Map<String, AttributeValue>> items(List<WriteRequest> writes) {
    return writes.stream().map(write -> write.putRequest().item()).toList();
  }

  @ParameterizedTest
  @EnumSource
  void unprocessed_batchWrite_returnsExactlyWhatWasNotWritten(ClientKind tested) {
    FaultInjector faults = injector(FaultRule.inject(Fault.unprocessed(0.5)).first(1));
    List<WriteRequest> writes = puts("write" + tested, 10);
    try (DynamoDbClient client = tested.client(local, faults)) {
      var answer = client.batchWriteItem(r -> r.requestItems(Map.of(ORDERS, writes)));
      List<WriteRequest> left = answer.unprocessedItems().getOrDefault(ORDERS, List.of());
      List<Map<String, AttributeValue>> written = stored(ORDERS, "write" + tested);

      assertThat(left).isNotEmpty();
      assertThat(written).isNotEmpty().doesNotContainAnyElementsOf(items(left));
      assertThat(written.size() + left.size()).isEqualTo(10);

      client.batchWriteItem(r -> r.requestItems(answer.unprocessedItems()));
      assertThat(stored(ORDERS, "write" + tested))
          .containsExactlyInAnyOrderElementsOf(items(writes));
    }
  }

  @ParameterizedTest
  @EnumSource
  void unprocessed_everythingDrawn_stillProcessesOneEntryAndLosesNone(ClientKind tested) {
    FaultInjector faults = injector(FaultRule.inject(Fault.unprocessed(1)));
    List<WriteRequest> orders = puts("all" + tested, 4);
    List<WriteRequest> returns = puts("all" + tested, 3);
    try (DynamoDbClient client = tested.client(local, faults)) {
      var answer =
          client.batchWriteItem(r -> r.requestItems(Map.of(ORDERS, orders, RETURNS, returns)));
      List<WriteRequest> left = new ArrayList<>();
      answer.unprocessedItems().values().forEach(left::addAll);

      assertThat(left).hasSize(6);
      assertThat(stored(ORDERS, "all" + tested).size() + stored(RETURNS, "all" + tested).size())
          .isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void unprocessed_keysNamed_leavesOutOnlyThose(ClientKind tested) {
    FaultInjector faults =
        injector(
            FaultRule.inject(Fault.unprocessed(1)).whereKey("pk", pk -> pk.s().startsWith("hot")));
    List<WriteRequest> writes = new ArrayList<>(puts("hot" + tested, 3));
    writes.addAll(puts("cold" + tested, 3));
    try (DynamoDbClient client = tested.client(local, faults)) {
      var answer = client.batchWriteItem(r -> r.requestItems(Map.of(ORDERS, writes)));

      assertThat(answer.unprocessedItems())
          .containsExactly(Map.entry(ORDERS, puts("hot" + tested, 3)));
      assertThat(stored(ORDERS, "hot" + tested)).isEmpty();
      assertThat(stored(ORDERS, "cold" + tested)).hasSize(3);
    }
  }

  @ParameterizedTest
  @EnumSource
  void unprocessed_batchGet_returnsTheOtherKeysWithTheirProjection(ClientKind tested) {
    FaultInjector faults =
        injector(FaultRule.inject(Fault.unprocessed(0.5)).into("BatchGetItem").first(1));
    List<WriteRequest> writes = puts("get" + tested, 8);
    plain.batchWriteItem(r -> r.requestItems(Map.of(ORDERS, writes)));
    KeysAndAttributes asked =
        KeysAndAttributes.builder()
            .keys(items(writes))
            .consistentRead(true)
            .projectionExpression("#s")
            .expressionAttributeNames(Map.of("#s", "sk"))
            .build();
    try (DynamoDbClient client = tested.client(local, faults)) {
      var answer = client.batchGetItem(r -> r.requestItems(Map.of(ORDERS, asked)));
      KeysAndAttributes left =
          answer.unprocessedKeys().getOrDefault(ORDERS, KeysAndAttributes.builder().build());
      var rest = client.batchGetItem(r -> r.requestItems(answer.unprocessedKeys()));

      assertThat(left.keys()).isNotEmpty().hasSizeLessThan(8);
      assertThat(left.toBuilder().keys(items(writes)).build()).isEqualTo(asked);
      assertThat(answer.responses().get(ORDERS)).hasSize(8 - left.keys().size());
      assertThat(rest.responses().get(ORDERS)).hasSameSizeAs(left.keys());
      assertThat(rest.unprocessedKeys()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void unprocessed_singleEntry_isNoMatch(ClientKind tested) {
    FaultInjector faults = injector(FaultRule.inject(Fault.unprocessed(1)));
    try (DynamoDbClient client = tested.client(local, faults)) {
      var answer =
          client.batchWriteItem(r -> r.requestItems(Map.of(ORDERS, puts("one" + tested, 1))));

      assertThat(answer.unprocessedItems()).isEmpty();
      assertThat(faults.journal()).isEmpty();
      assertThat(faults.requestCount()).isEqualTo(1);
    }
  }
}
