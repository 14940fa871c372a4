package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.expression.TableRules;
import dev.evenkeel.chunking.internal.read.BatchGetPlan;
import dev.evenkeel.chunking.internal.read.CallerSettings;
import dev.evenkeel.chunking.internal.read.GetItemPlan;
import dev.evenkeel.chunking.internal.read.Hydrator;
import dev.evenkeel.chunking.internal.read.QueryPlan;
import dev.evenkeel.chunking.internal.read.ScanPlan;
import dev.evenkeel.chunking.internal.read.TransactGetPlan;
import dev.evenkeel.chunking.internal.store.Environment;
import dev.evenkeel.chunking.internal.stream.StoredLargeValue;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.table.SeedTables;
import dev.evenkeel.chunking.internal.wire.Reference;
import dev.evenkeel.chunking.internal.write.BatchWritePlan;
import dev.evenkeel.chunking.internal.write.DeletePlan;
import dev.evenkeel.chunking.internal.write.PutPlan;
import dev.evenkeel.chunking.internal.write.StreamedPut;
import dev.evenkeel.chunking.internal.write.TransactWritePlan;
import dev.evenkeel.chunking.internal.write.UpdatePlan;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.core.operation.RequestTables;
import dev.evenkeel.core.operation.TableScope;
import dev.evenkeel.objects.spec.ByteSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Turns a request into what will be done: nothing special, a flow, or a refusal. */
public final class ChunkingPlanner {
  private final ManagedTables<ChunkedTable> tables;
  private final AllStores stores;

  /**
   * @param specs one per table
   * @param scope where the client finds a table that is named plainly
   */
  public ChunkingPlanner(List<ChunkingSpec> specs, TableScope scope, Environment surroundings) {
    SeedTables.requireApart(specs);
    List<ChunkedTable> chunked = specs.stream().map(ChunkedTable::new).toList();
    this.tables = ManagedTables.of(chunked, table -> table.spec().tableName(), scope);
    this.stores = new AllStores(chunked, surroundings);
  }

  /**
   * Plans a request.
   *
   * @return null if it names no table with large values and is to be sent as it is
   * @param <R> the response type that belongs to the request
   * @throws dev.evenkeel.core.DecoratorException if it cannot be honoured exactly
   */
  @SuppressWarnings("unchecked") // each plan ends with the response type of its request
  public <R> @Nullable Flow<R> plan(DynamoDbRequest request) {
    Flow<R> flow = (Flow<R>) planOf(request);
    return flow == null
        ? null
        : CallerSettings.overriding(request, flow)
            .step(ChunkingPlanner.class, Operation.of(request).sdkName());
  }

  private @Nullable Flow<?> planOf(DynamoDbRequest request) {
    if (request instanceof PutItemRequest put) {
      ChunkedTable table = tables.find(put.tableName());
      return table == null ? null : PutPlan.of(table, put, stores.of(table), stores);
    }
    if (request instanceof UpdateItemRequest update) {
      ChunkedTable table = tables.find(update.tableName());
      return table == null ? null : UpdatePlan.of(table, update, stores.of(table), stores);
    }
    if (request instanceof DeleteItemRequest delete) {
      ChunkedTable table = tables.find(delete.tableName());
      return table == null ? null : DeletePlan.of(table, delete, stores.of(table), stores);
    }
    if (request instanceof BatchWriteItemRequest batch) {
      return tables.namedBy(batch) ? BatchWritePlan.of(tables, batch, stores) : null;
    }
    if (request instanceof TransactWriteItemsRequest write) {
      return tables.namedBy(write) ? TransactWritePlan.of(tables, write, stores, stores) : null;
    }
    if (Operation.of(request).kind() == Operation.Kind.ITEM_READ) {
      return planOfRead(request);
    }
    TableRules.check(tables, request);
    refuseIfManaged(request);
    return null;
  }

  private @Nullable Flow<?> planOfRead(DynamoDbRequest request) {
    if (request instanceof GetItemRequest get) {
      Hydrator hydrator = hydrator(get.tableName());
      return hydrator == null ? null : GetItemPlan.of(hydrator, get);
    }
    if (request instanceof QueryRequest query) {
      Hydrator hydrator = hydrator(query.tableName());
      return hydrator == null ? null : QueryPlan.of(hydrator, query);
    }
    if (request instanceof ScanRequest scan) {
      Hydrator hydrator = hydrator(scan.tableName());
      return hydrator == null ? null : ScanPlan.of(hydrator, scan);
    }
    if (request instanceof BatchGetItemRequest batch) {
      return tables.namedBy(batch) ? BatchGetPlan.of(this::hydrator, batch) : null;
    }
    if (request instanceof TransactGetItemsRequest get) {
      return tables.namedBy(get) ? TransactGetPlan.of(this::hydrator, get) : null;
    }
    refuseIfManaged(request);
    return null;
  }

  private @Nullable Hydrator hydrator(@Nullable String tableName) {
    ChunkedTable table = tables.find(tableName);
    return table == null ? null : stores.hydrator(table);
  }

  /** Looks at a value without reading what of it is outside. */
  public Flow<StoredLargeValue.Found> open(
      String tableName, Map<String, AttributeValue> key, String attribute) {
    ChunkedTable table = require(tableName, attribute);
    GetItemRequest read =
        GetItemRequest.builder().tableName(tableName).key(key).consistentRead(true).build();
    return TableCall.get(read)
        .map(
            response ->
                new StoredLargeValue.Found(
                    response.hasItem()
                        ? StoredLargeValue.of(
                            table, stores.of(table).payloads(), response.item(), attribute)
                        : null));
  }

  /**
   * What a reference names.
   *
   * @param value a reference
   */
  public StoredLargeValue referenced(AttributeValue value) {
    Reference reference = Reference.read(value);
    ChunkedTable table = require(reference.tableName(), reference.attribute());
    return StoredLargeValue.of(table, stores.of(table).payloads(), reference);
  }

  /** Puts an item with a value that comes piece by piece. */
  public Flow<Long> put(
      PutItemRequest request, String attribute, ByteSource value, AttributeValue.Type type) {
    ChunkedTable table = require(request.tableName(), attribute);
    return CallerSettings.overriding(
        request, StreamedPut.of(table, request, attribute, value, type, stores.of(table), stores));
  }

  private ChunkedTable require(String tableName, String attribute) {
    ChunkedTable table = tables.find(tableName);
    if (table == null || !table.manages(attribute)) {
      throw new DecoratorException(
          "Attribute '%s' of table '%s' is none of this client's specs. Name it in the table's spec."
              .formatted(attribute, tableName));
    }
    return table;
  }

  private void refuseIfManaged(DynamoDbRequest request) {
    Operation operation = Operation.of(request);
    boolean refused = ChunkingOperations.TABLE.disposition(operation) == Disposition.REFUSE;
    if (refused && tables.namedBy(request)) {
      throw ChunkingOperations.TABLE.refusal(
          operation,
          RequestTables.of(request).stream()
              .filter(name -> tables.find(name) != null)
              .findFirst()
              .orElse("a table of the statement"));
    }
  }
}
