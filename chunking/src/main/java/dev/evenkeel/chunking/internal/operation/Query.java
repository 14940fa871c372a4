package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.read.Hydrator;
import dev.evenkeel.chunking.internal.read.PagePlan;
import dev.evenkeel.chunking.internal.read.PagedRequest;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Query, of a table or an index: see {@link PagePlan}. */
public final class Query
    extends OperationPlan<ManagedTables<TableStores>, QueryRequest, Flow<QueryResponse>> {

  Query() {
    super(
        Operation.QUERY,
        QueryRequest.class,
        Disposition.FAN_OUT,
        "Fetches values outside, and unpacks; a page ends early rather than pass the limit of"
            + " bytes");
  }

  @Override
  public @Nullable Flow<QueryResponse> plan(
      ManagedTables<TableStores> tables, QueryRequest request) {
    TableStores stores = tables.find(request.tableName());
    return stores == null ? null : of(stores.hydrator(), request);
  }

  /**
   * Plans a Query.
   *
   * @return null if the request is to be sent as it is
   */
  public static @Nullable Flow<QueryResponse> of(Hydrator hydrator, QueryRequest request) {
    Call call = new Call("Query", request.tableName());
    call.refuseLegacy(request);
    return PagePlan.of(hydrator, PagedRequest.of(call, request), request);
  }
}
