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
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Gen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What is the same, and what does not count. */
@ExtendWith(LocalDynamoDbExtension.class)
class EquivalenceTest {
  @Tag("deep")
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
  @Tag("deep")
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

  /** Decorators and mocks build exceptions without the details of an answer. */
  @ParameterizedTest
  @EnumSource
  void same_failureWithoutDetails_isAnOutcome(Kind kind, LocalDynamoDb local) {
    FaultyDecoration failing =
        FaultyDecoration.asking(
            request -> {
              if (request instanceof GetItemRequest) {
                throw ConditionalCheckFailedException.builder().statusCode(400).build();
              }
              return request;
            });
    try (Equivalence both = open(local, kind, failing)) {
      assertThatThrownBy(() -> both.same(get(1)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("ConditionalCheckFailedException{StatusCode=400}");
    }
  }

  @Test
  void close_ofOneFails_closesTheOther() {
    List<String> closed = new ArrayList<>();
    Equivalence both =
        Equivalence.of(
            ClientUnderTest.of(unclosable("decorated", closed)),
            ClientUnderTest.of(unclosable("plain", closed)));

    assertThatThrownBy(both::close)
        .hasMessage("decorated")
        .satisfies(failure -> assertThat(failure.getSuppressed()[0]).hasMessage("plain"));
    assertThat(closed).containsExactly("decorated", "plain");
  }

  @Test
  void close_ofTheDecoratedFails_closesThePlain(LocalDynamoDb local) {
    AtomicReference<DynamoDbClient> opened = new AtomicReference<>();
    Decoration unclosable =
        new Decoration() {
          @Override
          public DynamoDbClient around(DynamoDbClient plain) {
            opened.set(plain);
            return unclosable("decorated", new ArrayList<>());
          }

          @Override
          public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
            return plain;
          }
        };
    ClientUnderTest client = Kind.SYNC.open(local.isolated(), unclosable);

    assertThatThrownBy(client::close).hasMessage("decorated");
    assertThatThrownBy(() -> opened.get().listTables()).hasMessageContaining("shut down");
  }

  private static DynamoDbClient unclosable(String name, List<String> closed) {
    return new DynamoDbClient() {
      @Override
      public String serviceName() {
        return SERVICE_NAME;
      }

      @Override
      public void close() {
        closed.add(name);
        throw new IllegalStateException(name);
      }
    };
  }
}
