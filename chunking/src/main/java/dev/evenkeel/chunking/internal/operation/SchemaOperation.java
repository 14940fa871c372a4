package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * A request that makes or changes a table: sent as it is, and refused if it contradicts the spec.
 * It would lose rows later, and in silence: an item whose index key is stored elsewhere is not in
 * the index.
 */
abstract class SchemaOperation<Q extends DynamoDbRequest, R>
    extends OperationPlan<ManagedTables<TableStores>, Q, R> {
  private final Operation operation;
  private final Function<Q, String> tableName;

  SchemaOperation(
      Operation operation, Class<Q> type, Function<Q, String> tableName, String explanation) {
    super(operation, type, Disposition.PASS_THROUGH, explanation);
    this.operation = operation;
    this.tableName = tableName;
  }

  /** The contradictions between a request and the spec. */
  abstract List<String> problems(ChunkingSpec spec, Q request);

  @Override
  public final @Nullable Flow<R> plan(ManagedTables<TableStores> tables, Q request) {
    TableStores stores = tables.find(tableName.apply(request));
    if (stores != null) {
      List<String> problems = problems(stores.table().spec(), request);
      if (!problems.isEmpty()) {
        throw new Call(operation.sdkName(), stores.table().name())
            .refuse(
                "it contradicts the spec of large values: " + String.join("; ", problems),
                "Correct it, or leave the attribute out of the spec");
      }
    }
    return null;
  }
}
