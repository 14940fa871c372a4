package dev.evenkeel.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.testkit.ClientKind;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.Tables;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

@ExtendWith(LocalDynamoDbExtension.class)
class ConflictFaultTest {
  private static final String ORDERS = "orders";
  private static final CancellationReason NONE = CancellationReason.builder().code("None").build();
  private static final CancellationReason CONFLICT =
      CancellationReason.builder()
          .code("TransactionConflict")
          .message("Transaction is ongoing for the item")
          .build();

  private final LocalDynamoDb local;

  ConflictFaultTest(LocalDynamoDb local) {
    this.local = local;
  }

  @BeforeAll
  static void createTable(DynamoDbClient client) {
    Tables.create(client, ORDERS);
  }

  private static FaultInjector onHotKey() {
    return FaultPlan.seeded(1)
        .rule(
            FaultRule.inject(Fault.transactionConflict())
                .whereKey("pk", pk -> pk.s().equals("hot")))
        .build()
        .injector();
  }

  private static TransactWriteItem put(String pk) {
    return TransactWriteItem.builder()
        .put(p -> p.tableName(ORDERS).item(Tables.key(pk, "s")))
        .build();
  }

  private static TransactGetItem get(String pk) {
    return TransactGetItem.builder().get(g -> g.tableName(ORDERS).key(Tables.key(pk, "s"))).build();
  }

  @ParameterizedTest
  @EnumSource
  void transactionConflict_singleWrite_isTransactionConflictException(ClientKind tested) {
    try (DynamoDbClient client = tested.client(local, onHotKey())) {
      client.deleteItem(r -> r.tableName(ORDERS).key(Tables.key("cold", "s")));
      assertThatThrownBy(
              () -> client.deleteItem(r -> r.tableName(ORDERS).key(Tables.key("hot", "s"))))
          .isInstanceOf(TransactionConflictException.class)
          .hasMessageStartingWith("Transaction is ongoing for the item");
    }
  }

  @ParameterizedTest
  @EnumSource
  void transactionConflict_transactWrite_namesTheHotActionAndAppliesNothing(ClientKind tested) {
    List<TransactWriteItem> writes =
        Stream.of("a", "hot", "b").map(ConflictFaultTest::put).toList();
    try (DynamoDbClient client = tested.client(local, onHotKey())) {
      TransactionCanceledException thrown =
          catchThrowableOfType(
              TransactionCanceledException.class,
              () -> client.transactWriteItems(r -> r.transactItems(writes)));

      assertThat(thrown.cancellationReasons()).containsExactly(NONE, CONFLICT, NONE);
      assertThat(thrown.getMessage()).contains("[None, TransactionConflict, None]");
      assertThat(client.scan(r -> r.tableName(ORDERS)).items()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void transactionThrottled_onlyTransactions_areCanceledByTheThrottle(ClientKind tested) {
    FaultPlan plan =
        FaultPlan.seeded(1).rule(FaultRule.inject(Fault.transactionThrottled())).build();
    try (DynamoDbClient client = tested.client(local, plan.injector())) {
      client.deleteItem(r -> r.tableName(ORDERS).key(Tables.key("hot", "s")));
      TransactionCanceledException thrown =
          catchThrowableOfType(
              TransactionCanceledException.class,
              () -> client.transactWriteItems(r -> r.transactItems(put("hot"))));

      assertThat(thrown.cancellationReasons())
          .singleElement()
          .extracting(CancellationReason::code)
          .isEqualTo("ThrottlingError");
      assertThat(client.scan(r -> r.tableName(ORDERS)).items()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void transactionConflict_transactGet_isCanceledToo(ClientKind tested) {
    List<TransactGetItem> gets = Stream.of("hot", "a").map(ConflictFaultTest::get).toList();
    try (DynamoDbClient client = tested.client(local, onHotKey())) {
      TransactionCanceledException thrown =
          catchThrowableOfType(
              TransactionCanceledException.class,
              () -> client.transactGetItems(r -> r.transactItems(gets)));

      assertThat(thrown.cancellationReasons()).containsExactly(CONFLICT, NONE);
    }
  }
}
