package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.LegacyParameters;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Scan, of a table or an index: see {@link PagePlan}. */
public final class ScanPlan {
  private ScanPlan() {}

  /**
   * Plans a Scan.
   *
   * @return null if the request is to be sent as it is
   */
  public static @Nullable Flow<ScanResponse> of(Hydrator hydrator, ScanRequest request) {
    Call call = new Call("Scan", request.tableName());
    LegacyParameters.refuse(call, request);
    return PagePlan.of(hydrator, PagedRequest.of(call, request), request);
  }
}
