package dev.evenkeel.sharding;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * One table with keys {@code pk} and {@code sk} in a namespace of its own, seen through a sharding
 * client and as it is. Keeps the requests that the sharding client sends, and lets a test interfere
 * before they leave.
 */
final class WriteFixture implements AutoCloseable {
  static final String TABLE = "writes";

  final DynamoDbClient physical;
  final ClientUnderTest client;
  final List<SdkRequest> sent = new CopyOnWriteArrayList<>();
  private volatile Consumer<SdkRequest> interference = request -> {};

  private WriteFixture(LocalDynamoDb namespace, Kind kind, ShardingSpec spec) {
    this.physical = namespace.client();
    PhysicalTables.create(physical, spec);
    this.client = ShardedClients.open(kind, namespace, this::observe, spec);
  }

  static WriteFixture create(LocalDynamoDb local, Kind kind, ShardingSpec.Builder spec) {
    return new WriteFixture(local.isolated(), kind, spec.build());
  }

  static ShardingSpec.Builder table() {
    return ShardingSpec.builder(TABLE).partitionKey("pk").sortKey("sk").shards(4);
  }

  private void observe(SdkRequest request) {
    sent.add(request);
    interference.accept(request);
  }

  /** Runs before each request of a kind leaves the sharding client. */
  <T extends SdkRequest> void before(Class<T> kind, Runnable interference) {
    this.interference =
        request -> {
          if (kind.isInstance(request)) {
            interference.run();
          }
        };
  }

  /** An item or a key of strings. */
  static Map<String, AttributeValue> item(String... namesAndValues) {
    Map<String, AttributeValue> item = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      item.put(namesAndValues[i], fromS(namesAndValues[i + 1]));
    }
    return item;
  }

  static PutItemRequest put(String... item) {
    return PutItemRequest.builder().tableName(TABLE).item(item(item)).build();
  }

  static UpdateItemRequest.Builder update(String... key) {
    return UpdateItemRequest.builder().tableName(TABLE).key(item(key));
  }

  static DeleteItemRequest.Builder delete(String... key) {
    return DeleteItemRequest.builder().tableName(TABLE).key(item(key));
  }

  /** Puts an item past the sharding client. */
  void store(String... item) {
    physical.putItem(put(item));
  }

  /** Deletes an item past the sharding client. */
  void remove(String... key) {
    physical.deleteItem(delete(key).build());
  }

  /** All items as they are stored. */
  List<Map<String, AttributeValue>> stored() {
    return physical.scan(s -> s.tableName(TABLE).consistentRead(true)).items();
  }

  /** The only item as it is stored. */
  Map<String, AttributeValue> only() {
    List<Map<String, AttributeValue>> items = stored();
    if (items.size() != 1) {
      throw new AssertionError("expected one item but found " + items);
    }
    return items.get(0);
  }

  @Override
  public void close() {
    client.close();
    physical.close();
  }
}
