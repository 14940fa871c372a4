package dev.evenkeel.testkit.equivalence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Gen;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

@ExtendWith(LocalDynamoDbExtension.class)
class EquivalenceTest {
  private static final String TABLE = "things";
  private static final ScanRequest SCAN = ScanRequest.builder().tableName(TABLE).build();
  private static final QueryRequest QUERY =
      QueryRequest.builder()
          .tableName(TABLE)
          .keyConditionExpression("pk = :p")
          .expressionAttributeValues(Map.of(":p", AttributeValue.fromS("a")))
          .build();

  private static Equivalence open(LocalDynamoDb local, Kind kind, Decoration decoration) {
    Equivalence both =
        Equivalence.of(
            kind.open(local.isolated(), decoration),
            Kind.SYNC.open(local.isolated(), Decoration.none()));
    both.prepare(
        TableFixture.named(TABLE)
            .partitionKey("pk", ScalarAttributeType.S)
            .sortKey("sk", ScalarAttributeType.N)
            .request());
    return both;
  }

  private static Map<String, AttributeValue> key(int sk) {
    return Map.of("pk", AttributeValue.fromS("a"), "sk", AttributeValue.fromN("" + sk));
  }

  private static PutItemRequest put(int sk) {
    Map<String, AttributeValue> item = new HashMap<>(key(sk));
    item.put("value", AttributeValue.fromN("1.50"));
    return PutItemRequest.builder().tableName(TABLE).item(item).build();
  }

  private static PutItemRequest putNew(int sk) {
    return put(sk).toBuilder()
        .conditionExpression("attribute_not_exists(pk)")
        .returnValuesOnConditionCheckFailure("ALL_OLD")
        .build();
  }

  private static GetItemRequest get(int sk) {
    return GetItemRequest.builder().tableName(TABLE).key(key(sk)).build();
  }

  private static BatchGetItemRequest batchGet(int... sks) {
    List<Map<String, AttributeValue>> keys =
        IntStream.of(sks).mapToObj(EquivalenceTest::key).toList();
    return BatchGetItemRequest.builder()
        .requestItems(Map.of(TABLE, KeysAndAttributes.builder().keys(keys).build()))
        .build();
  }

  private static TransactWriteItemsRequest transaction(int... sks) {
    List<TransactWriteItem> puts =
        IntStream.of(sks)
            .mapToObj(
                sk ->
                    TransactWriteItem.builder()
                        .put(
                            put ->
                                put.tableName(TABLE)
                                    .item(key(sk))
                                    .conditionExpression("attribute_not_exists(pk)"))
                        .build())
            .toList();
    return TransactWriteItemsRequest.builder().transactItems(puts).build();
  }

  @ParameterizedTest
  @EnumSource
  void same_nothingDecorated_everythingIs(Kind kind, LocalDynamoDb local) {
    try (Equivalence both = open(local, kind, Decoration.none())) {
      for (int sk = 0; sk < 5; sk++) {
        both.same(put(sk));
      }
      both.same(put(1).toBuilder().returnValues(ReturnValue.ALL_OLD).build());
      Outcome refused = both.same(putNew(1));
      assertThat(refused.type()).isEqualTo(ConditionalCheckFailedException.class);
      assertThat(refused.failed()).isTrue();
      assertThat(refused.members()).containsKeys("ErrorCode", "StatusCode", "Message", "Item");
      assertThat(both.same(transaction(7, 1)).type()).isEqualTo(TransactionCanceledException.class);
      assertThat(both.same(get(99)).member("Item")).isNull();
      both.same(batchGet(1, 2, 99));
      both.same(QUERY.toBuilder().limit(2).build());
      both.same(SCAN);
      assertThat(both.samePages(QUERY.toBuilder().limit(2).build())).isEqualTo(3);
      assertThat(both.samePages(SCAN.toBuilder().limit(3).build())).isEqualTo(2);
      assertThat(both.samePages(QUERY.toBuilder().limit(0).build())).isEqualTo(1);
      assertThat(both.sameItems(QUERY.toBuilder().limit(2).build())).hasSize(5);
      assertThat(both.sameItems(SCAN.toBuilder().limit(2).build())).hasSize(5);
    }
  }

  @ParameterizedTest
  @EnumSource
  void same_answersDiffer_isNoticedWithTheRequestAndBothAnswers(Kind kind, LocalDynamoDb local) {
    FaultyDecoration more =
        FaultyDecoration.answering(
            response ->
                response instanceof GetItemResponse got && got.hasItem()
                    ? got.toBuilder().item(key(8)).build()
                    : response);
    try (Equivalence both = open(local, kind, more)) {
      both.same(put(1));

      assertThatThrownBy(() -> both.same(get(1)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("GetItemRequest(TableName=things")
          .hasMessageContaining("was answered by the decorated client")
          .hasMessageContaining("and by the plain one")
          .hasMessageContaining("N=1.5");
      both.same(get(2));
    }
  }

  @ParameterizedTest
  @EnumSource
  void same_absentIsEmpty_isNoticed(Kind kind, LocalDynamoDb local) {
    FaultyDecoration empty =
        FaultyDecoration.answering(
            response ->
                response instanceof GetItemResponse got && !got.hasItem()
                    ? got.toBuilder().item(Map.of()).build()
                    : response);
    try (Equivalence both = open(local, kind, empty)) {
      assertThatThrownBy(() -> both.same(get(1))).isInstanceOf(AssertionError.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void same_otherFailureOrReason_isNoticed(Kind kind, LocalDynamoDb local) {
    FaultyDecoration unconditional =
        FaultyDecoration.asking(
            request ->
                request instanceof PutItemRequest put
                    ? put.toBuilder()
                        .conditionExpression(null)
                        .returnValuesOnConditionCheckFailure((String) null)
                        .build()
                    : request instanceof TransactWriteItemsRequest write
                            && write.transactItems().size() == 2
                        ? transaction(1, 7)
                        : request);
    try (Equivalence both = open(local, kind, unconditional)) {
      both.same(put(1));

      assertThatThrownBy(() -> both.same(putNew(1)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("ConditionalCheckFailed");
      assertThatThrownBy(() -> both.same(transaction(7, 1)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("CancellationReasons");
    }
  }

  @ParameterizedTest
  @EnumSource
  void same_orderOrPagesDiffer_isNoticedWhereItCounts(Kind kind, LocalDynamoDb local) {
    FaultyDecoration reversed =
        FaultyDecoration.answering(
            response -> {
              if (response instanceof QueryResponse page) {
                return page.toBuilder().items(reversed(page.items())).build();
              }
              if (response instanceof ScanResponse page) {
                return page.toBuilder().items(reversed(page.items())).build();
              }
              return response instanceof BatchGetItemResponse batch
                  ? batch.toBuilder()
                      .responses(Map.of(TABLE, reversed(batch.responses().get(TABLE))))
                      .build()
                  : response;
            });
    FaultyDecoration shorter =
        FaultyDecoration.asking(
            request ->
                request instanceof QueryRequest query
                    ? query.toBuilder().limit(1).build()
                    : request instanceof ScanRequest scan
                        ? scan.toBuilder().limit(1).build()
                        : request);
    try (Equivalence both = open(local, kind, reversed);
        Equivalence paged = open(local, kind, shorter)) {
      for (int sk = 0; sk < 3; sk++) {
        both.same(put(sk));
        paged.same(put(sk));
      }
      both.same(SCAN);
      both.same(batchGet(0, 1, 2));
      both.sameItems(SCAN);
      assertThatThrownBy(() -> both.same(QUERY)).isInstanceOf(AssertionError.class);
      assertThatThrownBy(() -> both.sameItems(QUERY)).isInstanceOf(AssertionError.class);
      assertThatThrownBy(() -> both.samePages(QUERY)).isInstanceOf(AssertionError.class);

      paged.sameItems(SCAN);
      paged.sameItems(QUERY);
      assertThatThrownBy(() -> paged.same(QUERY)).isInstanceOf(AssertionError.class);
      assertThatThrownBy(() -> paged.same(SCAN)).isInstanceOf(AssertionError.class);
    }
  }

  private static <T> List<T> reversed(List<T> list) {
    return IntStream.range(0, list.size()).mapToObj(i -> list.get(list.size() - 1 - i)).toList();
  }

  @ParameterizedTest
  @EnumSource
  void same_itemIsLostOrDoubled_isNoticed(Kind kind, LocalDynamoDb local) {
    FaultyDecoration lossy =
        FaultyDecoration.answering(
            response ->
                response instanceof ScanResponse page
                    ? page.toBuilder()
                        .items(List.of(page.items().get(0), page.items().get(0)))
                        .build()
                    : response);
    try (Equivalence both = open(local, kind, lossy)) {
      both.same(put(1));
      both.same(put(2));

      assertThatThrownBy(() -> both.sameItems(SCAN)).isInstanceOf(AssertionError.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void hiding_anAttribute_countsInNoItem(Kind kind, LocalDynamoDb local) {
    FaultyDecoration marking =
        FaultyDecoration.asking(
            request -> {
              if (request instanceof PutItemRequest put) {
                Map<String, AttributeValue> item = new HashMap<>(put.item());
                item.put("mark", AttributeValue.fromS("x"));
                return put.toBuilder().item(item).build();
              }
              return request;
            });
    try (Equivalence both = open(local, kind, marking)) {
      both.same(put(1));

      assertThatThrownBy(() -> both.same(get(1))).isInstanceOf(AssertionError.class);
      Equivalence hiding = both.hiding("mark");
      hiding.same(get(1));
      hiding.same(SCAN);
      hiding.same(QUERY);
      hiding.same(batchGet(1));
      hiding.same(putNew(1));
      assertThat(hiding.sameItems(QUERY)).allMatch(item -> !item.containsKey("mark"));
      assertThat(hiding.sameItems(SCAN)).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void same_decoratorRefuses_isThrown(Kind kind, LocalDynamoDb local) {
    FaultyDecoration refusing =
        FaultyDecoration.asking(
            request -> {
              if (request instanceof GetItemRequest) {
                throw SdkClientException.create("refused");
              }
              return request;
            });
    try (Equivalence both = open(local, kind, refusing)) {
      assertThatThrownBy(() -> both.same(get(1)))
          .isInstanceOf(SdkClientException.class)
          .hasMessage("refused");
      assertThatThrownBy(() -> both.plain().call(get(1).toBuilder().tableName("none").build()))
          .isInstanceOf(DynamoDbException.class);
    }
  }

  /** Every value that DynamoDB keeps has one form. */
  @ParameterizedTest
  @EnumSource
  void same_valuesOfAllTypes_haveOneForm(Kind kind, LocalDynamoDb local) {
    try (Equivalence both = open(local, kind, Decoration.none())) {
      Gen gen = Gen.seeded(1, 20);
      for (int sk = 0; sk < 20; sk++) {
        both.same(PutItemRequest.builder().tableName(TABLE).item(gen.item(key(sk))).build());
        both.same(get(sk));
      }
    }
  }
}
