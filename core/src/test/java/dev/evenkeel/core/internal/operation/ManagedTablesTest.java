package dev.evenkeel.core.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

class ManagedTablesTest {
  private static final TableScope UNKNOWN = new TableScope(null, null);
  private static final TableScope IRELAND = new TableScope("eu-west-1", null);
  private static final String ORDERS = "arn:aws:dynamodb:eu-west-1:123456789012:table/orders";
  private static final String ELSEWHERE = "arn:aws:dynamodb:us-east-1:123456789012:table/orders";
  private static final String ANOTHERS = "arn:aws:dynamodb:eu-west-1:999999999999:table/orders";

  @Test
  void find_byName_isExact() {
    ManagedTables<String> tables = tables(IRELAND, "orders", "events");
    assertThat(tables.find("orders")).isEqualTo("orders");
    assertThat(tables.find("Orders")).isNull();
    assertThat(tables.find("order")).isNull();
    assertThat(tables.find(null)).isNull();
    assertThat(tables.find("")).isNull();
  }

  @Test
  void only_oneKindOfSpec_findsTheOthersNoMore() {
    ManagedTables<Object> all =
        ManagedTables.of(
            List.of(ORDERS, 7), spec -> spec.equals(7) ? "seven" : (String) spec, UNKNOWN);
    ManagedTables<String> texts = all.only(String.class);
    ManagedTables<Integer> numbers = all.only(Integer.class);
    assertThat(texts.find("orders")).isEqualTo(ORDERS);
    assertThat(texts.find("seven")).isNull();
    assertThat(numbers.find("seven")).isEqualTo(7);
    String elsewhere = ANOTHERS.replace("orders", "seven");
    assertThat(numbers.find(elsewhere)).as("the account learnt from the others").isNull();
  }

  @Test
  void find_byArnInScope_isTheSameTable() {
    ManagedTables<String> tables = tables(IRELAND, "orders");
    assertThat(tables.find(ORDERS)).isEqualTo("orders");
    assertThat(tables.find(ORDERS + "/index/by-date")).isEqualTo("orders");
    assertThat(tables.find(ORDERS + "2")).isNull();
    assertThat(tables.find("arn:nonsense")).isNull();
  }

  @Test
  void find_byArnOfAnotherRegion_isAnotherTable() {
    assertThat(tables(IRELAND, "orders").find(ELSEWHERE)).isNull();
    assertThat(tables(UNKNOWN, "orders").find(ELSEWHERE)).isEqualTo("orders");
  }

  @Test
  void find_byArnOfAnotherAccount_isAnotherTableOnceTheAccountIsKnown() {
    assertThat(tables(IRELAND, "orders").find(ANOTHERS)).isEqualTo("orders");
    assertThat(tables(IRELAND.withAccount("123456789012"), "orders").find(ANOTHERS)).isNull();
    assertThat(tables(IRELAND, ORDERS).find(ANOTHERS)).isNull();
    assertThat(tables(IRELAND, ORDERS).find("orders")).isEqualTo(ORDERS);
  }

  @Test
  void find_byArnOfDynamoDbLocal_isTheSameTableWhateverTheScope() {
    String local = "arn:aws:dynamodb:ddblocal:000000000000:table/orders";
    assertThat(tables(IRELAND.withAccount("123456789012"), "orders").find(local)).isNotNull();
    assertThat(tables(UNKNOWN, local).find(ORDERS)).isEqualTo(local);
  }

  @Test
  void of_twoSpecsForOneTable_isRefused() {
    assertThatThrownBy(() -> tables(IRELAND, "orders", ORDERS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Table 'orders' has two specs. Give one per table.");
  }

  @Test
  void of_specOutsideTheScope_isRefused() {
    assertThatThrownBy(() -> tables(IRELAND, ELSEWHERE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Table 'orders' is in region us-east-1, account 123456789012");
    assertThatThrownBy(() -> tables(IRELAND, ORDERS, ANOTHERS.replace("orders", "events")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("account 999999999999");
  }

  @Test
  void scope_ofAClientWithoutConfiguration_isUnknown() {
    assertThat(TableScope.of(new NamedOnly())).isEqualTo(UNKNOWN);
    assertThat(TableScope.of(new NamedOnlyAsync())).isEqualTo(UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT * FROM orders | true",
        "SELECT * FROM \"orders\" WHERE a = 1 | true",
        "SELECT * FROM \"orders\".\"by-date\" | true",
        "SELECT * FROM orders.bydate | true",
        "insert into ORDERS value {'a': 1} | true",
        "SELECT * FROM \"arn:aws:dynamodb:eu-west-1:1:table/orders\" | true",
        "SELECT * FROM orders--all of them | true",
        "SELECT * FROM \"orders-archive\" | false",
        "SELECT * FROM \"my-orders\" | false",
        "SELECT * FROM \"prod.orders\" | false",
        "SELECT * FROM orders2 | false",
        "SELECT * FROM reorders | false",
        "SELECT * FROM old_orders, orders | true",
        "SELECT * FROM events | false"
      })
  void namedBy_statement_seesTheWholeName(String statement, boolean named) {
    ManagedTables<String> tables = tables(IRELAND, "orders");
    var single = ExecuteStatementRequest.builder().statement(statement).build();
    var batch =
        BatchExecuteStatementRequest.builder()
            .statements(
                BatchStatementRequest.builder().statement("SELECT * FROM other").build(),
                BatchStatementRequest.builder().statement(statement).build())
            .build();
    assertThat(tables.namedBy(single)).isEqualTo(named);
    assertThat(tables.namedBy(batch)).isEqualTo(named);
  }

  @Test
  void findAndNamedBy_plainName_allocateNothing() {
    ManagedTables<String> tables = tables(IRELAND, "orders", "events", "notes");
    GetItemRequest managed = GetItemRequest.builder().tableName("orders").build();
    GetItemRequest other = GetItemRequest.builder().tableName("others").build();
    Runnable lookUps =
        () -> {
          for (int i = 0; i < 10_000; i++) {
            if (tables.find("orders") == null || tables.find("others") != null) {
              throw new AssertionError();
            }
            if (!tables.namedBy(managed) || tables.namedBy(other)) {
              throw new AssertionError();
            }
          }
        };
    lookUps.run();
    long before = allocatedBytes();
    lookUps.run();
    assertThat(allocatedBytes() - before).isLessThan(10_000);
  }

  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  private static ManagedTables<String> tables(TableScope scope, String... namesOrArns) {
    return ManagedTables.of(List.of(namesOrArns), Function.identity(), scope);
  }

  private static class NamedOnly implements DynamoDbClient {
    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }

  private static class NamedOnlyAsync implements DynamoDbAsyncClient {
    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }
}
