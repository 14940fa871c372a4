package dev.evenkeel.chunking.entity;

import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.enhanced.dynamodb.Document;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.MappedTableResource;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchGetItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.CreateTableEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.DeleteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.PutItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.ScanEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactGetItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.UpdateItemEnhancedRequest;

/** A table of the stock Enhanced Client, sync or async. */
abstract class EntityTable<T> {
  private final MappedTableResource<T> table;

  private EntityTable(MappedTableResource<T> table) {
    this.table = table;
  }

  static <T> EntityTable<T> sync(
      DynamoDbEnhancedClient client, String name, TableSchema<T> schema) {
    return new Sync<>(client, client.table(name, schema));
  }

  static <T> EntityTable<T> async(
      DynamoDbEnhancedAsyncClient client, String name, TableSchema<T> schema) {
    return new Async<>(client, client.table(name, schema));
  }

  /** With indexes that project everything. */
  abstract void create();

  abstract void create(CreateTableEnhancedRequest request);

  abstract void put(PutItemEnhancedRequest<T> request);

  abstract @Nullable T get(Key key);

  abstract T update(UpdateItemEnhancedRequest<T> request);

  abstract @Nullable T delete(DeleteItemEnhancedRequest request);

  /** The rows of a query on the table, or on an index. */
  abstract List<T> query(@Nullable String index, QueryEnhancedRequest request);

  abstract List<T> scan(ScanEnhancedRequest request);

  abstract List<T> batchGet(BatchGetItemEnhancedRequest request);

  abstract void batchWrite(BatchWriteItemEnhancedRequest request);

  abstract List<Document> transactGet(TransactGetItemsEnhancedRequest request);

  abstract void transactWrite(TransactWriteItemsEnhancedRequest request);

  MappedTableResource<T> resource() {
    return table;
  }

  Class<T> type() {
    return table.tableSchema().itemType().rawClass();
  }

  void put(T item) {
    put(PutItemEnhancedRequest.builder(type()).item(item).build());
  }

  @Nullable T delete(Key key) {
    return delete(DeleteItemEnhancedRequest.builder().key(key).build());
  }

  T update(T item) {
    return update(UpdateItemEnhancedRequest.builder(type()).item(item).build());
  }

  private static final class Sync<T> extends EntityTable<T> {
    private final DynamoDbEnhancedClient client;
    private final DynamoDbTable<T> table;

    Sync(DynamoDbEnhancedClient client, DynamoDbTable<T> table) {
      super(table);
      this.client = client;
      this.table = table;
    }

    @Override
    void create() {
      table.createTable();
    }

    @Override
    void create(CreateTableEnhancedRequest request) {
      table.createTable(request);
    }

    @Override
    void put(PutItemEnhancedRequest<T> request) {
      table.putItem(request);
    }

    @Override
    @Nullable T get(Key key) {
      return table.getItem(key);
    }

    @Override
    T update(UpdateItemEnhancedRequest<T> request) {
      return table.updateItem(request);
    }

    @Override
    @Nullable T delete(DeleteItemEnhancedRequest request) {
      return table.deleteItem(request);
    }

    @Override
    List<T> query(@Nullable String index, QueryEnhancedRequest request) {
      return index == null
          ? table.query(request).items().stream().toList()
          : table.index(index).query(request).stream()
              .flatMap(page -> page.items().stream())
              .toList();
    }

    @Override
    List<T> scan(ScanEnhancedRequest request) {
      return table.scan(request).items().stream().toList();
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
    List<Document> transactGet(TransactGetItemsEnhancedRequest request) {
      return client.transactGetItems(request);
    }

    @Override
    void transactWrite(TransactWriteItemsEnhancedRequest request) {
      client.transactWriteItems(request);
    }
  }

  private static final class Async<T> extends EntityTable<T> {
    private final DynamoDbEnhancedAsyncClient client;
    private final DynamoDbAsyncTable<T> table;

    Async(DynamoDbEnhancedAsyncClient client, DynamoDbAsyncTable<T> table) {
      super(table);
      this.client = client;
      this.table = table;
    }

    @Override
    void create() {
      ClientUnderTest.join(table.createTable());
    }

    @Override
    void create(CreateTableEnhancedRequest request) {
      ClientUnderTest.join(table.createTable(request));
    }

    @Override
    void put(PutItemEnhancedRequest<T> request) {
      ClientUnderTest.join(table.putItem(request));
    }

    @Override
    @Nullable T get(Key key) {
      return ClientUnderTest.join(table.getItem(key));
    }

    @Override
    T update(UpdateItemEnhancedRequest<T> request) {
      return ClientUnderTest.join(table.updateItem(request));
    }

    @Override
    @Nullable T delete(DeleteItemEnhancedRequest request) {
      return ClientUnderTest.join(table.deleteItem(request));
    }

    @Override
    List<T> query(@Nullable String index, QueryEnhancedRequest request) {
      return index == null
          ? all(table.query(request).items())
          : all(table.index(index).query(request)).stream()
              .flatMap(page -> page.items().stream())
              .toList();
    }

    @Override
    List<T> scan(ScanEnhancedRequest request) {
      return all(table.scan(request).items());
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
    List<Document> transactGet(TransactGetItemsEnhancedRequest request) {
      return ClientUnderTest.join(client.transactGetItems(request));
    }

    @Override
    void transactWrite(TransactWriteItemsEnhancedRequest request) {
      ClientUnderTest.join(client.transactWriteItems(request));
    }

    private static <U> List<U> all(SdkPublisher<U> items) {
      List<U> found = Collections.synchronizedList(new ArrayList<>());
      ClientUnderTest.join(items.subscribe(found::add));
      return found;
    }
  }
}
