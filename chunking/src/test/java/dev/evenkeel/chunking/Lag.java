package dev.evenkeel.chunking;

import java.util.Map;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Reads of batches that are not consistent find nothing yet, while it is on. */
final class Lag implements ExecutionInterceptor {
  volatile boolean on;

  @Override
  public SdkResponse modifyResponse(
      Context.ModifyResponse context, ExecutionAttributes attributes) {
    if (on
        && context.request() instanceof BatchGetItemRequest batch
        && batch.requestItems().values().stream().noneMatch(Lag::isConsistent)) {
      return ((BatchGetItemResponse) context.response()).toBuilder().responses(Map.of()).build();
    }
    return context.response();
  }

  private static boolean isConsistent(KeysAndAttributes asked) {
    return Boolean.TRUE.equals(asked.consistentRead());
  }
}
