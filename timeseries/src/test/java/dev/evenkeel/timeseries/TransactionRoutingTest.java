package dev.evenkeel.timeseries;

import static dev.evenkeel.timeseries.Readings.key;
import static dev.evenkeel.timeseries.Readings.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import dev.evenkeel.timeseries.spec.MissingTableException;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class TransactionRoutingTest {
  private static final Instant NOW = Instant.parse("2026-11-21T00:30:00Z");
  private static final String OLD = "2026-11-20T23:00:00Z";
  private static final String NEW = "2026-11-21T00:10:00Z";
  private static final TimeSeriesSpec SPEC = Readings.spec("2026-11-01T00:00:00Z").build();

  private final DynamoDbClient plain;
  private final DynamoDbAsyncClient async;

  TransactionRoutingTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.plain = plain;
    this.async = local.asyncClient();
  }

  @BeforeAll
  void createTables() {
    Readings.create(plain, SPEC, "2026-11-18", "2026-11-20", "2026-11-21");
  }

  @AfterAll
  void close() {
    async.close();
  }

  private ClientUnderTest client(Kind kind) {
    return SeriesUnderTest.over(kind, plain, async, builder -> builder.table(SPEC).clock(() -> NOW))
        .client();
  }

  private static TransactWriteItem put(String device, String at) {
    return TransactWriteItem.builder()
        .put(Put.builder().tableName(Readings.TABLE).item(reading(device, at, 1)).build())
        .build();
  }

  private static TransactWriteItem check(String device, String at) {
    return TransactWriteItem.builder()
        .conditionCheck(
            ConditionCheck.builder()
                .tableName(Readings.TABLE)
                .key(key(device, at))
                .conditionExpression("attribute_exists(device)")
                .build())
        .build();
  }

  private static TransactWriteItemsRequest write(TransactWriteItem... items) {
    return TransactWriteItemsRequest.builder()
        .transactItems(items)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  private static TransactGetItemsRequest get(String device, String... times) {
    return TransactGetItemsRequest.builder()
        .transactItems(
            List.of(times).stream()
                .map(
                    at ->
                        TransactGetItem.builder()
                            .get(
                                Get.builder()
                                    .tableName(Readings.TABLE)
                                    .key(key(device, at))
                                    .build())
                            .build())
                .toList())
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void transaction_acrossMidnight_isOne(Kind kind) {
    ClientUnderTest client = client(kind);
    String device = "t" + kind;

    TransactWriteItemsResponse written = client.call(write(put(device, OLD), put(device, NEW)));
    client.call(
        write(
            TransactWriteItem.builder()
                .update(
                    Update.builder()
                        .tableName(Readings.TABLE)
                        .key(key(device, OLD))
                        .updateExpression("SET note = :n")
                        .expressionAttributeValues(Map.of(":n", AttributeValue.fromS("x")))
                        .build())
                .build(),
            TransactWriteItem.builder()
                .delete(Delete.builder().tableName(Readings.TABLE).key(key(device, NEW)).build())
                .build()));
    TransactGetItemsResponse read = client.call(get(device, OLD, NEW));

    assertThat(written.consumedCapacity())
        .singleElement()
        .extracting(ConsumedCapacity::tableName)
        .isEqualTo(Readings.TABLE);
    assertThat(read.responses().get(0).item()).containsEntry("note", AttributeValue.fromS("x"));
    assertThat(read.responses().get(1).hasItem()).isFalse();
    assertThat(read.consumedCapacity())
        .singleElement()
        .extracting(ConsumedCapacity::tableName)
        .isEqualTo(Readings.TABLE);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void transaction_withAFailedCheckOfAnOldPeriod_changesNothing(Kind kind) {
    ClientUnderTest client = client(kind);
    String device = "c" + kind;

    assertThatThrownBy(
            () -> client.call(write(put(device, NEW), check(device, "2026-11-18T10:00:00Z"))))
        .isInstanceOf(TransactionCanceledException.class)
        .hasMessageNotContaining("2026-11-18");
    TransactGetItemsResponse read = client.call(get(device, NEW));
    assertThat(read.responses().get(0).hasItem()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void transaction_lateOrWithoutATable_isRefused(Kind kind) {
    ClientUnderTest client = client(kind);

    assertThatThrownBy(() -> client.call(write(put("d", NEW), put("d", "2026-11-18T10:00:00Z"))))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.LATE)
        .hasMessageContaining("transactItems[1].put: ");
    assertThatThrownBy(() -> client.call(get("d", NEW, "2026-11-19T10:00:00Z")))
        .isInstanceOf(MissingTableException.class)
        .hasMessageContaining("readings_2026-11-19");
  }
}
