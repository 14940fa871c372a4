package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Random operations that may be repeated, and are until they meet no fault: so both fixture must
 * end up with the same items.
 */
final class FaultyScript {
  private static final List<String> UPDATES =
      List.of(
          "SET x = :one",
          "SET y = :s REMOVE tags",
          "ADD tags :set",
          "SET y = if_not_exists(z, :s)");

  private final ShardedFixture fixture;
  private final Random random;
  private final WriteScript script;
  private final BatchScript batches;
  private final ReadScript reads;
  private final TransactFixture transactions;

  FaultyScript(ShardedFixture fixture, Random random) {
    this.fixture = fixture;
    this.random = random;
    this.script = new WriteScript(fixture.spec, random);
    this.batches = new BatchScript(fixture, random);
    this.reads = new ReadScript(fixture, random);
    this.transactions = new TransactFixture(fixture, random);
  }

  void run(int operations) {
    for (int i = 0; i < operations; i++) {
      step();
    }
    checkStored();
  }

  private void step() {
    switch (random.nextInt(10)) {
      case 0, 1 -> put();
      case 2 -> update();
      case 3 -> delete();
      case 4, 5 -> batches.write();
      case 6 -> batches.read();
      case 7 -> reads.query();
      case 8 -> transactions.readSettled();
      default -> transaction();
    }
  }

  private void put() {
    PutItemRequest put = script.put();
    PutItemRequest plain = put.toBuilder().item(fixture.without(put.item())).build();
    fixture.same(put, plain, (client, request) -> done(() -> client.call(request)));
  }

  private void update() {
    String expression = UPDATES.get(random.nextInt(UPDATES.size()));
    UpdateItemRequest update =
        UpdateItemRequest.builder()
            .tableName(fixture.spec.tableName())
            .key(script.key())
            .updateExpression(expression)
            .expressionAttributeValues(WriteScript.values(expression))
            .build();
    UpdateItemRequest plain = update.toBuilder().key(fixture.without(update.key())).build();
    fixture.same(update, plain, (client, request) -> done(() -> client.call(request)));
  }

  private void delete() {
    DeleteItemRequest delete =
        DeleteItemRequest.builder().tableName(fixture.spec.tableName()).key(script.key()).build();
    DeleteItemRequest plain = delete.toBuilder().key(fixture.without(delete.key())).build();
    fixture.same(delete, plain, (client, request) -> done(() -> client.call(request)));
  }

  private void transaction() {
    Set<Map<String, AttributeValue>> keys = new HashSet<>();
    List<TransactWriteItem> puts = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      PutItemRequest put = script.put();
      if (keys.add(Map.of("pk", put.item().get("pk"), "sk", put.item().get("sk")))) {
        puts.add(Transactions.put(put.tableName(), put.item()));
      }
    }
    TransactWriteItemsRequest write =
        TransactWriteItemsRequest.builder().transactItems(puts).build();
    fixture.same(
        write,
        TransactScript.changed(write, fixture::without),
        (client, request) -> done(() -> client.call(request)));
  }

  private static boolean done(Supplier<?> call) {
    Settled.call(call);
    return true;
  }

  /**
   * Compares the stored items with the expected ones, without faults, by keys translated outside
   * any client.
   */
  private void checkStored() {
    ShardedKeys keys = ShardedKeys.of(fixture.spec);
    List<Map<String, AttributeValue>> stored =
        fixture.physical.scan(scan -> scan.tableName(fixture.spec.tableName())).items().stream()
            .map(item -> fixture.without(keys.toLogical(item)))
            .toList();
    assertThat(stored).containsExactlyInAnyOrderElementsOf(fixture.expectedContent());
  }
}
