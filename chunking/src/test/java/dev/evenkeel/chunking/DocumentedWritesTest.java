package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What the page of large values says of writes that cost more, or do less, than it seems. */
class DocumentedWritesTest extends OneItemWrites {
  @ParameterizedTest
  @MethodSource("clients")
  void put_intoChunks_reportsTheUnitsOfItsItemAlone(ClientUnderTest client) {
    PutItemResponse response =
        client.call(
            put(item(Map.of("body", Fixture.noise(2000)))).toBuilder()
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());

    assertThat(response.consumedCapacity())
        .isEqualTo(ConsumedCapacity.builder().tableName(Fixture.DOCS).capacityUnits(2.0).build());
  }

  /** Above what an update leaves in the item, and below what an item takes. */
  @ParameterizedTest
  @MethodSource("clients")
  void update_ofAnUnchangedValueInItsItem_movesItUnlessPutsDo(ClientUnderTest client) {
    Map<String, AttributeValue> item = item(Map.of("body", Fixture.noise(1000)));
    client.call(put(item));
    assertThat(stored(item)).doesNotContainKey("evenkeel.body");
    client.call(set(item));
    assertThat(stored(item)).containsKey("evenkeel.body");
    client.call(put(item));
    assertThat(stored(item)).doesNotContainKey("evenkeel.body");

    ClientUnderTest moving =
        fixture.sync(
            fixture.spec().attribute("body", AttributePolicy.chunked().moveFrom(500)).build());
    moving.call(put(item));
    AttributeValue marker = stored(item).get("evenkeel.body");
    moving.call(set(item));
    assertThat(marker).isNotNull();
    assertThat(stored(item)).containsEntry("evenkeel.body", marker);
  }

  private static UpdateItemRequest set(Map<String, AttributeValue> item) {
    return UpdateItemRequest.builder()
        .tableName(Fixture.DOCS)
        .key(Map.of("id", item.get("id"), "rank", item.get("rank")))
        .updateExpression("SET body = :b")
        .expressionAttributeValues(Map.of(":b", item.get("body")))
        .build();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_conditionFails_hasWrittenItsChunksAndDeletedThem(ClientUnderTest client) {
    Map<String, AttributeValue> item = item(Map.of("body", Fixture.noise(2000)));
    int before = fixture.stored(Fixture.CHUNKS).size();
    fixture.sent.look();

    assertThatThrownBy(
            () ->
                client.call(
                    put(item).toBuilder().conditionExpression("attribute_exists(id)").build()))
        .isInstanceOf(ConditionalCheckFailedException.class);

    assertThat(fixture.sent.seen())
        .filteredOn(BatchWriteItemRequest.class::isInstance)
        .extracting(request -> ((BatchWriteItemRequest) request).requestItems())
        .allSatisfy(writes -> assertThat(writes).containsOnlyKeys(Fixture.CHUNKS))
        .extracting(writes -> writes.get(Fixture.CHUNKS).get(0).putRequest() != null)
        .containsExactly(true, false);
    assertThat(fixture.stored(Fixture.CHUNKS)).hasSize(before);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void batch_thatDynamoDbRefuses_mayHaveWrittenLargeItems(ClientUnderTest client) {
    Map<String, AttributeValue> large = item(Map.of("body", Fixture.noise(2000)));
    Map<String, AttributeValue> invalid = item(Map.of("set", AttributeValue.fromSs(List.of())));

    assertThatThrownBy(
            () ->
                client.call(
                    BatchWriteItemRequest.builder()
                        .requestItems(
                            Map.of(
                                Fixture.DOCS,
                                Stream.of(large, invalid)
                                    .map(
                                        item ->
                                            WriteRequest.builder()
                                                .putRequest(put -> put.item(item))
                                                .build())
                                    .toList()))
                        .build()))
        .isInstanceOfSatisfying(
            DynamoDbException.class,
            e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("ValidationException"));
    assertThat(get(client, large)).isEqualTo(large);
    assertThat(get(client, invalid)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void transaction_withAToken_isRefusedWhereARepetitionMightStoreAnew(ClientUnderTest client) {
    Map<String, AttributeValue> key = item(Map.of());
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put("note", fromN("1"));

    for (Consumer<TransactWriteItem.Builder> action :
        List.<Consumer<TransactWriteItem.Builder>>of(
            a -> a.put(put -> put.tableName(Fixture.DOCS).item(item)),
            a -> a.delete(delete -> delete.tableName(Fixture.DOCS).key(key)),
            a -> a.update(update(key, "SET body = :v")),
            a -> a.update(update(key, "REMOVE body SET note = :v")))) {
      assertThatThrownBy(() -> client.call(withToken("refused", action)))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("it has a ClientRequestToken");
    }
    client.call(
        withToken("note" + key.get("rank").n(), a -> a.update(update(key, "SET note = :v"))));
    assertThat(get(client, key)).isEqualTo(item);
  }

  private static Update update(Map<String, AttributeValue> key, String update) {
    return Update.builder()
        .tableName(Fixture.DOCS)
        .key(key)
        .updateExpression(update)
        .expressionAttributeValues(Map.of(":v", fromN("1")))
        .build();
  }

  private static TransactWriteItemsRequest withToken(
      String token, Consumer<TransactWriteItem.Builder> action) {
    return TransactWriteItemsRequest.builder()
        .clientRequestToken(token)
        .transactItems(TransactWriteItem.builder().applyMutation(action).build())
        .build();
  }
}
