package dev.evenkeel.sharding.internal.plan;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** Gives a combined response the request id and HTTP response of one of its parts. */
final class ResponseMetadata {
  private ResponseMetadata() {}

  static void copy(@Nullable DynamoDbResponse from, DynamoDbResponse.Builder to) {
    if (from != null) {
      to.responseMetadata(from.responseMetadata());
      to.sdkHttpResponse(from.sdkHttpResponse());
    }
  }
}
