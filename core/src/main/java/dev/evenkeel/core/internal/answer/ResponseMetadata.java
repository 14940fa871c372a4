package dev.evenkeel.core.internal.answer;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.DefaultAwsResponseMetadata;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponseMetadata;

/**
 * Gives a combined response the request id and HTTP response of one of its parts. A response that
 * has none, since it needed no request or what it needed has no answer of its kind, has the SDK's
 * {@code UNKNOWN} as its id, and succeeded.
 */
public final class ResponseMetadata {
  private static final DynamoDbResponseMetadata NO_REQUEST =
      DynamoDbResponseMetadata.create(DefaultAwsResponseMetadata.create(Map.of()));
  private static final SdkHttpResponse SUCCESS = SdkHttpResponse.builder().statusCode(200).build();

  private ResponseMetadata() {}

  public static void copy(@Nullable DynamoDbResponse from, DynamoDbResponse.Builder to) {
    to.responseMetadata(from == null ? NO_REQUEST : from.responseMetadata());
    to.sdkHttpResponse(from == null ? SUCCESS : from.sdkHttpResponse());
  }
}
