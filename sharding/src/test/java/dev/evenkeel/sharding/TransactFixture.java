package dev.evenkeel.sharding;

import java.util.List;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Random transactions, compared on both tables of a fixture. */
final class TransactFixture {
  private final ShardedFixture fixture;
  private final TransactScript script;

  TransactFixture(ShardedFixture fixture, Random random) {
    this(fixture, new TransactScript(fixture.spec, random));
  }

  TransactFixture(ShardedFixture fixture, TransactScript script) {
    this.fixture = fixture;
    this.script = script;
  }

  /**
   * A transaction of writes and checks.
   *
   * @return of how many
   */
  int write() {
    TransactWriteItemsRequest write = script.write();
    fixture.both().same(write, TransactScript.changed(write, fixture::without));
    return write.transactItems().size();
  }

  /**
   * A transaction of gets.
   *
   * @return of how many
   */
  int read() {
    TransactGetItemsRequest get = script.get();
    fixture.both().same(get, plain(get));
    return get.transactItems().size();
  }

  /** The same past faults. */
  void readSettled() {
    TransactGetItemsRequest get = script.get();
    fixture.same(
        get,
        plain(get),
        (client, request) ->
            Settled.call(() -> client.call(request)).responses().stream()
                .map(item -> item.hasItem() ? fixture.without(item.item()) : null)
                .map(String::valueOf)
                .toList());
  }

  private TransactGetItemsRequest plain(TransactGetItemsRequest request) {
    List<TransactGetItem> plain =
        request.transactItems().stream()
            .map(
                item ->
                    item.copy(
                        i -> i.get(item.get().copy(g -> g.key(fixture.without(item.get().key()))))))
            .toList();
    return request.toBuilder().transactItems(plain).build();
  }
}
