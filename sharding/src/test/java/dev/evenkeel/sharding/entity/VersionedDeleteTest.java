package dev.evenkeel.sharding.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.entity.EntityTable.Clients;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.extensions.VersionedRecordExtension;
import software.amazon.awssdk.enhanced.dynamodb.model.DeleteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactDeleteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Deletes on condition that the version is still the one that was read. The SDK has no such delete
 * of its own, so callers give the condition.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class VersionedDeleteTest {
  private static final TableSchema<Ticket> TICKETS = TableSchema.fromBean(Ticket.class);

  private final Clients clients;

  VersionedDeleteTest(DynamoDbClient sync, DynamoDbAsyncClient async) {
    this.clients = new Clients(sync, async);
  }

  private EntityTable<Ticket> tickets(String name, Kind kind) {
    EntityTable<Ticket> table =
        clients.table(
            kind,
            ShardingSpec.from(name + kind, TICKETS),
            TICKETS,
            VersionedRecordExtension.builder().build());
    table.create();
    return table;
  }

  /** Stores one, and changes it: its version is 2 then. */
  private static Key changed(EntityTable<Ticket> table) {
    Ticket ticket = new Ticket();
    ticket.setTenant(7);
    ticket.setId("t1");
    ticket.setTitle("leak");
    table.put(ticket);
    Ticket read = table.get(table.resource().keyFrom(ticket));
    assertThat(table.update(read).getVersion()).isEqualTo(2);
    return table.resource().keyFrom(ticket);
  }

  private static Expression versionIs(long version) {
    return Expression.builder()
        .expression("#version = :version")
        .putExpressionName("#version", "version")
        .putExpressionValue(":version", AttributeValue.fromN(Long.toString(version)))
        .build();
  }

  private static DeleteItemEnhancedRequest delete(Key key, long version) {
    return DeleteItemEnhancedRequest.builder()
        .key(key)
        .conditionExpression(versionIs(version))
        .build();
  }

  private static <T> TransactWriteItemsEnhancedRequest inTransaction(
      EntityTable<T> table, Key key, long version) {
    return TransactWriteItemsEnhancedRequest.builder()
        .addDeleteItem(
            table.resource(),
            TransactDeleteItemEnhancedRequest.builder()
                .key(key)
                .conditionExpression(versionIs(version))
                .build())
        .build();
  }

  private static void assertStale(ThrowingCallable transaction) {
    assertThatThrownBy(transaction)
        .isInstanceOfSatisfying(
            TransactionCanceledException.class,
            canceled ->
                assertThat(canceled.cancellationReasons())
                    .extracting(CancellationReason::code)
                    .contains("ConditionalCheckFailed"));
  }

  @ParameterizedTest
  @EnumSource
  void delete_ofAVersion_deletesThatVersionAlone(Kind kind) {
    EntityTable<Ticket> table = tickets("deleted", kind);
    Key key = changed(table);
    assertThatThrownBy(() -> table.delete(delete(key, 1)))
        .isInstanceOf(ConditionalCheckFailedException.class);
    assertThat(table.get(key).getVersion()).isEqualTo(2);
    assertThat(table.delete(delete(key, 2)).getTitle()).isEqualTo("leak");
    assertThat(table.scan()).isEmpty();
    assertThatThrownBy(() -> table.delete(delete(key, 2)))
        .isInstanceOf(ConditionalCheckFailedException.class);
  }

  @ParameterizedTest
  @EnumSource
  void transactWrite_deleteOfAVersion_deletesThatVersionAlone(Kind kind) {
    EntityTable<Ticket> table = tickets("transacted", kind);
    Key key = changed(table);
    assertStale(() -> table.transact(inTransaction(table, key, 1)));
    assertThat(table.get(key).getVersion()).isEqualTo(2);
    table.transact(inTransaction(table, key, 2));
    assertThat(table.scan()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void delete_ofAVersionOnADrawnShard_isFoundAndDeletedThereAlone(Kind kind) {
    TableSchema<EntityExtensionTest.Drawn> schema =
        TableSchema.fromBean(EntityExtensionTest.Drawn.class);
    EntityTable<EntityExtensionTest.Drawn> table =
        clients.table(kind, ShardingSpec.from("drawnDeletes" + kind, schema), schema);
    table.create();
    EntityExtensionTest.Drawn event = new EntityExtensionTest.Drawn();
    event.setDay("monday");
    event.setAt("noon");
    table.update(table.update(event));
    Key key = table.resource().keyFrom(event);
    assertThatThrownBy(() -> table.delete(delete(key, 1)))
        .isInstanceOf(ConditionalCheckFailedException.class);
    assertThatThrownBy(() -> table.transact(inTransaction(table, key, 2)))
        .isInstanceOf(RefusedOperationException.class);
    assertThat(table.get(key).getVersion()).isEqualTo(2);
    assertThat(table.delete(delete(key, 2)).getAt()).isEqualTo("noon");
    assertThat(table.scan()).isEmpty();
  }
}
