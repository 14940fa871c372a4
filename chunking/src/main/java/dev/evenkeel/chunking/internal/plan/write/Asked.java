package dev.evenkeel.chunking.internal.plan.write;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** What a caller asked to be told beside the outcome, and how to send. */
record Asked(
    @Nullable ReturnConsumedCapacity capacity,
    @Nullable ReturnItemCollectionMetrics metrics,
    @Nullable AwsRequestOverrideConfiguration overrideConfiguration) {

  static final Asked NOTHING = new Asked(null, null, null);

  static Asked of(PutItemRequest request) {
    return new Asked(
        request.returnConsumedCapacity(),
        request.returnItemCollectionMetrics(),
        request.overrideConfiguration().orElse(null));
  }

  static Asked of(UpdateItemRequest request) {
    return new Asked(
        request.returnConsumedCapacity(),
        request.returnItemCollectionMetrics(),
        request.overrideConfiguration().orElse(null));
  }
}
