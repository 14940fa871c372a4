package dev.evenkeel.examples.stacks;

import static dev.evenkeel.examples.stacks.LargeReadings.FRAMES;
import static dev.evenkeel.examples.stacks.LargeReadings.READINGS;
import static dev.evenkeel.examples.stacks.LargeReadings.between;
import static dev.evenkeel.examples.stacks.LargeReadings.key;
import static dev.evenkeel.examples.stacks.LargeReadings.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.CommitMode;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import java.io.ByteArrayInputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Large values of a series: their chunks are in the tables of their items' periods. */
class ChunkingOverTimeSeriesTest extends ReadingsOfDays {
  /** Before the third day's lateness the second's table takes writes, too. */
  private void atMidnight() {
    readings.clock.moveTo(LargeReadings.START.plusSeconds(2 * 86_400 + 600));
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void largeValues_ofSeveralPeriods_areInTheirTables(boolean isAsync, LocalDynamoDb local) {
    LargeReadings own = new LargeReadings(local, null);
    close();
    readings = own;
    own.build(2);
    atMidnight();
    own.lifecycle(own.plain).deletes(0).build().run();
    LargeReadings.Calls client = own.calls(isAsync);
    Map<String, Map<String, AttributeValue>> model = new TreeMap<>();
    for (String at : List.of(MONDAY, EVENING, NIGHT)) {
      model.put(at, reading(at, 1));
      client.call(put(model.get(at)));
    }
    assertThat(chunksOf("2026-11-16")).isEqualTo(2 * EACH);
    assertThat(chunksOf("2026-11-17")).isEqualTo(EACH);

    model.put(EVENING, reading(EVENING, 2));
    model.put(NIGHT, reading(NIGHT, 2));
    client.call(
        BatchWriteItemRequest.builder()
            .requestItems(
                Map.of(
                    READINGS,
                    Stream.of(EVENING, NIGHT)
                        .map(
                            at ->
                                WriteRequest.builder()
                                    .putRequest(put -> put.item(model.get(at)))
                                    .build())
                        .toList()))
            .build());
    model.put(MONDAY, reading(MONDAY, 3));
    model.put(NIGHT, reading(NIGHT, 3));
    client.call(
        TransactWriteItemsRequest.builder()
            .transactItems(
                Stream.of(MONDAY, NIGHT)
                    .map(
                        at ->
                            TransactWriteItem.builder()
                                .put(put -> put.tableName(READINGS).item(model.get(at)))
                                .build())
                    .toList())
            .build());
    model.put(EVENING, reading(EVENING, 4));
    client.call(
        UpdateItemRequest.builder()
            .tableName(READINGS)
            .key(key(EVENING))
            .updateExpression("SET frame = :frame")
            .expressionAttributeValues(Map.of(":frame", model.get(EVENING).get("frame")))
            .build());
    client.call(DeleteItemRequest.builder().tableName(READINGS).key(key(NIGHT)).build());
    model.remove(NIGHT);

    model.forEach((at, item) -> assertThat(get(client, at)).isEqualTo(item));
    QueryResponse page = (QueryResponse) client.call(between("2026-11-15", "2026-11-18"));
    assertThat(page.items()).containsExactlyElementsOf(model.values());
    BatchGetItemResponse batch =
        (BatchGetItemResponse)
            client.call(
                BatchGetItemRequest.builder()
                    .requestItems(
                        Map.of(
                            READINGS,
                            KeysAndAttributes.builder()
                                .keys(List.of(key(MONDAY), key(EVENING), key(NIGHT)))
                                .build()))
                    .build());
    assertThat(batch.responses().get(READINGS)).containsExactlyInAnyOrderElementsOf(model.values());

    assertThat(own.sweep().failure()).isNull();
    assertThat(own.stored("intents")).isEmpty();
    assertThat(chunksOf("2026-11-16")).isEqualTo(2 * EACH);
    assertThat(chunksOf("2026-11-17")).isZero();
    model.forEach((at, item) -> assertThat(get(client, at)).isEqualTo(item));
  }

  /** Chunks and item in one transaction are of one period, in tables of two series. */
  @Test
  void put_withChunksInItsTransaction_isInTheTablesOfItsPeriod() {
    DynamoDbClient client =
        ChunkingDynamoDbClient.builder(readings.series(readings.plain))
            .table(FRAMES.toBuilder().commit(CommitMode.TRANSACTION).build())
            .build();

    client.putItem(put(reading(TUESDAY, 1)));

    assertThat(chunksOf("2026-11-17")).isEqualTo(EACH);
    assertThat(get(readings.calls(false), TUESDAY)).isEqualTo(reading(TUESDAY, 1));
    assertThat(readings.stored("intents")).isEmpty();
  }

  @Test
  void stream_ofALargeValue_isInTheTableOfItsPeriod() {
    Map<String, AttributeValue> reading = reading(TUESDAY, 1);
    Map<String, AttributeValue> rest = new HashMap<>(reading);
    byte[] frame = rest.remove("frame").b().asByteArray();

    readings.client().largeValues().putBinary(put(rest), "frame", new ByteArrayInputStream(frame));

    assertThat(chunksOf("2026-11-17")).isEqualTo(EACH);
    assertThat(get(readings.calls(true), TUESDAY)).isEqualTo(reading);
  }

  @Test
  void write_thatIsLate_isRefusedBeforeAnythingIsWritten() {
    for (Runnable late :
        List.<Runnable>of(
            () -> readings.client().putItem(put(reading(MONDAY, 1))),
            () ->
                readings
                    .client()
                    .largeValues()
                    .putBinary(
                        put(key(MONDAY)), "frame", new ByteArrayInputStream(new byte[5000])))) {
      assertThatThrownBy(late::run)
          .isInstanceOf(ItemTimeException.class)
          .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.LATE)
          .hasMessageContaining("PutItem on 'readings' refused: table 'readings_2026-11-16'");
    }
    assertThat(readings.stored("intents")).isEmpty();
    assertThat(chunksOf("2026-11-16")).isZero();
  }
}
