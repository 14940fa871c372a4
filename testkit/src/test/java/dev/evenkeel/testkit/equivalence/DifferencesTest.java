package dev.evenkeel.testkit.equivalence;

import static dev.evenkeel.testkit.equivalence.TwoTables.QUERY;
import static dev.evenkeel.testkit.equivalence.TwoTables.SCAN;
import static dev.evenkeel.testkit.equivalence.TwoTables.TABLE;
import static dev.evenkeel.testkit.equivalence.TwoTables.batchGet;
import static dev.evenkeel.testkit.equivalence.TwoTables.get;
import static dev.evenkeel.testkit.equivalence.TwoTables.key;
import static dev.evenkeel.testkit.equivalence.TwoTables.open;
import static dev.evenkeel.testkit.equivalence.TwoTables.put;
import static dev.evenkeel.testkit.equivalence.TwoTables.putNew;
import static dev.evenkeel.testkit.equivalence.TwoTables.transaction;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Whatever differs between two clients is noticed. */
@ExtendWith(LocalDynamoDbExtension.class)
class DifferencesTest {
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
}
