package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.core.listen.CallEnd.CallWork;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The events of writes, refusals and tables of others; the same on both clients. */
class ListenerTest extends ListenedCalls {
  private static ReadWriteUnits writes(long units) {
    return ReadWriteUnits.ofWrites(CapacityUnits.of(units));
  }

  @ParameterizedTest
  @EnumSource
  void put_knownShard_isToldFromStartToEnd(Kind kind) {
    PutItemRequest put = put("seen", key("a", "1"));
    client(kind).call(put.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build());
    assertThat(recorder.story())
        .containsExactly(
            "sharding PutItem [seen]",
            "sent 1 PutItem [seen]",
            "ended 1 SUCCEEDED",
            "end SUCCEEDED");
    assertThat(recorder.call().work()).isEqualTo(new CallWork(1, 1, 0, 0, 0, false, writes(1)));
    assertThat(recorder.call().duration())
        .isGreaterThanOrEqualTo(recorder.subRequests().get(0).duration())
        .isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void delete_unknownShard_tellsTheProbeAndTheWriteWithTheirUnits(Kind kind) {
    client(kind).call(put("drawn", key("a", "gone")));
    recorder.forget();
    client(kind)
        .call(
            DeleteItemRequest.builder()
                .tableName("drawn")
                .key(key("a", "gone"))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());
    assertThat(recorder.story())
        .containsExactly(
            "sharding DeleteItem [drawn]",
            "sent 1 BatchGetItem [drawn]",
            "ended 1 SUCCEEDED",
            "sent 2 DeleteItem [drawn]",
            "ended 2 SUCCEEDED",
            "end SUCCEEDED");
    CallWork work = recorder.call().work();
    assertThat(work.rowsRead()).isEqualTo(1);
    assertThat(work.units().read()).isGreaterThanOrEqualTo(CapacityUnits.of(1));
    assertThat(work.units().write()).isEqualTo(CapacityUnits.of(1));
  }

  @ParameterizedTest
  @EnumSource
  void batchWrite_partUnprocessed_tellsHowMany(Kind kind) {
    List<WriteRequest> writes =
        IntStream.range(0, 12)
            .mapToObj(i -> key("batch", "%02d".formatted(i)))
            .map(item -> WriteRequest.builder().putRequest(p -> p.item(item)).build())
            .toList();
    BatchWriteItemResponse response =
        client(kind)
            .call(BatchWriteItemRequest.builder().requestItems(Map.of("seen", writes)).build());
    int unprocessed = response.unprocessedItems().getOrDefault("seen", List.of()).size();
    assertThat(unprocessed).isPositive();
    assertThat(recorder.call().work().rowsUnprocessed()).isEqualTo(unprocessed);
  }

  @ParameterizedTest
  @EnumSource
  void transaction_overTwoTables_isOneSubRequest(Kind kind) {
    client(kind)
        .call(
            TransactWriteItemsRequest.builder()
                .transactItems(
                    TransactWriteItem.builder()
                        .put(p -> p.tableName("seen").item(key("t", "1")))
                        .build(),
                    TransactWriteItem.builder()
                        .put(p -> p.tableName("plain").item(key("t", "2")))
                        .build())
                .build());
    assertThat(recorder.story())
        .containsExactly(
            "sharding TransactWriteItems [seen, plain]",
            "sent 1 TransactWriteItems [seen, plain]",
            "ended 1 SUCCEEDED",
            "end SUCCEEDED");
  }

  @ParameterizedTest
  @EnumSource
  void refusedCalls_tellStartAndEndAndSendNothing(Kind kind) {
    DynamoDbRequest legacy = ScanRequest.builder().tableName("seen").attributesToGet("sk").build();
    DynamoDbRequest partiQl =
        ExecuteStatementRequest.builder().statement("SELECT * FROM seen").build();
    for (DynamoDbRequest refused : List.of(legacy, partiQl)) {
      assertThat(catchThrowable(() -> client(kind).call(refused)))
          .isInstanceOf(RefusedOperationException.class);
    }
    assertThat(recorder.story())
        .containsExactly(
            "sharding Scan [seen]", "end REFUSED", "sharding ExecuteStatement []", "end REFUSED");
    assertThat(recorder.calls())
        .allMatch(end -> end.failure() == RefusedOperationException.class)
        .allMatch(end -> end.duration().equals(Duration.ZERO));
  }

  @ParameterizedTest
  @EnumSource
  void unmanagedTable_isNotTold(Kind kind) {
    client(kind).call(put("plain", key("a", "1")));
    client(kind).call(query("plain", "a", 1));
    assertThat(recorder.story()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void callNumbers_ofOneClient_differ(Kind kind) {
    client(kind).call(put("seen", key("a", "1")));
    client(kind).call(put("seen", key("a", "2")));
    assertThat(recorder.calls()).extracting(end -> end.call().number()).doesNotHaveDuplicates();
  }
}
