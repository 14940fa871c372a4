package dev.evenkeel.sharding.entity;

import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClientExtension;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.MappedTableResource;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchGetItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.DeleteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.ReadBatch;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.UpdateItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A table of the stock Enhanced Client over the sync or the async sharding client. */
abstract class EntityTable<T> {
  private final MappedTableResource<T> table;

  private EntityTable(MappedTableResource<T> table) {
    this.table = table;
  }

  /** The clients of a test class, undecorated. */
  record Clients(DynamoDbClient sync, DynamoDbAsyncClient async) {

    /** A table with the SDK's default extensions, or the ones given. */
    <T> EntityTable<T> table(
        Kind kind,
        ShardingSpec spec,
        TableSchema<T> schema,
        DynamoDbEnhancedClientExtension... extensions) {
      return kind == Kind.SYNC
          ? new Sync<>(
              extended(
                  DynamoDbEnhancedClient.builder()
                      .dynamoDbClient(ShardingDynamoDbClient.builder(sync).table(spec).build()),
                  extensions),
              spec.tableName(),
              schema)
          : new Async<>(
              extended(
                  DynamoDbEnhancedAsyncClient.builder()
                      .dynamoDbClient(
                          ShardingDynamoDbAsyncClient.builder(async).table(spec).build()),
                  extensions),
              spec.tableName(),
              schema);
    }

    private static DynamoDbEnhancedClient extended(
        DynamoDbEnhancedClient.Builder builder, DynamoDbEnhancedClientExtension... extensions) {
      return (extensions.length == 0 ? builder : builder.extensions(extensions)).build();
    }

    private static DynamoDbEnhancedAsyncClient extended(
        DynamoDbEnhancedAsyncClient.Builder builder,
        DynamoDbEnhancedClientExtension... extensions) {
      return (extensions.length == 0 ? builder : builder.extensions(extensions)).build();
    }

    /** The values of an attribute as DynamoDB holds them. */
    List<String> stored(String tableName, String attribute) {
      return sync.scanPaginator(scan -> scan.tableName(tableName)).items().stream()
          .filter(item -> item.containsKey(attribute))
          .map(item -> item.get(attribute))
          .map(value -> value.b() == null ? value.s() : value.b().asUtf8String())
          .sorted()
          .collect(Collectors.toList());
    }
  }

  abstract void create();

  abstract void put(T item);

  abstract T get(Key key);

  abstract T update(UpdateItemEnhancedRequest<T> request);

  abstract T delete(DeleteItemEnhancedRequest request);

  abstract List<T> query(QueryEnhancedRequest request);

  abstract List<T> scan();

  abstract List<T> batchGet(BatchGetItemEnhancedRequest request);

  abstract void batchWrite(BatchWriteItemEnhancedRequest request);

  abstract void transact(TransactWriteItemsEnhancedRequest request);

  MappedTableResource<T> resource() {
    return table;
  }

  T delete(Key key) {
    return delete(DeleteItemEnhancedRequest.builder().key(key).build());
  }

  T update(T item) {
    return update(UpdateItemEnhancedRequest.builder(type()).item(item).build());
  }

  void putAll(List<T> items) {
    WriteBatch.Builder<T> batch = WriteBatch.builder(type()).mappedTableResource(table);
    items.forEach(batch::addPutItem);
    batchWrite(BatchWriteItemEnhancedRequest.builder().writeBatches(batch.build()).build());
  }

  List<T> getAll(List<Key> keys) {
    ReadBatch.Builder<T> batch = ReadBatch.builder(type()).mappedTableResource(table);
    keys.forEach(batch::addGetItem);
    return batchGet(BatchGetItemEnhancedRequest.builder().readBatches(batch.build()).build());
  }

  private Class<T> type() {
    return table.tableSchema().itemType().rawClass();
  }

  private static final class Sync<T> extends EntityTable<T> {
    private final DynamoDbEnhancedClient client;
    private final DynamoDbTable<T> table;

    Sync(DynamoDbEnhancedClient client, String name, TableSchema<T> schema) {
      super(client.table(name, schema));
      this.client = client;
      this.table = (DynamoDbTable<T>) resource();
    }

    @Override
    void create() {
      table.createTable();
    }

    @Override
    void put(T item) {
      table.putItem(item);
    }

    @Override
    T get(Key key) {
      return table.getItem(key);
    }

    @Override
    T update(UpdateItemEnhancedRequest<T> request) {
      return table.updateItem(request);
    }

    @Override
    T delete(DeleteItemEnhancedRequest request) {
      return table.deleteItem(request);
    }

    @Override
    List<T> query(QueryEnhancedRequest request) {
      return table.query(request).items().stream().toList();
    }

    @Override
    List<T> scan() {
      return table.scan().items().stream().toList();
    }

    @Override
    List<T> batchGet(BatchGetItemEnhancedRequest request) {
      return client.batchGetItem(request).resultsForTable(table).stream().toList();
    }

    @Override
    void batchWrite(BatchWriteItemEnhancedRequest request) {
      client.batchWriteItem(request);
    }

    @Override
    void transact(TransactWriteItemsEnhancedRequest request) {
      client.transactWriteItems(request);
    }
  }

  private static final class Async<T> extends EntityTable<T> {
    private final DynamoDbEnhancedAsyncClient client;
    private final DynamoDbAsyncTable<T> table;

    Async(DynamoDbEnhancedAsyncClient client, String name, TableSchema<T> schema) {
      super(client.table(name, schema));
      this.client = client;
      this.table = (DynamoDbAsyncTable<T>) resource();
    }

    @Override
    void create() {
      ClientUnderTest.join(table.createTable());
    }

    @Override
    void put(T item) {
      ClientUnderTest.join(table.putItem(item));
    }

    @Override
    T get(Key key) {
      return ClientUnderTest.join(table.getItem(key));
    }

    @Override
    T update(UpdateItemEnhancedRequest<T> request) {
      return ClientUnderTest.join(table.updateItem(request));
    }

    @Override
    T delete(DeleteItemEnhancedRequest request) {
      return ClientUnderTest.join(table.deleteItem(request));
    }

    @Override
    List<T> query(QueryEnhancedRequest request) {
      return all(table.query(request).items());
    }

    @Override
    List<T> scan() {
      return all(table.scan().items());
    }

    @Override
    List<T> batchGet(BatchGetItemEnhancedRequest request) {
      return all(client.batchGetItem(request).resultsForTable(table));
    }

    @Override
    void batchWrite(BatchWriteItemEnhancedRequest request) {
      ClientUnderTest.join(client.batchWriteItem(request));
    }

    @Override
    void transact(TransactWriteItemsEnhancedRequest request) {
      ClientUnderTest.join(client.transactWriteItems(request));
    }

    private static <U> List<U> all(SdkPublisher<U> items) {
      List<U> found = Collections.synchronizedList(new ArrayList<>());
      ClientUnderTest.join(items.subscribe(found::add));
      return found;
    }
  }
}
