package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverterProvider;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.Document;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.MappedTableResource;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchGetItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.ReadBatch;
import software.amazon.awssdk.enhanced.dynamodb.model.ScanEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactGetItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The operations of the stock Enhanced Clients on the table of visits, sync or async. */
interface EnhancedVisits {
  String HOME = "/home";
  TableSchema<EnhancedDocument> SCHEMA =
      TableSchema.documentSchemaBuilder()
          .addIndexPartitionKey(TableMetadata.primaryIndexName(), "page", AttributeValueType.S)
          .addIndexSortKey(TableMetadata.primaryIndexName(), "at", AttributeValueType.S)
          .attributeConverterProviders(AttributeConverterProvider.defaultProvider())
          .build();
  ScanEnhancedRequest SCAN = ScanEnhancedRequest.builder().limit(5).build();
  QueryEnhancedRequest QUERY =
      QueryEnhancedRequest.builder()
          .queryConditional(QueryConditional.keyEqualTo(key -> key.partitionValue(HOME)))
          .limit(4)
          .consistentRead(true)
          .build();

  /** Those of a client of a kind. */
  static EnhancedVisits of(Kind kind, SplitFixture fixture) {
    return kind == Kind.SYNC ? new Sync(fixture.sync()) : new Async(fixture.async());
  }

  void put(EnhancedDocument item);

  void update(EnhancedDocument item);

  void delete(Key key);

  void batch(EnhancedDocument put, Key deleted);

  void transact(EnhancedDocument put, Key deleted);

  @Nullable EnhancedDocument get(Key key);

  List<EnhancedDocument> getBatch(Key... keys);

  List<EnhancedDocument> getAtOnce(Key... keys);

  List<EnhancedDocument> query();

  List<EnhancedDocument> scan();

  private static BatchWriteItemEnhancedRequest batch(
      MappedTableResource<EnhancedDocument> table, EnhancedDocument put, Key deleted) {
    return BatchWriteItemEnhancedRequest.builder()
        .writeBatches(
            WriteBatch.builder(EnhancedDocument.class)
                .mappedTableResource(table)
                .addPutItem(put)
                .addDeleteItem(deleted)
                .build())
        .build();
  }

  private static TransactWriteItemsEnhancedRequest transaction(
      MappedTableResource<EnhancedDocument> table, EnhancedDocument put, Key deleted) {
    return TransactWriteItemsEnhancedRequest.builder()
        .addPutItem(table, put)
        .addDeleteItem(table, deleted)
        .build();
  }

  private static BatchGetItemEnhancedRequest batch(
      MappedTableResource<EnhancedDocument> table, Key... keys) {
    ReadBatch.Builder<EnhancedDocument> batch =
        ReadBatch.builder(EnhancedDocument.class).mappedTableResource(table);
    List.of(keys).forEach(batch::addGetItem);
    return BatchGetItemEnhancedRequest.builder().readBatches(batch.build()).build();
  }

  private static TransactGetItemsEnhancedRequest atOnce(
      MappedTableResource<EnhancedDocument> table, Key... keys) {
    TransactGetItemsEnhancedRequest.Builder reads = TransactGetItemsEnhancedRequest.builder();
    List.of(keys).forEach(key -> reads.addGetItem(table, key));
    return reads.build();
  }

  private static List<EnhancedDocument> there(
      MappedTableResource<EnhancedDocument> table, List<Document> found) {
    return found.stream().map(one -> one.getItem(table)).filter(Objects::nonNull).toList();
  }

  /** By the sync clients. */
  record Sync(DynamoDbEnhancedClient client, DynamoDbTable<EnhancedDocument> table)
      implements EnhancedVisits {
    Sync(DynamoDbClient client) {
      this(DynamoDbEnhancedClient.builder().dynamoDbClient(client).build());
    }

    private Sync(DynamoDbEnhancedClient client) {
      this(client, client.table(SplitScript.TABLE, SCHEMA));
    }

    @Override
    public void put(EnhancedDocument item) {
      table.putItem(item);
    }

    @Override
    public void update(EnhancedDocument item) {
      assertThat(table.updateItem(item).toMap()).isEqualTo(item.toMap());
    }

    @Override
    public void delete(Key key) {
      assertThat(table.deleteItem(key)).isNotNull();
    }

    @Override
    public void batch(EnhancedDocument put, Key deleted) {
      BatchWriteItemEnhancedRequest batch = EnhancedVisits.batch(table, put, deleted);
      assertThat(client.batchWriteItem(batch).unprocessedPutItemsForTable(table)).isEmpty();
    }

    @Override
    public void transact(EnhancedDocument put, Key deleted) {
      client.transactWriteItems(transaction(table, put, deleted));
    }

    @Override
    public @Nullable EnhancedDocument get(Key key) {
      return table.getItem(key);
    }

    @Override
    public List<EnhancedDocument> getBatch(Key... keys) {
      return client.batchGetItem(EnhancedVisits.batch(table, keys)).resultsForTable(table).stream()
          .toList();
    }

    @Override
    public List<EnhancedDocument> getAtOnce(Key... keys) {
      return there(table, client.transactGetItems(atOnce(table, keys)));
    }

    @Override
    public List<EnhancedDocument> query() {
      return table.query(QUERY).items().stream().toList();
    }

    @Override
    public List<EnhancedDocument> scan() {
      return table.scan(SCAN).items().stream().toList();
    }
  }

  /** By the async clients. */
  record Async(DynamoDbEnhancedAsyncClient client, DynamoDbAsyncTable<EnhancedDocument> table)
      implements EnhancedVisits {
    Async(DynamoDbAsyncClient client) {
      this(DynamoDbEnhancedAsyncClient.builder().dynamoDbClient(client).build());
    }

    private Async(DynamoDbEnhancedAsyncClient client) {
      this(client, client.table(SplitScript.TABLE, SCHEMA));
    }

    @Override
    public void put(EnhancedDocument item) {
      table.putItem(item).join();
    }

    @Override
    public void update(EnhancedDocument item) {
      assertThat(table.updateItem(item).join().toMap()).isEqualTo(item.toMap());
    }

    @Override
    public void delete(Key key) {
      assertThat(table.deleteItem(key).join()).isNotNull();
    }

    @Override
    public void batch(EnhancedDocument put, Key deleted) {
      BatchWriteItemEnhancedRequest batch = EnhancedVisits.batch(table, put, deleted);
      assertThat(client.batchWriteItem(batch).join().unprocessedPutItemsForTable(table)).isEmpty();
    }

    @Override
    public void transact(EnhancedDocument put, Key deleted) {
      client.transactWriteItems(transaction(table, put, deleted)).join();
    }

    @Override
    public @Nullable EnhancedDocument get(Key key) {
      return table.getItem(key).join();
    }

    @Override
    public List<EnhancedDocument> getBatch(Key... keys) {
      return all(client.batchGetItem(EnhancedVisits.batch(table, keys)).resultsForTable(table));
    }

    @Override
    public List<EnhancedDocument> getAtOnce(Key... keys) {
      return there(table, client.transactGetItems(atOnce(table, keys)).join());
    }

    @Override
    public List<EnhancedDocument> query() {
      return all(table.query(QUERY).items());
    }

    @Override
    public List<EnhancedDocument> scan() {
      return all(table.scan(SCAN).items());
    }

    private static List<EnhancedDocument> all(SdkPublisher<EnhancedDocument> items) {
      List<EnhancedDocument> all = new CopyOnWriteArrayList<>();
      items.subscribe(all::add).join();
      return all;
    }
  }
}
