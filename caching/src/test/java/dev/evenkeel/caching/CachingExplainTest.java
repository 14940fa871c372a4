package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** What a caching client says of requests, of both kinds of client. */
@ExtendWith(LocalDynamoDbExtension.class)
class CachingExplainTest {
  private final DynamoDbClient plain;
  private final DynamoDbAsyncClient plainAsync;
  private final ItemCache cache = ItemCache.ofBytes(1 << 20);

  CachingExplainTest(LocalDynamoDb local) {
    this.plain = local.client();
    this.plainAsync = local.asyncClient();
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    Products.create(plain);
    Replies.create(plain);
  }

  @AfterEach
  void close() {
    plain.close();
    plainAsync.close();
  }

  /** A client, and what it says of requests. */
  private record Explained(
      ClientUnderTest client, Function<DynamoDbRequest, Explanation> explainer) {

    Explanation of(DynamoDbRequest request) {
      return explainer.apply(request);
    }

    Explanation of(GetItemRequest.Builder request) {
      return of(request.build());
    }
  }

  private Explained open(Kind kind) {
    if (kind == Kind.SYNC) {
      CachingDynamoDbClient client =
          CachingDynamoDbClient.builder(plain)
              .table(Products.spec().timeToLive(Duration.ofMinutes(7)).build())
              .table(Replies.spec().eventual().timeToLive(Duration.ofMinutes(9)).build())
              .cache(cache)
              .build();
      return new Explained(ClientUnderTest.of(client), client::explain);
    }
    CachingDynamoDbAsyncClient client =
        CachingDynamoDbAsyncClient.builder(plainAsync)
            .table(Products.spec().timeToLive(Duration.ofMinutes(7)).build())
            .table(Replies.spec().eventual().timeToLive(Duration.ofMinutes(9)).build())
            .cache(cache)
            .build();
    return new Explained(ClientUnderTest.of(client), client::explain);
  }

  private static void put(Explained explained, int id, int bytes) {
    explained
        .client()
        .call(
            PutItemRequest.builder()
                .tableName(Products.TABLE)
                .item(
                    Map.of(
                        "id", AttributeValue.fromN(Integer.toString(id)),
                        "b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[bytes]))))
                .build());
  }

  @ParameterizedTest
  @EnumSource
  void read_tellsWhetherItIsInMemory_howOldItMayBe_andWhatTheCacheHasDone(Kind kind) {
    Explained explained = open(kind);
    put(explained, 1, 5000);

    Explanation before = explained.of(Products.get(1));
    assertThat(before.disposition()).isEqualTo(Disposition.REWRITE);
    assertThat(before.firstRound().subRequests()).hasSize(1);
    assertThat(before.notes())
        .containsExactly(
            "what is popular by then and not in memory is read consistently",
            "at most PT7M older than writes of other processes",
            "so far 0% of 0 reads from memory, 0.0 read units saved, 0 evicted");

    for (int i = 0; i < 4; i++) {
      explained.client().call(Products.get(1).build());
    }
    Explanation after = explained.of(Products.get(1));
    assertThat(after.firstRound().subRequests()).as("nothing is sent").isEmpty();
    assertThat(after.notes())
        .containsExactly(
            "the answer is in memory",
            "at most PT7M older than writes of other processes",
            "so far 75% of 4 reads from memory, 2.0 read units saved, 0 evicted");
    assertThat(explained.of(Products.get(1)).notes())
        .as("to explain counts nothing")
        .isEqualTo(after.notes());
  }

  @ParameterizedTest
  @EnumSource
  void read_tellsHowManyItemsHadToMakeRoom(Kind kind) {
    Explained explained = open(kind);
    for (int id = 100; id < 106; id++) {
      put(explained, id, 300_000);
      explained.client().call(Products.get(id).build());
    }
    long evicted = cache.stats().get(Products.TABLE).evicted();
    assertThat(evicted).isPositive();
    assertThat(explained.of(Products.get(100)).notes())
        .last()
        .asString()
        .endsWith(", %d evicted".formatted(evicted));
  }

  @ParameterizedTest
  @EnumSource
  void otherRequests_areSaidToBeSentAsTheyAre(Kind kind) {
    Explained explained = open(kind);

    Explanation consistent = explained.of(Products.get(1).consistentRead(true));
    assertThat(consistent.disposition()).isEqualTo(Disposition.PASS_THROUGH);
    assertThat(consistent.notes())
        .first()
        .isEqualTo("the request is sent as it is: such a read is never answered from memory");
    assertThat(explained.of(ScanRequest.builder().tableName("other").build()).notes())
        .containsExactly("the request is sent as it is: it names no cached table");
    assertThat(
            explained
                .of(
                    ExecuteStatementRequest.builder()
                        .statement("DELETE FROM \"Products\" WHERE id = 1")
                        .build())
                .notes())
        .first()
        .asString()
        .contains("all items leave memory before");
    assertThat(
            explained
                .of(
                    PutItemRequest.builder()
                        .tableName(Products.TABLE)
                        .item(Products.product(1, "a"))
                        .build())
                .notes())
        .first()
        .isEqualTo("its items leave memory before it is sent, and the pages that they may be on");
  }

  @ParameterizedTest
  @EnumSource
  void requestsOfSeveralTables_tellOfEach_andOfEventualFills(Kind kind) {
    Explained explained = open(kind);
    Explanation batch =
        explained.of(
            BatchGetItemRequest.builder()
                .requestItems(
                    Map.of(
                        Products.TABLE,
                        KeysAndAttributes.builder().keys(List.of(Products.key(1))).build(),
                        Replies.TABLE,
                        KeysAndAttributes.builder().keys(List.of(Replies.key(1, 1))).build()))
                .build());
    assertThat(batch.tables()).containsExactlyInAnyOrder(Products.TABLE, Replies.TABLE);
    assertThat(batch.notes())
        .contains(
            "at most PT7M older than writes of other processes",
            "at most PT9M older than writes of other processes, and maybe older than this client's own");
    assertThat(explained.of(Replies.query(1).build()).notes())
        .last()
        .isEqualTo("so far 0% of 0 reads from memory, 0.0 read units saved, 0 evicted");
  }
}
