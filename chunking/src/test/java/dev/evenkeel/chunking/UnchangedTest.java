package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Values that are written again: not uploaded if they are there, and mended if they are not. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnchangedTest {
  private Fixture fixture;
  private List<ClientUnderTest> clients;
  private int items;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
    clients = fixture.clients(fixture.spec().build());
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  /** Every way to write an item, with one client after the other. */
  List<Arguments> writes() {
    List<Named<BiConsumer<ClientUnderTest, Map<String, AttributeValue>>>> writes =
        List.of(
            Named.of("put", (client, item) -> client.call(put(item))),
            Named.of("update", UnchangedTest::update),
            Named.of("batch", UnchangedTest::batch),
            Named.of("transaction", UnchangedTest::transact));
    return Rounds.inTurn(
        writes.stream()
            .flatMap(way -> clients.stream().map(client -> Arguments.of(client, way)))
            .toList());
  }

  private static PutItemRequest put(Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build();
  }

  private static void update(ClientUnderTest client, Map<String, AttributeValue> item) {
    client.call(
        UpdateItemRequest.builder()
            .tableName(Fixture.DOCS)
            .key(key(item))
            .updateExpression("SET body = :b, image = :i")
            .expressionAttributeValues(Map.of(":b", item.get("body"), ":i", item.get("image")))
            .build());
  }

  private static void batch(ClientUnderTest client, Map<String, AttributeValue> item) {
    WriteRequest write =
        WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
    client.call(
        BatchWriteItemRequest.builder().requestItems(Map.of(Fixture.DOCS, List.of(write))).build());
  }

  private static void transact(ClientUnderTest client, Map<String, AttributeValue> item) {
    client.call(
        TransactWriteItemsRequest.builder()
            .transactItems(
                TransactWriteItem.builder()
                    .put(put -> put.tableName(Fixture.DOCS).item(item))
                    .build())
            .build());
  }

  private static Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
    return Map.of("id", item.get("id"), "rank", item.get("rank"));
  }

  private static Map<String, AttributeValue> get(
      ClientUnderTest client, Map<String, AttributeValue> item) {
    GetItemResponse response =
        client.call(
            GetItemRequest.builder()
                .tableName(Fixture.DOCS)
                .key(key(item))
                .consistentRead(true)
                .build());
    return response.item();
  }

  /** An item with a value in chunks and one in S3. */
  private Map<String, AttributeValue> item() {
    Map<String, AttributeValue> item = new HashMap<>(Fixture.key("same", items++));
    item.put("body", noise(3000 + items));
    item.put("image", noise(4000 + items));
    return item;
  }

  private static AttributeValue noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return AttributeValue.fromB(SdkBytes.fromByteArray(noise));
  }

  private int payloads() {
    return fixture.stored(Fixture.CHUNKS).size() + fixture.objects().size();
  }

  private void losePayloads() {
    for (Map<String, AttributeValue> chunk : fixture.stored(Fixture.CHUNKS)) {
      fixture.plain.deleteItem(
          delete -> delete.tableName(Fixture.CHUNKS).key(Map.of("Id", chunk.get("Id"))));
    }
    for (String object : fixture.objects()) {
      fixture.s3.deleteObject(delete -> delete.bucket(fixture.bucket).key(object));
    }
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("writes")
  void write_sameValues_areNotUploadedAgain(
      ClientUnderTest client, BiConsumer<ClientUnderTest, Map<String, AttributeValue>> write) {
    Map<String, AttributeValue> item = item();
    write.accept(client, item);
    int payloads = payloads();

    write.accept(client, item);

    assertThat(payloads()).isEqualTo(payloads);
    assertThat(get(client, item)).isEqualTo(item);
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("writes")
  void write_sameValuesWhosePayloadsAreLost_mendsThem(
      ClientUnderTest client, BiConsumer<ClientUnderTest, Map<String, AttributeValue>> write) {
    Map<String, AttributeValue> item = item();
    write.accept(client, item);
    losePayloads();
    assertThatThrownBy(() -> get(client, item))
        .hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);

    write.accept(client, item);

    assertThat(get(client, item)).isEqualTo(item);
  }

  /** An unchanged value is looked for by its last chunk, so writing it again is not enough then. */
  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("writes")
  void write_valueWhoseFirstChunkIsLost_isMendedAfterItsRemoval(
      ClientUnderTest client, BiConsumer<ClientUnderTest, Map<String, AttributeValue>> write) {
    Map<String, AttributeValue> item = item();
    Set<Map<String, AttributeValue>> before = Set.copyOf(fixture.stored(Fixture.CHUNKS));
    write.accept(client, item);
    Map<String, AttributeValue> first =
        fixture.stored(Fixture.CHUNKS).stream()
            .filter(chunk -> !before.contains(chunk) && chunk.get("Id").s().endsWith("#1"))
            .findFirst()
            .orElseThrow();
    fixture.plain.deleteItem(
        delete -> delete.tableName(Fixture.CHUNKS).key(Map.of("Id", first.get("Id"))));
    assertThatThrownBy(() -> get(client, item))
        .hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING)
        .hasMessageContaining("remove the value and write it again");

    client.call(
        UpdateItemRequest.builder()
            .tableName(Fixture.DOCS)
            .key(key(item))
            .updateExpression("REMOVE body")
            .build());
    write.accept(client, item);

    assertThat(get(client, item)).isEqualTo(item);
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("writes")
  void write_sameValuesOverACopyOfAnotherItem_bringsItsOwn(
      ClientUnderTest client, BiConsumer<ClientUnderTest, Map<String, AttributeValue>> write) {
    Map<String, AttributeValue> item = item();
    write.accept(client, item);
    Map<String, AttributeValue> copied = new HashMap<>(item);
    copied.putAll(Fixture.key("copy", items));
    Map<String, AttributeValue> stored =
        new HashMap<>(
            fixture.plain.getItem(get -> get.tableName(Fixture.DOCS).key(key(item))).item());
    stored.putAll(key(copied));
    fixture.plain.putItem(copy -> copy.tableName(Fixture.DOCS).item(stored));

    write.accept(client, copied);

    assertThat(get(client, copied)).isEqualTo(copied);
    assertThat(get(client, item)).isEqualTo(item);
  }
}
