package dev.evenkeel.timeseries;

import static dev.evenkeel.timeseries.Readings.key;
import static dev.evenkeel.timeseries.Readings.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.MissingTableException;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
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
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class ItemRoutingTest {
  /** Half an hour past midnight: the lateness of an hour is not over. */
  private static final Instant NOW = Instant.parse("2026-11-21T00:30:00Z");

  private static final TimeSeriesSpec SPEC =
      Readings.spec("2026-11-01T00:00:00Z")
          .retention(Retention.deleteAfter(Duration.ofDays(7)))
          .build();

  private final DynamoDbClient plain;
  private final DynamoDbAsyncClient async;

  ItemRoutingTest(LocalDynamoDb local, DynamoDbClient plain) {
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

  private ClientUnderTest client(Kind kind, TimeSeriesSpec spec) {
    return SeriesUnderTest.over(kind, plain, async, builder -> builder.table(spec).clock(() -> NOW))
        .client();
  }

  private static PutItemRequest put(String at) {
    return PutItemRequest.builder()
        .tableName(Readings.TABLE)
        .item(reading("d", at, 7))
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  private static GetItemRequest get(String at) {
    return GetItemRequest.builder()
        .tableName(Readings.TABLE)
        .key(key("d", at))
        .consistentRead(true)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  private Map<String, AttributeValue> in(String table, String at) {
    return plain.getItem(r -> r.tableName(table).key(key("d", at)).consistentRead(true)).item();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void put_beforeAndAfterMidnight_goesToTheTableOfItsDay(Kind kind) {
    ClientUnderTest client = client(kind, SPEC);

    PutItemResponse late = client.call(put("2026-11-20T23:59:59.999Z"));
    client.call(put("2026-11-21T00:00:00Z"));

    assertThat(in("readings_2026-11-20", "2026-11-20T23:59:59.999Z")).isNotEmpty();
    assertThat(in("readings_2026-11-21", "2026-11-21T00:00:00Z")).isNotEmpty();
    assertThat(late.consumedCapacity().tableName()).isEqualTo(Readings.TABLE);
    GetItemResponse found = client.call(get("2026-11-20T23:59:59.999Z"));
    assertThat(found.item()).isEqualTo(reading("d", "2026-11-20T23:59:59.999Z", 7));
    assertThat(found.consumedCapacity().tableName()).isEqualTo(Readings.TABLE);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void updateAndDelete_ofAnItem_findItInItsTable(Kind kind) {
    ClientUnderTest client = client(kind, SPEC);
    String at = "2026-11-20T12:00:00Z";
    client.call(put(at));

    UpdateItemResponse updated =
        client.call(
            UpdateItemRequest.builder()
                .tableName(Readings.TABLE)
                .key(key("d", at))
                .updateExpression("SET note = :n")
                .expressionAttributeValues(Map.of(":n", AttributeValue.fromS("seen")))
                .returnValues(ReturnValue.ALL_NEW)
                .build());
    DeleteItemResponse deleted =
        client.call(
            DeleteItemRequest.builder()
                .tableName(Readings.TABLE)
                .key(key("d", at))
                .returnValues(ReturnValue.ALL_OLD)
                .build());

    assertThat(updated.attributes()).containsEntry("note", AttributeValue.fromS("seen"));
    assertThat(deleted.attributes()).isEqualTo(updated.attributes());
    assertThat(in("readings_2026-11-20", at)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void write_lateOrEarlyOrWithoutTime_isRefusedAndNothingIsSent(Kind kind) {
    ClientUnderTest client = client(kind, SPEC);

    assertThatThrownBy(() -> client.call(put("2026-11-18T23:00:00Z")))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.LATE)
        .hasMessageContaining("takes no writes since 2026-11-19T01:00:00Z");
    assertThatThrownBy(() -> client.call(put("2026-10-31T23:00:00Z")))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.LATE)
        .hasMessageContaining("when the series begins");
    assertThatThrownBy(() -> client.call(put("2026-11-21T00:40:01Z")))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.AHEAD)
        .hasMessageContaining("10m ahead");
    assertThatThrownBy(() -> client.call(put("yesterday")))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.UNREADABLE)
        .hasMessageStartingWith("PutItem on 'readings' refused: Attribute 'at'")
        .hasMessageNotContaining("yesterday");
    assertThatThrownBy(
            () ->
                client.call(
                    DeleteItemRequest.builder()
                        .tableName(Readings.TABLE)
                        .key(Map.of("device", AttributeValue.fromS("d")))
                        .build()))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("is missing");
    assertThat(in("readings_2026-11-18", "2026-11-18T23:00:00Z")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void write_lateWhereAccepted_goesToItsTable(Kind kind) {
    ClientUnderTest client =
        client(kind, Readings.spec("2026-11-01T00:00:00Z").latePolicy(LatePolicy.ACCEPT).build());
    String at = kind == Kind.SYNC ? "2026-11-18T11:00Z" : "2026-11-18T12:00Z";

    client.call(put(at));

    assertThat(in("readings_2026-11-18", at)).isNotEmpty();
    assertThatThrownBy(() -> client.call(put("2026-10-31T23:00:00Z")))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.LATE);
  }

  /** DynamoDB takes writes to a table that is being deleted, and loses them. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void write_pastItsRetentionOrNearly_isRefusedThoughLateOnesAreAccepted(Kind kind) {
    Duration untilNow = Duration.ofHours(47).plusMinutes(39); // of the table of the 18th
    TimeSeriesSpec.Builder spec =
        Readings.spec("2026-11-01T00:00:00Z").latePolicy(LatePolicy.ACCEPT);
    ClientUnderTest nearly = client(kind, spec.retention(Retention.deleteAfter(untilNow)).build());
    ClientUnderTest before =
        client(kind, spec.retention(Retention.deleteAfter(untilNow.plusMinutes(2))).build());

    assertThatThrownBy(() -> nearly.call(put("2026-11-18T13:00Z")))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.LATE)
        .hasMessageContaining("past its retention, or nearly");
    before.call(put("2026-11-18T13:00Z"));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void table_missing_failsWritesAndReadsByPolicy(Kind kind) {
    ClientUnderTest accepting =
        client(
            kind,
            Readings.spec("2026-11-01T00:00:00Z")
                .latePolicy(LatePolicy.ACCEPT)
                .missingTables(MissingTablePolicy.SKIP)
                .build());

    assertThatThrownBy(() -> accepting.call(put("2026-11-19T11:00:00Z")))
        .isInstanceOf(MissingTableException.class)
        .hasMessageContaining("'readings_2026-11-19'")
        .hasCauseInstanceOf(ResourceNotFoundException.class);
    GetItemResponse skipped = accepting.call(get("2026-11-19T11:00:00Z"));
    assertThat(skipped.hasItem()).isFalse();
    assertThatThrownBy(() -> client(kind, SPEC).call(get("2026-11-19T11:00:00Z")))
        .isInstanceOf(MissingTableException.class);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void get_whereNoTableNeedBe_findsNothing(Kind kind) {
    ClientUnderTest client = client(kind, SPEC);

    GetItemResponse expired = client.call(get("2026-11-05T11:00:00Z"));
    GetItemResponse upcoming = client.call(get("2026-11-25T11:00:00Z"));
    GetItemResponse before = client.call(get("2025-01-01T11:00:00Z"));

    assertThat(expired.hasItem()).isFalse();
    assertThat(upcoming.hasItem()).isFalse();
    assertThat(before.hasItem()).isFalse();
    assertThat(before.consumedCapacity().capacityUnits()).isZero();
    assertThat(before.sdkHttpResponse().isSuccessful()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void failure_ofDynamoDb_keepsItsTypeAndNamesTheLogicalTable(Kind kind) {
    ClientUnderTest client = client(kind, SPEC);
    PutItemRequest conditional =
        put("2026-11-21T00:01:00Z").toBuilder()
            .conditionExpression("attribute_exists(device)")
            .build();

    assertThatThrownBy(() -> client.call(conditional))
        .isInstanceOf(ConditionalCheckFailedException.class)
        .hasMessageNotContaining("2026-11-21");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void tableByArn_isTheSameTable(Kind kind) {
    ClientUnderTest client = client(kind, SPEC);
    String arn = plain.describeTable(r -> r.tableName("readings_2026-11-21")).table().tableArn();
    String series = arn.replace("readings_2026-11-21", Readings.TABLE);

    client.call(put("2026-11-21T00:02:00Z").toBuilder().tableName(series).build());

    assertThat(in("readings_2026-11-21", "2026-11-21T00:02:00Z")).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void operationsOnTheWhole_areRefused(Kind kind) {
    ClientUnderTest client = client(kind, SPEC);

    assertThatThrownBy(
            () -> client.call(DescribeTableRequest.builder().tableName(Readings.TABLE).build()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("a table for each period");
    assertThatThrownBy(
            () ->
                client.call(
                    ExecuteStatementRequest.builder().statement("SELECT * FROM readings").build()))
        .isInstanceOf(RefusedOperationException.class);
    PutItemRequest named =
        put("2026-11-18T01:00:00Z").toBuilder().tableName("readings_2026-11-18").build();
    client.call(named);
    assertThat(in("readings_2026-11-18", "2026-11-18T01:00:00Z")).isNotEmpty();
  }
}
