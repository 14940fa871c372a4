package dev.evenkeel.timeseries;

import static dev.evenkeel.timeseries.Readings.key;
import static dev.evenkeel.timeseries.Readings.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.batch.BatchingDynamoDbClient;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.MissingTableException;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class BatchRoutingTest {
  private static final Instant NOW = Instant.parse("2026-11-21T00:30:00Z");
  private static final String OLD = "2026-11-20T23:00:00Z";
  private static final String NEW = "2026-11-21T00:10:00Z";
  private static final TimeSeriesSpec SPEC =
      Readings.spec("2026-11-01T00:00:00Z")
          .latePolicy(LatePolicy.ACCEPT)
          .missingTables(MissingTablePolicy.SKIP)
          .build();

  private final DynamoDbClient plain;
  private final DynamoDbAsyncClient async;
  private final DynamoDbClient throttled;
  private final DynamoDbAsyncClient throttledAsync;

  BatchRoutingTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.plain = plain;
    this.async = local.asyncClient();
    FaultInjector oldIsSlow =
        FaultPlan.seeded(1)
            .rule(
                FaultRule.inject(Fault.throttled(ThrottleLimit.PROVISIONED))
                    .onTable("readings_2026-11-20"))
            .build()
            .injector();
    this.throttled =
        local
            .clientBuilder()
            .httpClientBuilder(oldIsSlow.httpClientBuilder())
            .overrideConfiguration(o -> o.retryStrategy(DefaultRetryStrategy.doNotRetry()))
            .build();
    this.throttledAsync =
        local
            .asyncClientBuilder()
            .httpClientBuilder(oldIsSlow.asyncHttpClientBuilder())
            .overrideConfiguration(o -> o.retryStrategy(DefaultRetryStrategy.doNotRetry()))
            .build();
  }

  @BeforeAll
  void createTables() {
    Readings.create(plain, SPEC, "2026-11-20", "2026-11-21");
    plain.createTable(Readings.template().toBuilder().tableName("other").build());
  }

  @AfterAll
  void close() {
    async.close();
    throttled.close();
    throttledAsync.close();
  }

  private ClientUnderTest client(Kind kind) {
    return SeriesUnderTest.over(kind, plain, async, builder -> builder.table(SPEC).clock(() -> NOW))
        .client();
  }

  private ClientUnderTest throttledFace(Kind kind) {
    return SeriesUnderTest.over(
            kind, throttled, throttledAsync, builder -> builder.table(SPEC).clock(() -> NOW))
        .client();
  }

  private static WriteRequest put(String device, String at) {
    return WriteRequest.builder().putRequest(p -> p.item(reading(device, at, 1))).build();
  }

  private static WriteRequest delete(String device, String at) {
    return WriteRequest.builder().deleteRequest(d -> d.key(key(device, at))).build();
  }

  private static BatchWriteItemRequest writes(Map<String, List<WriteRequest>> items) {
    return BatchWriteItemRequest.builder()
        .requestItems(items)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  private static BatchGetItemRequest gets(List<Map<String, AttributeValue>> keys) {
    return BatchGetItemRequest.builder()
        .requestItems(Map.of(Readings.TABLE, KeysAndAttributes.builder().keys(keys).build()))
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  private Map<String, AttributeValue> in(String table, String device, String at) {
    return plain.getItem(r -> r.tableName(table).key(key(device, at)).consistentRead(true)).item();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batch_acrossMidnightAndTables_writesAndReadsEachWhereItBelongs(Kind kind) {
    ClientUnderTest client = client(kind);
    String device = "w" + kind;

    BatchWriteItemResponse written =
        client.call(
            writes(
                Map.of(
                    Readings.TABLE,
                    List.of(put(device, OLD), put(device, NEW)),
                    "other",
                    List.of(put(device, NEW)))));
    BatchGetItemResponse read =
        client.call(gets(List.of(key(device, OLD), key(device, NEW), key("x", NEW))));

    assertThat(written.unprocessedItems()).isEmpty();
    assertThat(written.consumedCapacity())
        .extracting(ConsumedCapacity::tableName)
        .containsExactlyInAnyOrder(Readings.TABLE, "other");
    assertThat(in("readings_2026-11-20", device, OLD)).isNotEmpty();
    assertThat(in("readings_2026-11-21", device, NEW)).isNotEmpty();
    assertThat(in("other", device, NEW)).isNotEmpty();
    assertThat(read.responses()).containsOnlyKeys(Readings.TABLE);
    assertThat(read.responses().get(Readings.TABLE))
        .containsExactlyInAnyOrder(reading(device, OLD, 1), reading(device, NEW, 1));
    assertThat(read.consumedCapacity())
        .singleElement()
        .extracting(ConsumedCapacity::tableName)
        .isEqualTo(Readings.TABLE);

    client.call(writes(Map.of(Readings.TABLE, List.of(delete(device, OLD), delete(device, NEW)))));
    assertThat(in("readings_2026-11-20", device, OLD)).isEmpty();
    assertThat(in("readings_2026-11-21", device, NEW)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batch_oldTableThrottled_servesTheLiveOne(Kind kind) {
    ClientUnderTest client = throttledFace(kind);
    String device = "t" + kind;
    Map<String, List<WriteRequest>> both =
        Map.of(Readings.TABLE, List.of(put(device, OLD), put(device, NEW)));

    BatchWriteItemResponse written = client.call(writes(both));
    BatchGetItemResponse read = client.call(gets(List.of(key(device, OLD), key(device, NEW))));

    assertThat(written.unprocessedItems())
        .isEqualTo(Map.of(Readings.TABLE, List.of(put(device, OLD))));
    assertThat(in("readings_2026-11-21", device, NEW)).isNotEmpty();
    assertThat(read.responses().get(Readings.TABLE)).containsExactly(reading(device, NEW, 1));
    assertThat(read.unprocessedKeys().get(Readings.TABLE).keys())
        .isEqualTo(List.of(key(device, OLD)));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batch_allThrottled_failsAsDynamoDbDoesAndNamesNoPeriodTable(Kind kind) {
    ClientUnderTest client = throttledFace(kind);

    assertThatThrownBy(() -> client.call(writes(Map.of(Readings.TABLE, List.of(put("d", OLD))))))
        .isInstanceOf(DynamoDbException.class)
        .satisfies(e -> assertThat(((DynamoDbException) e).isThrottlingException()).isTrue())
        .hasMessageNotContaining("2026-11-20");
    assertThatThrownBy(() -> client.call(gets(List.of(key("d", OLD)))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageNotContaining("2026-11-20");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batch_withAMissingTable_readsTheRestAndFailsWrites(Kind kind) {
    ClientUnderTest client = client(kind);
    String device = "m" + kind;
    String gone = "2026-11-19T10:00:00Z";
    Map<String, List<WriteRequest>> both =
        Map.of(Readings.TABLE, List.of(put(device, gone), put(device, NEW)));

    assertThatThrownBy(() -> client.call(writes(both)))
        .isInstanceOfSatisfying(
            MissingTableException.class, e -> assertThat(e.mayHaveWritten()).isTrue())
        .hasMessageContaining("readings_2026-11-19")
        .hasMessageContaining("Entries of the batch for other tables may have been written");
    BatchGetItemResponse read = client.call(gets(List.of(key(device, gone), key(device, NEW))));

    assertThat(in("readings_2026-11-21", device, NEW)).isNotEmpty();
    assertThat(read.responses().get(Readings.TABLE)).containsExactly(reading(device, NEW, 1));
    assertThat(read.unprocessedKeys()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batch_withOneBadWrite_writesNothing(Kind kind) {
    ClientUnderTest client = client(kind);
    String device = "b" + kind;
    List<WriteRequest> many = new ArrayList<>();
    for (int i = 0; i < 26; i++) {
      many.add(put(device + i, i % 2 == 0 ? OLD : NEW));
    }

    assertThatThrownBy(
            () ->
                client.call(
                    writes(
                        Map.of(
                            Readings.TABLE,
                            List.of(put(device, NEW), put(device, "2026-11-21T02:00:00Z"))))))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.AHEAD);
    assertThatThrownBy(() -> client.call(writes(Map.of(Readings.TABLE, many))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("26 writes, past DynamoDB's 25");
    assertThatThrownBy(
            () ->
                client.call(
                    writes(
                        Map.of(
                            Readings.TABLE,
                            List.of(put(device, OLD), put(device, NEW), delete(device, NEW))))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("one item twice");
    assertThat(in("readings_2026-11-21", device, NEW)).isEmpty();
    assertThat(in("readings_2026-11-20", device, OLD)).isEmpty();
    assertThat(in("readings_2026-11-20", device + 0, OLD)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchGet_ofATimeBeforeTheSeries_asksNothing(Kind kind) {
    BatchGetItemResponse read = client(kind).call(gets(List.of(key("d", "2025-01-01T00:00:00Z"))));

    assertThat(read.responses()).isEqualTo(new HashMap<>(Map.of(Readings.TABLE, List.of())));
    assertThat(read.sdkHttpResponse().isSuccessful()).isTrue();
  }

  @Test
  void batchWrite_ofMoreWritesInFrontOfTheSeries_isSplit() {
    TimeSeriesDynamoDbClient series =
        TimeSeriesDynamoDbClient.builder(plain).table(SPEC).clock(() -> NOW).build();
    String device = "many";
    List<WriteRequest> many = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      many.add(put(device + i, i % 2 == 0 ? OLD : NEW));
    }
    BatchWriteItemRequest write = writes(Map.of(Readings.TABLE, many));
    assertThatThrownBy(() -> BatchingDynamoDbClient.builder(series).build().batchWriteItem(write))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("keys(table, attributes)");
    DynamoDbClient batching =
        BatchingDynamoDbClient.builder(series).keys(Readings.TABLE, "device", "at").build();
    assertThat(batching.batchWriteItem(write).unprocessedItems()).isEmpty();
    assertThat(in("readings_2026-11-20", device + 58, OLD)).isNotEmpty();
    assertThat(in("readings_2026-11-21", device + 59, NEW)).isNotEmpty();
  }
}
