package dev.evenkeel.chunking.internal.write;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** What a caller asked to be told beside the outcome, and how to send. */
public record RequestOptions(
    @Nullable ReturnConsumedCapacity capacity,
    @Nullable ReturnItemCollectionMetrics metrics,
    @Nullable AwsRequestOverrideConfiguration overrideConfiguration) {

  public static final RequestOptions NOTHING = new RequestOptions(null, null, null);

  public static RequestOptions of(PutItemRequest request) {
    return new RequestOptions(
        request.returnConsumedCapacity(),
        request.returnItemCollectionMetrics(),
        request.overrideConfiguration().orElse(null));
  }

  public static RequestOptions of(UpdateItemRequest request) {
    return new RequestOptions(
        request.returnConsumedCapacity(),
        request.returnItemCollectionMetrics(),
        request.overrideConfiguration().orElse(null));
  }
}
