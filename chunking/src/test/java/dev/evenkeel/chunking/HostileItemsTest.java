package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.chunking.internal.wire.Mutant;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.CommitMode;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.gen.Property;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Every writer of items can write markers. A marker's content never makes a request leave the
 * tables and keys of its own item, nor makes many requests.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileItemsTest {
  /** A write reads, notes, stages, commits and takes back; a read looks again a few times. */
  private static final int REQUESTS_MAX = 20;

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

  private static AttributeValue noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return AttributeValue.fromB(SdkBytes.fromByteArray(noise));
  }

  /** One operation on a forged item. */
  enum Reading {
    GET,
    QUERY,
    BATCH_GET,
    TRANSACT_GET;

    DynamoDbRequest of(Map<String, AttributeValue> key) {
      return switch (this) {
        case GET -> GetItemRequest.builder().tableName(Fixture.DOCS).key(key).build();
        case QUERY ->
            QueryRequest.builder()
                .tableName(Fixture.DOCS)
                .keyConditionExpression("id = :id")
                .expressionAttributeValues(Map.of(":id", key.get("id")))
                .build();
        case BATCH_GET ->
            BatchGetItemRequest.builder()
                .requestItems(
                    Map.of(Fixture.DOCS, KeysAndAttributes.builder().keys(List.of(key)).build()))
                .build();
        case TRANSACT_GET ->
            TransactGetItemsRequest.builder()
                .transactItems(
                    TransactGetItem.builder()
                        .get(get -> get.tableName(Fixture.DOCS).key(key))
                        .build())
                .build();
      };
    }
  }

  /** A write that makes {@code body} what {@link #after} says. */
  enum Writing {
    PUT_SMALL,
    PUT_LARGE,
    PUT_SAME,
    SET_SMALL,
    SET_LARGE,
    SET_SAME,
    REMOVE,
    DELETE,
    BATCH_PUT_SMALL,
    BATCH_PUT_LARGE,
    BATCH_DELETE,
    TRANSACT_PUT,
    TRANSACT_SET,
    TRANSACT_DELETE;

    @Nullable AttributeValue after() {
      return switch (this) {
        case PUT_SMALL, SET_SMALL, BATCH_PUT_SMALL -> noise(10);
        case PUT_LARGE, SET_LARGE, BATCH_PUT_LARGE, TRANSACT_PUT, TRANSACT_SET -> noise(2500);
        case PUT_SAME, SET_SAME -> noise(2000);
        case REMOVE, DELETE, BATCH_DELETE, TRANSACT_DELETE -> null;
      };
    }

    DynamoDbRequest of(Map<String, AttributeValue> key) {
      Map<String, AttributeValue> item = new HashMap<>(key);
      if (after() != null) {
        item.put("body", after());
      }
      return switch (this) {
        case PUT_SMALL, PUT_LARGE, PUT_SAME ->
            PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build();
        case SET_SMALL, SET_LARGE, SET_SAME ->
            UpdateItemRequest.builder()
                .tableName(Fixture.DOCS)
                .key(key)
                .updateExpression("SET body = :b")
                .expressionAttributeValues(Map.of(":b", after()))
                .build();
        case REMOVE ->
            UpdateItemRequest.builder()
                .tableName(Fixture.DOCS)
                .key(key)
                .updateExpression("REMOVE body")
                .build();
        case DELETE -> DeleteItemRequest.builder().tableName(Fixture.DOCS).key(key).build();
        case BATCH_PUT_SMALL, BATCH_PUT_LARGE, BATCH_DELETE ->
            BatchWriteItemRequest.builder()
                .requestItems(
                    Map.of(
                        Fixture.DOCS,
                        List.of(
                            this == BATCH_DELETE
                                ? WriteRequest.builder().deleteRequest(d -> d.key(key)).build()
                                : WriteRequest.builder().putRequest(p -> p.item(item)).build())))
                .build();
        case TRANSACT_PUT -> transaction(a -> a.put(put -> put.tableName(Fixture.DOCS).item(item)));
        case TRANSACT_SET ->
            transaction(
                action ->
                    action.update(
                        update ->
                            update
                                .tableName(Fixture.DOCS)
                                .key(key)
                                .updateExpression("SET body = :b")
                                .expressionAttributeValues(Map.of(":b", after()))));
        case TRANSACT_DELETE ->
            transaction(a -> a.delete(delete -> delete.tableName(Fixture.DOCS).key(key)));
      };
    }

    private static DynamoDbRequest transaction(Consumer<TransactWriteItem.Builder> action) {
      return TransactWriteItemsRequest.builder()
          .transactItems(TransactWriteItem.builder().applyMutation(action).build())
          .build();
    }
  }

  /** Each forgery, operation and client, in some of the combinations. */
  List<Arguments> someReadings() {
    return forged(Reading.values(), 3);
  }

  List<Arguments> someWritings() {
    return forged(Writing.values(), 9);
  }

  List<Arguments> readings() {
    return forged(Reading.values(), 1);
  }

  List<Arguments> writings() {
    return forged(Writing.values(), 1);
  }

  /** Every so many combinations; a fifth of them on the other client, which runs the same flows. */
  private List<Arguments> forged(Enum<?>[] operations, int step) {
    List<Arguments> all = new ArrayList<>();
    int count = 0;
    for (Forgery forgery : Forgery.values()) {
      for (Enum<?> operation : operations) {
        if (count % step == 0) {
          all.add(Arguments.of(clients.get(0), forgery, operation));
        }
        if (count % (5 * step) == 0) {
          all.add(Arguments.of(clients.get(1), forgery, operation));
        }
        count++;
      }
    }
    return all;
  }

  /** The key of an item whose body is in chunks, three of them. */
  private Map<String, AttributeValue> put(ClientUnderTest client) {
    Map<String, AttributeValue> item = new HashMap<>(Fixture.key("item" + items++, 1));
    Map<String, AttributeValue> key = Map.copyOf(item);
    item.put("body", noise(2000));
    client.call(PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build());
    return key;
  }

  private Map<String, AttributeValue> stored(Map<String, AttributeValue> key) {
    return fixture.plain.getItem(get -> get.tableName(Fixture.DOCS).key(key)).item();
  }

  private Map<String, AttributeValue> get(ClientUnderTest client, Map<String, AttributeValue> key) {
    return ((GetItemResponse) client.call(Reading.GET.of(key))).item();
  }

  private void forge(Map<String, AttributeValue> item) {
    fixture.plain.putItem(put -> put.tableName(Fixture.DOCS).item(item));
  }

  private @Nullable Throwable failure(
      ClientUnderTest client, DynamoDbRequest request, Map<String, AttributeValue> key) {
    fixture.sent.look();
    Throwable failure = catchThrowable(() -> client.call(request));
    List<SdkRequest> sent = fixture.sent.seen();
    assertThat(sent).hasSizeBetween(1, REQUESTS_MAX);
    new OwnTablesFixture(fixture, key).holds(sent);
    return failure;
  }

  @ParameterizedTest
  @MethodSource("someReadings")
  void read_forgedMarker_isATypedFailureOnItsOwnGround(
      ClientUnderTest client, Forgery forgery, Reading reading) {
    Map<String, AttributeValue> key = put(client);
    forge(forgery.of(stored(key)));

    assertThat(failure(client, reading.of(key), key))
        .isInstanceOfSatisfying(
            LargeValueException.class,
            e -> {
              assertThat(e.table()).isEqualTo(Fixture.DOCS);
              assertThat(e.attribute()).isEqualTo("body");
            });
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("readings")
  void read_eachForgedMarker_isATypedFailureOnItsOwnGround(
      ClientUnderTest client, Forgery forgery, Reading reading) {
    read_forgedMarker_isATypedFailureOnItsOwnGround(client, forgery, reading);
  }

  /** Of another type the bytes are the same, and a stream is of bytes. */
  @ParameterizedTest
  @EnumSource(value = Forgery.class, mode = EnumSource.Mode.EXCLUDE, names = "OTHER_TYPE")
  void stream_forgedMarker_isATypedFailureOnItsOwnGround(Forgery forgery) {
    Map<String, AttributeValue> key = put(clients.get(0));
    forge(forgery.of(stored(key)));
    LargeValues values =
        ChunkingDynamoDbClient.builder(fixture.plain)
            .s3(fixture.s3)
            .table(fixture.spec().build())
            .build()
            .largeValues();

    fixture.sent.look();
    Throwable failure =
        catchThrowable(
            () -> {
              try (InputStream body = values.open(Fixture.DOCS, key, "body").stream()) {
                byte[] unused = body.readAllBytes();
              }
            });
    List<SdkRequest> sent = fixture.sent.seen();

    assertThat(failure).isInstanceOf(LargeValueException.class).hasMessageContaining("'body'");
    assertThat(sent).hasSizeBetween(1, REQUESTS_MAX);
    new OwnTablesFixture(fixture, key).holds(sent);
  }

  @ParameterizedTest
  @MethodSource("someWritings")
  void write_overAForgedMarker_isMadeOnItsOwnGround(
      ClientUnderTest client, Forgery forgery, Writing writing) {
    Map<String, AttributeValue> key = put(client);
    forge(forgery.of(stored(key)));

    Throwable failure = failure(client, writing.of(key), key);

    if (failure == null) {
      assertThat(get(client, key).get("body")).isEqualTo(writing.after());
    } else {
      assertThat(failure).hasFieldOrPropertyWithValue("reason", Reason.NEWER_FORMAT);
      assertThat(forgery.isNewer()).isTrue();
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("writings")
  void write_overEachForgedMarker_isMadeOnItsOwnGround(
      ClientUnderTest client, Forgery forgery, Writing writing) {
    write_overAForgedMarker_isMadeOnItsOwnGround(client, forgery, writing);
  }

  List<ChunkingSpec> specs() {
    return List.of(
        fixture.spec().build(),
        fixture.spec().seedLayout("body").commit(CommitMode.TRANSACTION).build());
  }

  /**
   * An item can be overwritten whatever its markers contain, unless a newer version may have
   * written it; no condition of this library is impossible to meet for it.
   */
  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("specs")
  void write_overMutatedItems_isMade(ChunkingSpec spec) {
    ClientUnderTest client = fixture.sync(spec);
    Property.check(
        50,
        gen -> {
          Map<String, AttributeValue> key = put(client);
          Map<String, AttributeValue> item = new HashMap<>(Mutant.of(stored(key), gen));
          item.putAll(key);
          forgeIfItem(item);
          Writing writing = gen.oneOf(List.of(Writing.values()));

          Throwable failure = catchThrowable(() -> client.call(writing.of(key)));

          if (failure == null) {
            assertThat(get(client, key).get("body")).isEqualTo(writing.after());
          } else {
            assertThat(failure)
                .as(item.toString())
                .hasFieldOrPropertyWithValue("reason", Reason.NEWER_FORMAT);
          }
        });
  }

  /** The count of chunks in AWS's layout may be none, where only the version says what is there. */
  @ParameterizedTest
  @ValueSource(strings = {"999999999999999999", "-1", "0.5"})
  void put_overChunksOfAWrongCount_isMade(String count) {
    ClientUnderTest client =
        fixture.sync(fixture.spec().seedLayout("body").commit(CommitMode.TRANSACTION).build());
    Map<String, AttributeValue> key = put(client);
    Map<String, AttributeValue> item = new HashMap<>(stored(key));
    item.keySet().retainAll(List.of("id", "rank", "ChunkVersion"));
    item.put("ChunkCount", AttributeValue.fromN(count));
    forge(item);

    client.call(Writing.PUT_SMALL.of(key));

    assertThat(get(client, key).get("body")).isEqualTo(Writing.PUT_SMALL.after());
  }

  /** Not all that a mutation makes can be an item, but most. */
  private void forgeIfItem(Map<String, AttributeValue> item) {
    try {
      forge(item);
    } catch (DynamoDbException none) {
      assertThat(none.statusCode()).isEqualTo(400);
    }
  }

  @ParameterizedTest
  @MethodSource("someCopies")
  void anyOperation_itemCopiedToAnotherKey_leavesTheOriginalAlone(
      ClientUnderTest client, Writing writing, boolean object) {
    Map<String, AttributeValue> key = put(client);
    if (object) {
      Map<String, AttributeValue> item = new HashMap<>(key);
      item.put("image", noise(2200));
      client.call(PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build());
    }
    Map<String, AttributeValue> original = get(client, key);
    Map<String, AttributeValue> copy = new HashMap<>(stored(key));
    Map<String, AttributeValue> otherKey = Fixture.key("copy" + items++, 2);
    copy.putAll(otherKey);
    forge(copy);

    assertThat(failure(client, Reading.GET.of(otherKey), otherKey))
        .hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);
    assertThat(failure(client, writing.of(otherKey), otherKey)).isNull();

    assertThat(get(client, key)).isEqualTo(original);
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("copies")
  void eachOperation_itemCopiedToAnotherKey_leavesTheOriginalAlone(
      ClientUnderTest client, Writing writing, boolean object) {
    anyOperation_itemCopiedToAnotherKey_leavesTheOriginalAlone(client, writing, object);
  }

  /** Each operation, on one client and with values in one place. */
  List<Arguments> someCopies() {
    List<Arguments> some = new ArrayList<>();
    int count = 0;
    for (Writing writing : Writing.values()) {
      some.add(Arguments.of(clients.get(count % 5 == 0 ? 1 : 0), writing, count % 2 == 0));
      count++;
    }
    return some;
  }

  List<Arguments> copies() {
    List<Arguments> all = new ArrayList<>();
    for (ClientUnderTest client : clients) {
      for (Writing writing : Writing.values()) {
        all.add(Arguments.of(client, writing, false));
        all.add(Arguments.of(client, writing, true));
      }
    }
    return all;
  }
}
