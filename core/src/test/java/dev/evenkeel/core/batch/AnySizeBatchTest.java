package dev.evenkeel.core.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Batches of any size on plain tables, with what DynamoDB leaves unprocessed. */
@ExtendWith(LocalDynamoDbExtension.class)
class AnySizeBatchTest {
  private final Queue<SdkRequest> sent = new ConcurrentLinkedQueue<>();
  private LocalDynamoDb local;

  @BeforeEach
  void create(LocalDynamoDb shared) {
    local = shared.isolated();
    try (DynamoDbClient plain = local.client()) {
      for (String table : List.of("events", "others")) {
        plain.createTable(
            create ->
                create
                    .tableName(table)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(
                        AttributeDefinition.builder()
                            .attributeName("id")
                            .attributeType(ScalarAttributeType.N)
                            .build())
                    .keySchema(
                        KeySchemaElement.builder()
                            .attributeName("id")
                            .keyType(KeyType.HASH)
                            .build()));
      }
    }
  }

  private record Batching(Consumer<BatchingClientBuilder<?>> settings) implements Decoration {
    @Override
    public DynamoDbClient around(DynamoDbClient plain) {
      BatchingDynamoDbClient.Builder builder = BatchingDynamoDbClient.builder(plain);
      settings.accept(builder);
      return builder.build();
    }

    @Override
    public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
      BatchingDynamoDbAsyncClient.Builder builder = BatchingDynamoDbAsyncClient.builder(plain);
      settings.accept(builder);
      return builder.build();
    }
  }

  private ClientUnderTest open(Kind kind, Consumer<BatchingClientBuilder<?>> settings) {
    return kind.open(local, sent::add, new Batching(settings));
  }

  private static Map<String, AttributeValue> item(int id, String text) {
    return Map.of("id", fromN(Integer.toString(id)), "text", fromS(text));
  }

  private static Map<String, AttributeValue> key(int id) {
    return Map.of("id", fromN(Integer.toString(id)));
  }

  private static WriteRequest put(int id, String text) {
    return WriteRequest.builder().putRequest(put -> put.item(item(id, text))).build();
  }

  private static WriteRequest delete(int id) {
    return WriteRequest.builder().deleteRequest(delete -> delete.key(key(id))).build();
  }

  private static BatchWriteItemRequest write(Map<String, List<WriteRequest>> writes) {
    return BatchWriteItemRequest.builder()
        .requestItems(writes)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  private static List<WriteRequest> puts(int count) {
    return IntStream.range(0, count).mapToObj(i -> put(i, "t" + i)).toList();
  }

  private static BatchGetItemRequest get(int events, int others) {
    return BatchGetItemRequest.builder()
        .requestItems(
            Map.of(
                "events", keys(events).consistentRead(true).build(),
                "others",
                    keys(others)
                        .projectionExpression("#i")
                        .expressionAttributeNames(Map.of("#i", "id"))
                        .build()))
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  private static KeysAndAttributes.Builder keys(int count) {
    return KeysAndAttributes.builder()
        .keys(IntStream.range(0, count).mapToObj(AnySizeBatchTest::key).toList());
  }

  private static double units(List<ConsumedCapacity> consumed, String table) {
    return consumed.stream()
        .filter(each -> each.tableName().equals(table))
        .mapToDouble(ConsumedCapacity::capacityUnits)
        .sum();
  }

  private long sent(Class<? extends SdkRequest> type) {
    return sent.stream().filter(type::isInstance).count();
  }

  @ParameterizedTest
  @EnumSource
  void batches_ofAnySize_areSentInPartsAndAnsweredAsOne(Kind kind) {
    try (ClientUnderTest client = open(kind, settings -> {})) {
      BatchWriteItemResponse written =
          client.call(write(Map.of("events", puts(230), "others", puts(30))));
      assertThat(written.unprocessedItems()).isEmpty();
      assertThat(written.consumedCapacity())
          .extracting(ConsumedCapacity::tableName)
          .containsExactlyInAnyOrder("events", "others");
      assertThat(units(written.consumedCapacity(), "events")).isEqualTo(230);
      assertThat(written.responseMetadata().requestId()).isNotEmpty();
      assertThat(sent(BatchWriteItemRequest.class)).isEqualTo(11);
      assertThat(sent(DescribeTableRequest.class)).isEqualTo(2);

      BatchGetItemResponse read = client.call(get(240, 30));
      assertThat(read.responses().get("events"))
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, 230).mapToObj(i -> item(i, "t" + i)).toList());
      assertThat(read.responses().get("others"))
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, 30).mapToObj(AnySizeBatchTest::key).toList());
      assertThat(read.unprocessedKeys()).isEmpty();
      assertThat(read.consumedCapacity()).hasSize(2);
      assertThat(sent(BatchGetItemRequest.class)).isEqualTo(3);

      client.call(write(Map.of("events", puts(26))));
      assertThat(sent(DescribeTableRequest.class)).as("described once").isEqualTo(2);
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void batches_leftUnprocessedInPart_areRepeatedUntilNothingIsLeft(Kind kind) {
    FaultInjector faults =
        FaultPlan.seeded(7)
            .rule(FaultRule.inject(Fault.unprocessed(0.3)).withProbability(0.7))
            .build()
            .injector();
    try (ClientUnderTest client =
        kind.open(local, faults, new Batching(settings -> settings.fruitlessRepeats(100)))) {
      assertThat(client.call(write(Map.of("events", puts(120)))).unprocessedItems()).isEmpty();
      assertThat(client.call(write(Map.of("others", puts(20)))).unprocessedItems()).isEmpty();
      BatchGetItemResponse read = client.call(get(150, 20));
      assertThat(read.unprocessedKeys()).isEmpty();
      assertThat(read.responses().get("events")).hasSize(120).doesNotHaveDuplicates();
      assertThat(read.responses().get("others"))
          .hasSize(20)
          .allSatisfy(item -> assertThat(item).containsOnlyKeys("id"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void batches_leftUnprocessedAfterTheBound_comeBackOnceEach(Kind kind) {
    FaultInjector faults =
        FaultPlan.seeded(7).rule(FaultRule.inject(Fault.unprocessed(0.5))).build().injector();
    try (ClientUnderTest client =
        kind.open(local, faults, new Batching(settings -> settings.fruitlessRepeats(0)))) {
      List<WriteRequest> puts = puts(60);
      BatchWriteItemResponse written = client.call(write(Map.of("events", puts)));
      List<WriteRequest> left = written.unprocessedItems().get("events");
      assertThat(puts).containsAll(left);
      assertThat(left).isNotEmpty().doesNotHaveDuplicates();
      BatchGetItemResponse read = client.call(get(120, 1));
      List<Map<String, AttributeValue>> keysLeft = read.unprocessedKeys().get("events").keys();
      assertThat(read.unprocessedKeys().get("events").consistentRead()).isTrue();
      assertThat(keysLeft).isNotEmpty().doesNotHaveDuplicates();
      try (DynamoDbClient plain = local.client()) {
        assertThat(plain.scan(scan -> scan.tableName("events")).items()).hasSize(60 - left.size());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void duplicates_overSeveralParts_areRefusedBeforeAnythingIsWritten(Kind kind) {
    try (ClientUnderTest client = open(kind, settings -> settings.keys("events", "id"))) {
      List<List<WriteRequest>> bad =
          List.of(
              Stream.concat(puts(30).stream(), Stream.of(put(3, "another"))).toList(),
              Stream.concat(puts(30).stream(), Stream.of(delete(3))).toList());
      for (List<WriteRequest> writes : bad) {
        assertThatThrownBy(() -> client.call(write(Map.of("events", writes))))
            .isInstanceOf(DynamoDbException.class)
            .hasMessageContaining("Provided list of item keys contains duplicates");
      }
      List<Map<String, AttributeValue>> twice = new ArrayList<>(keys(120).build().keys());
      twice.add(Map.of("id", fromN("5.0")));
      assertThatThrownBy(
              () ->
                  client.call(
                      BatchGetItemRequest.builder()
                          .requestItems(
                              Map.of("events", KeysAndAttributes.builder().keys(twice).build()))
                          .build()))
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining("duplicates");
      assertThat(sent).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void writes_ofWhichTheFirstPartIsRefused_changeNothing(Kind kind) {
    try (ClientUnderTest client = open(kind, settings -> {})) {
      List<WriteRequest> writes = new ArrayList<>(List.of(delete(1)));
      writes.add(
          WriteRequest.builder().putRequest(put -> put.item(Map.of("id", fromS("x")))).build());
      IntStream.range(2, 60).forEach(i -> writes.add(put(i, "t")));
      assertThatThrownBy(() -> client.call(write(Map.of("events", writes))))
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining("id");
      assertThat(sent(BatchWriteItemRequest.class)).isEqualTo(1);
    }
  }
}
