package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.read.CallerSettings;
import dev.evenkeel.chunking.internal.store.Environment;
import dev.evenkeel.chunking.internal.stream.StoredLargeValue;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Reference;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.core.operation.LayerRules;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.objects.internal.spec.ByteSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Turns a request into what will be done: nothing special, a flow, or a refusal. */
public final class ChunkingPlanner {
  private final ManagedTables<TableStores> tables;
  private final List<? extends LayerRules> below;

  /**
   * @param specs one per table
   * @param scope where the client finds a table that is named plainly
   * @param below the clients that requests go through
   * @throws IllegalArgumentException if a client below has periods for items and not for chunks
   */
  public ChunkingPlanner(
      List<ChunkingSpec> specs,
      TableScope scope,
      Environment environment,
      List<? extends LayerRules> below) {
    ChunkedTable.requireSeedTablesApart(specs);
    specs.forEach(spec -> PeriodStores.require(spec, below));
    this.below = below;
    this.tables =
        ManagedTables.of(
            specs.stream().map(spec -> TableStores.of(spec, environment)).toList(),
            stores -> stores.table().spec().tableName(),
            scope);
  }

  /**
   * Plans a request: see the class of its operation.
   *
   * @return null if it names no table with large values and is to be sent as it is
   * @param <R> the response type that belongs to the request
   * @throws dev.evenkeel.core.DecoratorException if it cannot be honoured exactly
   */
  public <R> @Nullable Flow<R> plan(DynamoDbRequest request) {
    Flow<R> flow = ChunkingOperations.ALL.plan(tables, tables, request);
    if (flow == null) {
      return null;
    }
    requireAccepted(request);
    return CallerSettings.overriding(request, flow);
  }

  /** A write that a client below refuses is refused before chunks are written. */
  private void requireAccepted(DynamoDbRequest request) {
    if (Operation.of(request).kind() == Operation.Kind.ITEM_WRITE) {
      below.forEach(layer -> layer.requireAccepted(request));
    }
  }

  /** Looks at a value without reading what of it is outside. */
  public Flow<StoredLargeValue.Opened> open(
      String tableName, Map<String, AttributeValue> key, String attribute) {
    TableStores stores = require(tableName, attribute);
    GetItemRequest read =
        GetItemRequest.builder().tableName(tableName).key(key).consistentRead(true).build();
    return TableCall.get(read)
        .map(
            response ->
                new StoredLargeValue.Opened(
                    response.hasItem()
                        ? StoredLargeValue.of(
                            stores.table(), stores.payloads(), response.item(), attribute)
                        : null));
  }

  /**
   * The value that a reference points to.
   *
   * @param value a reference
   */
  public StoredLargeValue referenced(AttributeValue value) {
    Reference reference = Reference.read(value);
    TableStores stores = require(reference.tableName(), reference.attribute());
    return StoredLargeValue.of(stores.table(), stores.payloads(), reference);
  }

  /** Puts an item with a value that comes piece by piece. */
  public Flow<Long> put(
      PutItemRequest request, String attribute, ByteSource value, AttributeValue.Type type) {
    TableStores stores = require(request.tableName(), attribute);
    requireAccepted(request);
    return CallerSettings.overriding(
        request, StreamedPut.of(stores, request, attribute, value, type));
  }

  private TableStores require(String tableName, String attribute) {
    TableStores stores = tables.find(tableName);
    if (stores == null || !stores.table().manages(attribute)) {
      throw new DecoratorException(
          "Attribute '%s' of table '%s' is none of this client's specs. Name it in the table's spec."
              .formatted(attribute, tableName));
    }
    return stores;
  }
}
