package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.LegacyParameters;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Query, of a table or an index: see {@link PagePlan}. */
public final class QueryPlan {
  private QueryPlan() {}

  /**
   * Plans a Query.
   *
   * @return null if the request is to be sent as it is
   */
  public static @Nullable Flow<QueryResponse> of(Hydrator hydrator, QueryRequest request) {
    Call call = new Call("Query", request.tableName());
    LegacyParameters.refuse(call, request);
    return PagePlan.of(hydrator, PagedRequest.of(call, request), request);
  }
}
