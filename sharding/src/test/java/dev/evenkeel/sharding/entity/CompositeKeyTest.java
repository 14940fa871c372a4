package dev.evenkeel.sharding.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.entity.EntityTable.Clients;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.composite.CompositeKeyExtension;
import dev.evenkeel.sharding.spec.composite.CompositeKeys;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.IgnoreNullsMode;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.UpdateItemEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Composite partition, sort and index keys of an annotated class, on a sharded table. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class CompositeKeyTest {
  private static final TableSchema<Order> SCHEMA = TableSchema.fromBean(Order.class);
  private static final ShardingSpec SPEC = ShardingSpec.from("orders", SCHEMA);
  private static final CompositeKeys<Order> KEYS = CompositeKeys.of(SCHEMA);

  private final Clients clients;

  CompositeKeyTest(DynamoDbClient sync, DynamoDbAsyncClient async) {
    this.clients = new Clients(sync, async);
  }

  @BeforeAll
  void create() {
    table(Kind.SYNC).create();
  }

  private EntityTable<Order> table(Kind kind) {
    return clients.table(kind, SPEC, SCHEMA, CompositeKeyExtension.create());
  }

  /** An order of a customer of this test and kind. */
  private static Order order(String customer, String date, String id) {
    return Order.of(customer, 12, "DE", date, id);
  }

  private static Order with(Order order, Consumer<Order> change) {
    change.accept(order);
    return order;
  }

  private static Key key(Order order) {
    return KEYS.key(order);
  }

  @ParameterizedTest
  @EnumSource
  void write_everyWay_fillsTheKeys(Kind kind) {
    EntityTable<Order> table = table(kind);
    String customer = "write" + kind;
    Order put = order(customer, "2026-11-20", "1");
    table.put(put);
    assertThat(put.getKey()).isNull();
    Order read = table.get(key(put));
    assertThat(read.getKey()).isEqualTo(customer + "#12#DE");
    assertThat(read.getPlace()).isEqualTo("2026-11-20/1");
    table.putAll(List.of(order(customer, "2026-11-20", "2")));
    table.transact(
        TransactWriteItemsEnhancedRequest.builder()
            .addPutItem(table.resource(), order(customer, "2026-11-21", "3"))
            .addUpdateItem(table.resource(), order(customer, "2026-11-22", "4"))
            .build());
    assertThat(table.update(order(customer, "2026-11-22", "5")).getPlace())
        .isEqualTo("2026-11-22/5");

    assertThat(ids(query(table, customer, null))).containsExactly("1", "2", "3", "4", "5");
    assertThat(ids(query(table, customer, "2026-11-20"))).containsExactly("1", "2");
    assertThat(clients.stored("orders", "key"))
        .filteredOn(key -> key.startsWith(customer))
        .hasSize(5)
        .allMatch(key -> key.matches(customer + "#12#DE\\.[0-3]"));
    assertThat(table.delete(key(put)).getOrderId()).isEqualTo("1");
    assertThat(ids(query(table, customer, null))).containsExactly("2", "3", "4", "5");
  }

  private static List<Order> query(
      EntityTable<Order> table, String customer, @Nullable String date) {
    Key.Builder key = Key.builder().partitionValue(KEYS.value("key", customer, 12, "DE"));
    QueryConditional condition =
        date == null
            ? QueryConditional.keyEqualTo(key.build())
            : QueryConditional.sortBeginsWith(key.sortValue(KEYS.prefix("place", date)).build());
    return table.query(QueryEnhancedRequest.builder().queryConditional(condition).limit(2).build());
  }

  private static List<String> ids(List<Order> orders) {
    return orders.stream().map(Order::getOrderId).toList();
  }

  @ParameterizedTest
  @EnumSource
  void write_ofWhatWasRead_isTheSameItem(Kind kind) {
    EntityTable<Order> table = table(kind);
    Order order = order("read" + kind, "2026-11-20", "1");
    table.put(order);
    Order read = table.get(key(order));
    read.setStatus("open");
    table.put(read);
    assertThat(table.get(key(order)).getStatus()).isEqualTo("open");
    read.setCountry("FR");
    assertThatThrownBy(() -> table.put(read))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("PutItem on 'orders'")
        .hasMessageContaining("'key' holds another value");
    read.setKey(null);
    table.put(read);
    assertThat(table.get(key(read)).getKey()).isEqualTo("read" + kind + "#12#FR");
  }

  @ParameterizedTest
  @EnumSource
  void write_ofPartsThatMakeNoKey_isRefused(Kind kind) {
    EntityTable<Order> table = table(kind);
    Order lacking = with(order("c", "2026-11-20", "1"), order -> order.setCountry(null));
    assertThatThrownBy(() -> table.put(lacking))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("the parts [country] of composite key 'key' have no value");
    assertThatThrownBy(() -> table.update(lacking))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("UpdateItem on 'orders'");
    Order ambiguous = order("c#12", "2026-11-20", "1");
    assertThatThrownBy(() -> table.put(ambiguous))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("part 'customerId' of composite key 'key' contains the separator")
        .hasMessageNotContaining("c#12");
  }

  @ParameterizedTest
  @EnumSource
  void indexKey_followsItsParts(Kind kind) {
    EntityTable<Order> table = table(kind);
    Order order = order("index" + kind, "2026-11-20", "1");
    table.put(order);
    assertThat(table.get(key(order)).getOpen()).as("not in the sparse index").isNull();
    order.setStatus("new");
    assertThat(table.update(order).getOpen()).isEqualTo("DE#new");
    Order partial = order("index" + kind, "2026-11-20", "1");
    assertThat(update(table, partial).getOpen()).as("untouched").isEqualTo("DE#new");
    partial.setStatus("paid");
    assertThat(update(table, partial).getOpen()).isEqualTo("DE#paid");
    order.setStatus(null);
    assertThat(table.update(order).getOpen()).as("its part was removed").isNull();
    Order stale = with(table.get(key(order)), read -> read.setOpen("DE#old"));
    table.put(stale);
    assertThat(table.get(key(order)).getOpen()).isNull();
  }

  private static Order update(EntityTable<Order> table, Order order) {
    return table.update(
        UpdateItemEnhancedRequest.builder(Order.class)
            .item(order)
            .ignoreNullsMode(IgnoreNullsMode.SCALAR_ONLY)
            .build());
  }
}
