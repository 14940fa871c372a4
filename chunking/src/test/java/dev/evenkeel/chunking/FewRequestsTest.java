package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The exact requests of reads and writes. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FewRequestsTest {
  private final Lag lag = new Lag();
  private Fixture fixture;
  private List<ClientUnderTest> clients = List.of();
  private int items;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3, lag);
    clients = fixture.clients(fixture.spec().build());
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  Stream<ClientUnderTest> clients() {
    return clients.stream();
  }

  private Map<String, AttributeValue> item(String attribute, int bytes) {
    Map<String, AttributeValue> item = new HashMap<>(Fixture.key("few", items++));
    item.put(attribute, value(bytes));
    return item;
  }

  private static AttributeValue value(int bytes) {
    byte[] value = new byte[bytes];
    new Random(bytes).nextBytes(value);
    return AttributeValue.fromB(SdkBytes.fromByteArray(value));
  }

  private static PutItemRequest put(Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build();
  }

  private static GetItemRequest get(Map<String, AttributeValue> item) {
    return GetItemRequest.builder()
        .tableName(Fixture.DOCS)
        .key(Map.of("id", item.get("id"), "rank", item.get("rank")))
        .consistentRead(true)
        .build();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_thatStaysOverOneThatStayed_returnsNothingOfIt(ClientUnderTest client) {
    Map<String, AttributeValue> item = item("body", 1000);
    client.call(put(item));
    fixture.sent.look();

    PutItemResponse response = client.call(put(item));

    assertThat(response.hasAttributes()).isFalse();
    assertThat(fixture.sent.seen())
        .singleElement()
        .satisfies(sent -> assertThat(((PutItemRequest) sent).returnValues()).isNull());
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_thatStaysOverValueOutsideOnCondition_isStillOnThatCondition(ClientUnderTest client) {
    Map<String, AttributeValue> item = item("body", 2000);
    client.call(put(item));
    item.put("body", value(10));
    PutItemRequest small = put(item);

    assertThat(
            catchThrowable(
                () ->
                    client.call(
                        small.toBuilder().conditionExpression("attribute_not_exists(id)").build())))
        .isInstanceOf(ConditionalCheckFailedException.class);
    PutItemResponse response =
        client.call(
            small.toBuilder()
                .conditionExpression("attribute_exists(body)")
                .returnValues(ReturnValue.ALL_OLD)
                .build());

    assertThat(response.attributes()).containsEntry("body", value(2000));
    assertThat(client.call(get(item)).item()).isEqualTo(item);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void batchWrite_ofItemsThatStay_readsTheirMarkersInOneRequest(ClientUnderTest client) {
    List<WriteRequest> puts =
        IntStream.range(0, 25)
            .mapToObj(
                i ->
                    WriteRequest.builder()
                        .putRequest(PutRequest.builder().item(item("body", 100)).build())
                        .build())
            .toList();
    fixture.sent.look();

    client.call(BatchWriteItemRequest.builder().requestItems(Map.of(Fixture.DOCS, puts)).build());

    assertThat(fixture.sent.seen())
        .<Class<?>>extracting(Object::getClass)
        .containsExactly(BatchGetItemRequest.class, BatchWriteItemRequest.class);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void transactWrite_ofItemsThatStay_readsTheirMarkersInOneRequest(ClientUnderTest client) {
    List<TransactWriteItem> puts =
        IntStream.range(0, 25)
            .mapToObj(
                i ->
                    TransactWriteItem.builder()
                        .put(put -> put.tableName(Fixture.DOCS).item(item("body", 100)))
                        .build())
            .toList();
    fixture.sent.look();

    client.call(TransactWriteItemsRequest.builder().transactItems(puts).build());

    assertThat(fixture.sent.seen())
        .<Class<?>>extracting(Object::getClass)
        .containsExactly(BatchGetItemRequest.class, TransactWriteItemsRequest.class);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void get_ofChunks_readsThemAtHalfThePrice(ClientUnderTest client) {
    Map<String, AttributeValue> item = item("body", 3000);
    client.call(put(item));
    fixture.sent.look();

    GetItemResponse response = client.call(get(item));

    assertThat(response.item()).isEqualTo(item);
    assertThat(consistent(fixture.sent.seen())).containsExactly(false);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void get_ofChunksThatAreNotToBeSeenYet_readsThemAgainConsistently(ClientUnderTest client) {
    Map<String, AttributeValue> item = item("body", 3000);
    client.call(put(item));
    fixture.sent.look();
    lag.on = true;

    GetItemResponse response;
    try {
      response = client.call(get(item));
    } finally {
      lag.on = false;
    }

    assertThat(response.item()).isEqualTo(item);
    assertThat(consistent(fixture.sent.seen())).containsExactly(false, true);
  }

  /** Whether each batch of reads was consistent. */
  private static Stream<Boolean> consistent(List<SdkRequest> sent) {
    return sent.stream()
        .filter(BatchGetItemRequest.class::isInstance)
        .flatMap(batch -> ((BatchGetItemRequest) batch).requestItems().values().stream())
        .map(asked -> Boolean.TRUE.equals(asked.consistentRead()));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void put_refusedOnceItsValuesAreLaid_isToldAsRefused(boolean isAsync) {
    List<CallEnd> ends = new ArrayList<>();
    DecoratorListener listener =
        new DecoratorListener() {
          @Override
          public void callEnded(CallEnd end) {
            ends.add(end);
          }
        };
    Consumer<ChunkingClientBuilder<?>> settings =
        builder -> builder.table(fixture.spec().build()).listener(listener);
    ClientUnderTest client =
        isAsync
            ? ChunkingClients.async(fixture.plainAsync, fixture.s3Async, settings)
            : fixture.sync(settings);
    Map<String, AttributeValue> item = item("small", 450_000);

    assertThat(catchThrowable(() -> client.call(put(item))))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.ITEM_TOO_LARGE);

    assertThat(ends)
        .extracting(CallEnd::outcome)
        .containsExactly(dev.evenkeel.core.listen.Outcome.REFUSED);
  }
}
