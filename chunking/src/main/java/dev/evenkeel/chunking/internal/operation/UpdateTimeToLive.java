package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.operation.Operation;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

/** UpdateTimeToLive is sent as it is, unless its attribute is large. */
public final class UpdateTimeToLive
    extends SchemaOperation<UpdateTimeToLiveRequest, UpdateTimeToLiveResponse> {

  UpdateTimeToLive() {
    super(
        Operation.UPDATE_TIME_TO_LIVE,
        UpdateTimeToLiveRequest.class,
        UpdateTimeToLiveRequest::tableName,
        ChunkingOperations.WHOLE_TABLE);
  }

  @Override
  List<String> problems(ChunkingSpec spec, UpdateTimeToLiveRequest update) {
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
