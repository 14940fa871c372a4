package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

/** UpdateTimeToLive is sent as it is, unless its attribute is large. */
public final class UpdateTimeToLive
    extends OperationPlan<
        ManagedTables<TableStores>, UpdateTimeToLiveRequest, UpdateTimeToLiveResponse> {

  UpdateTimeToLive() {
    super(
        Operation.UPDATE_TIME_TO_LIVE,
        UpdateTimeToLiveRequest.class,
        Disposition.PASS_THROUGH,
        ChunkingOperations.WHOLE_TABLE);
  }

  @Override
  public @Nullable Flow<UpdateTimeToLiveResponse> plan(
      ManagedTables<TableStores> tables, UpdateTimeToLiveRequest request) {
    TableStores stores = tables.find(request.tableName());
    if (stores != null) {
      TableMismatch.refuseAny(
          "UpdateTimeToLive", stores.table(), problems(stores.table().spec(), request));
    }
    return null;
  }

  private static List<String> problems(ChunkingSpec spec, UpdateTimeToLiveRequest update) {
    boolean large =
        update.timeToLiveSpecification() != null
            && Boolean.TRUE.equals(update.timeToLiveSpecification().enabled())
            && spec.attributes().containsKey(update.timeToLiveSpecification().attributeName());
    return large
        ? List.of(
            "attribute '%s' is large, and would never expire"
                .formatted(update.timeToLiveSpecification().attributeName()))
        : List.of();
  }
}
